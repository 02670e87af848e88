// Verbs over the calling client: which one it is, how it runs agents, and which instruction file it reads. Every fact comes from its row.

import { roleOf } from '../../core/project/models.js'
import { readSettings } from '../../core/project/settings.js'
import type { PersonView } from '../../core/view.js'
import { parentOf } from '../../std/paths.js'
import { bool, int, listOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { unknownShape } from '../findings.js'
import { callingHost, underSettings, unknownAgent } from '../models/models.js'
import { query } from '../verb.js'

/** What it answers follows from the row of the client and the settings; it needs no project. */
const OF_CLIENT = { reads: ['config'], needsProject: false, needs: ['host', 'pack'] } as const
const OF_PERSON = { ...OF_CLIENT, needs: ['host', 'pack', 'person'] } as const

export const runtimeIdentity = query({
  name: 'runtime-identity',
  about: 'Name and version of the pack, and the client that calls',
  args: {},
  result: record({
    packageName: text(),
    version: text(),
    runtime: orNull(text('Recognised by its environment; null: none was')),
  }),
  reads: [],
  needsProject: false,
  needs: ['host', 'pack'],
  run: (_args, { pack, host }) => ({ result: { packageName: 'gsd-pack', version: pack.version, runtime: host } }),
})

const ISOLATIONS = ['harness-worktree', 'orchestrator-worktree', 'none'] as const

const dispatchShape = record({
  namedDispatch: bool('It starts an agent by its name'),
  nested: bool('An agent may start another'),
  maxDepth: int('Levels of agents below the session'),
  background: bool('An agent may go on while the session works'),
  subagentToolkit: orNull(text('Its tool that starts one')),
  backgroundDispatch: bool(),
  isolation: oneOf(ISOLATIONS, 'Where plans of one wave work, by the settings'),
  maxConcurrency: int('Agents at once'),
})

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

export const resolveDispatchType = query({
  name: 'resolve-dispatch-type',
  about: 'What an agent is called for the calling client, and how it runs agents',
  args: { requested: { type: 'text', positional: true, required: true, about: 'Agent' } },
  result: record({
    runtime: text(),
    requested: text(),
    resolved: orNull(text('null: it starts no agent by name')),
    dispatch: dispatchShape,
    unknown: unknownShape,
  }),
  ...OF_PERSON,
  run({ requested }, view) {
    const settings = readSettings(view)
    const host = callingHost(view, settings)
    const role = roleOf(requested)
    const known = view.pack.read(`agents/${role}.md`) !== null
    const { named, depth, background, tool } = host.dispatch
    const reason = !named ? `${host.id} starts no agent by name: the brief says what to do instead` : null
    const result = {
      runtime: host.id,
      requested,
      resolved: named && known ? `gsd-${role}` : null,
      dispatch: {
        namedDispatch: named,
        nested: depth > 1,
        maxDepth: depth,
        background,
        subagentToolkit: tool,
        backgroundDispatch: background,
        isolation: isolationOf(view, settings),
        maxConcurrency: capacityOf(view, settings).capacity,
      },
      unknown: reason === null ? [] : [{ path: 'resolved', code: 'NO_NAMED_AGENTS', reason }],
    }
    return known ? underSettings(result, settings) : { result, error: settings.problem ?? unknownAgent(requested) }
  },
})

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

export const recordDispatchIsolation = query({
  name: 'record-dispatch-isolation',
  about: 'Not kept: the claim of a unit says where it is worked on',
  args: {
    isolation: { type: 'text', about: 'What was chosen' },
    'harness-flag': { type: 'text', about: 'What the client was told' },
    phase: { type: 'text', about: 'Phase' },
    plan: { type: 'text', about: 'Plan' },
  },
  result: record({ recorded: bool() }),
  reads: [],
  needsProject: false,
  run: ({ isolation, plan }) => ({
    result: { recorded: false },
    error: {
      code: 'USAGE',
      message: 'nothing is recorded beside the claim: it says where a unit is worked on',
      fix: `gsd-tools unit claim execute-plan ${plan ?? '<plan>'} --revision <revision> --isolation ${isolation ?? '<isolation>'}`,
    },
  }),
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

export const dispatchShouldFlatten = query({
  name: 'dispatch-should-flatten',
  about: 'Whether agents must all be started by the session itself',
  args: {},
  result: record({ runtime: text(), flatten: bool(), reason: text() }),
  ...OF_CLIENT,
  run(_args, view) {
    const { id, dispatch } = callingHost(view, readSettings(view))
    const flatten = !dispatch.named || dispatch.depth < 2
    const reason = !dispatch.named
      ? `${id} starts no agent by name`
      : flatten
        ? `an agent of ${id} starts no other`
        : `${id} runs agents ${dispatch.depth} levels deep`
    return { result: { runtime: id, flatten, reason } }
  },
})

export const teamsStatus = query({
  name: 'teams-status',
  about: 'Whether the client works with a team of agents of its own',
  args: { active: { type: 'flag', about: 'Only whether it is so now' } },
  result: record({ active: bool(), runtime: text(), env_present: bool(), source: text() }),
  ...OF_CLIENT,
  run: (_args, view) => ({
    result: {
      active: false,
      runtime: callingHost(view, readSettings(view)).id,
      env_present: false,
      source: 'none: units are dispatched one agent each, whatever the client can do beside',
    },
  }),
})

export const updateContext = query({
  name: 'update-context',
  about: 'Which installation of the pack answers, and where it lies',
  args: {
    'config-dir': { type: 'text', about: 'Folder of the client' },
    runtime: { type: 'text', about: 'Client' },
  },
  result: record({
    installedVersion: text(),
    scope: oneOf(['global', 'local', 'checkout']),
    runtime: text('The client it was rendered for'),
    gsdDir: text('Absolute'),
    root: text('Absolute folder of the client it lies in'),
    previous: listOf(text(), 'Other installations of the family beside it'),
  }),
  reads: [],
  needsProject: false,
  needs: ['pack', 'person'],
  run({ runtime }, view) {
    const { pack, person, projectRoot } = view
    const root = parentOf(pack.root)
    const isPayload = pack.root.endsWith('/get-shit-done')
    const isLocal = root.startsWith(`${projectRoot}/`) && projectRoot !== person.home
    return {
      result: {
        installedVersion: pack.version,
        scope: !isPayload ? ('checkout' as const) : isLocal ? ('local' as const) : ('global' as const),
        runtime: (runtime === undefined ? null : pack.hostNamed(runtime)) ?? pack.runtime,
        gsdDir: pack.root,
        root,
        previous: ['gsd-core', 'gsd-sdk']
          .map((name) => `${root}/${name}`)
          .filter((path) => person.list(path).length > 0),
      },
    }
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
