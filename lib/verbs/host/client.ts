// Verbs over the calling client: which one it is, how it runs agents, and which instruction file it reads. Every fact comes from its row.

import { readSettings } from '../../core/project/settings.js'
import type { PersonView } from '../../core/view.js'
import { bool, int, oneOf, orNull, record, text } from '../../std/shape.js'
import { unknownShape } from '../findings.js'
import { callingHost, underSettings } from '../models/models.js'
import { query } from '../verb.js'

/** What it answers follows from the row of the client and the settings; it needs no project. */
const OF_CLIENT = { reads: ['config'], needsProject: false, needs: ['host', 'pack'] } as const
const OF_PERSON = { ...OF_CLIENT, needs: ['host', 'pack', 'person'] } as const

const ISOLATIONS = ['harness-worktree', 'orchestrator-worktree', 'none'] as const

type HostView = Parameters<typeof callingHost>[0]
type Settings = Parameters<typeof callingHost>[1]

/** Where plans of one wave do their work: in work trees when the settings ask for them and git is there. */
function isolationOf(view: HostView, settings: Settings): (typeof ISOLATIONS)[number] {
  const asked = settings.get('git.isolation') === 'worktree' && settings.get('workflow.use_worktrees') !== false
  if (!asked || !view.hasGit) return 'none'
  return callingHost(view, settings).dispatch.worktrees ? 'harness-worktree' : 'orchestrator-worktree'
}

interface Capacity {
  readonly capacity: number
  readonly source: string
  readonly reason: string
}

/** How many agents may run at once: the variable, then the settings. */
function capacityOf(view: HostView & PersonView, settings: Settings): Capacity {
  const { named } = callingHost(view, settings).dispatch
  if (!named) return { capacity: 1, source: 'client', reason: 'it starts no agent by name, so roles follow each other' }
  const wanted = Number(view.person.variable('GSD_DISPATCH_MAX_CONCURRENCY'))
  if (Number.isInteger(wanted) && wanted > 0)
    return { capacity: wanted, source: 'GSD_DISPATCH_MAX_CONCURRENCY', reason: 'the variable says so' }
  if (settings.get('parallelization.enabled') === false || settings.get('parallelization.plan_level') === false)
    return { capacity: 1, source: 'parallelization', reason: 'plans do not run side by side here' }
  const most = settings.get('parallelization.max_concurrent_agents')
  return {
    capacity: typeof most === 'number' ? most : 1,
    source: 'parallelization.max_concurrent_agents',
    reason: 'the settings say so',
  }
}

export const dispatchIsolation = query({
  name: 'dispatch-isolation',
  about: 'Where plans of one wave do their work; a claim takes it over',
  args: {
    'force-isolation': { type: 'flag', about: 'Answer as if the settings asked for work trees' },
    phase: { type: 'text', about: 'Phase it is asked for' },
    plan: { type: 'text', about: 'Plan it is asked for' },
    'cwd-target': { type: 'text', about: 'Folder the agent is to work in' },
    prompt: { type: 'text', about: 'What the agent is told' },
  },
  result: record({
    runtime: text(),
    isolation: oneOf(ISOLATIONS),
    exec: orNull(text('Program that starts the agent; none is needed')),
    harnessFlag: orNull(text('What the client is told; null: its own words, which the brief prints')),
    reason: text(),
  }),
  ...OF_CLIENT,
  run({ 'force-isolation': forced }, view) {
    const settings = readSettings(view)
    const host = callingHost(view, settings)
    const own = host.dispatch.worktrees ? ('harness-worktree' as const) : ('orchestrator-worktree' as const)
    const isolation = forced ? (view.hasGit ? own : 'none') : isolationOf(view, settings)
    const reason =
      isolation === 'none'
        ? view.hasGit
          ? 'git.isolation is not "worktree", or workflow.use_worktrees is off'
          : 'there is no git here'
        : forced
          ? 'it was asked for'
          : 'git.isolation is "worktree"'
    const result = { runtime: host.id, isolation, exec: null, harnessFlag: null, reason }
    return underSettings(result, settings)
  },
})

export const dispatchCapacity = query({
  name: 'dispatch-capacity',
  about: 'How many agents may run at once',
  args: {},
  result: record({
    runtime: text(),
    capacity: int(),
    declared: orNull(int('What the client is known to take')),
    source: text('What decided'),
    reason: text(),
    unknown: unknownShape,
  }),
  ...OF_PERSON,
  run(_args, view) {
    const settings = readSettings(view)
    const { id } = callingHost(view, settings)
    const unknown = [{ path: 'declared', code: 'NOT_DECLARED', reason: `${id} names no limit of its own` }]
    const result = { runtime: id, ...capacityOf(view, settings), declared: null, unknown }
    return underSettings(result, settings)
  },
})

export const projectInstructionFile = query({
  name: 'project-instruction-file',
  about: 'The instruction file the calling client reads in a project',
  args: { runtime: { type: 'text', about: 'Client to answer for; the calling one if left out' } },
  result: record({ path: text('Relative to the project root'), exists: bool() }),
  reads: ['config', 'other'],
  needsProject: false,
  needs: ['host', 'pack'],
  run({ runtime }, view) {
    const settings = readSettings(view)
    const path = instructionFile(view, settings, runtime)
    const result = { path, exists: view.source(path) !== null }
    return underSettings(result, settings)
  },
})

/** Where the client's instruction file lies: the settings first, then its row. */
export function instructionFile(view: HostView, settings: Settings, runtime?: string): string {
  const set = settings.get('claude_md_path')
  const chosen = typeof set === 'string' ? set.replace(/^\.\//, '') : ''
  const isSafe = chosen !== '' && !chosen.startsWith('/') && !chosen.split(/[\\/]/).includes('..')
  return isSafe ? chosen : callingHost(view, settings, runtime).instructions
}
