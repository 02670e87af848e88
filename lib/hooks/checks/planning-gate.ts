// Refuses a change that would leave a planning file unreadable, throw most of it away, or write what only the CLI writes, before it happens.
import { CODECS } from '../../artifacts/all.js'
import { artifactOf } from '../../core/artifact-paths.js'
import { lintSource } from '../../core/judging/lint.js'
import { memorySource } from '../../core/writing/staging.js'
import type { Advice, CheckAt, Deny } from '../check.js'
import { digestText } from '../digest.js'
import type { Clock, Permit } from '../handles.js'
import type { Changed, Surroundings } from '../surroundings.js'
import { changedBy, concernsPlans, PLANNING } from './changed.js'
import { isApart, ownedBy, PERMIT } from './owned-files.js'

/** A rewrite of a file of at least so many lines must keep this share of them. */
const LONG = 40
const KEPT = 0.4
/** How long a one-use permission to shorten is valid. */
const PERMIT_MS = 15 * 60_000

/** Longer texts are left to the CLI, which has the time: a hook must end while its client waits. No planning file of a project is that long. */
const MOST_JUDGED = 256_000

const SHRINK_GUARDED = /(?:^|\/)(?:ROADMAP|STATE|[^/]*-ROADMAP)\.md$/
const MOST_SHOWN = 5
/** Entries of a folder that are looked at before it is taken for one that holds plans. */
const MOST_ENTRIES = 2000

type Finding = Deny | Advice
interface Given {
  readonly clock: Clock
  readonly permit: Permit
}

export const planningGate: Pick<CheckAt<'pre-tool', keyof Given>, 'run'> = {
  run: async (event, around, given) => {
    const others: Finding[] = []
    for (const changed of changedBy(event, around)) {
      if (!concernsPlans(changed)) continue
      const finding = await judged(changed, changed.below === '' ? PLANNING : (changed.below as string), around, given)
      if (finding?.kind === 'deny') return [finding]
      if (finding !== null) others.push(finding)
    }
    return others
  },
}

const deny = (code: string, text: string): Finding => ({ kind: 'deny', code, text })

async function judged(changed: Changed, path: string, around: Surroundings, given: Given): Promise<Finding | null> {
  const owner = ownedBy(path)
  if (owner !== null) return deny('PLANNING_OWNED', `${path} ${owner}`)
  if (changed.kind === 'remove') return removed(path, around)
  const before = around.project?.read(path) ?? null
  const after = changed.kind === 'touch' ? (before ?? '') : changed.after(before)
  if (after === null) return changed.by === 'tool' ? null : unseen(path, before, around)
  return emptied(path, before, after) ?? shrunk(path, before, after, around, given) ?? unreadable(path, before, after)
}

const isPlanned = (path: string): boolean => artifactOf(path, PLANNING) !== 'other'

const GOES_BY =
  'What is done or not wanted any more leaves by the CLI, which keeps the rest in step and can be undone: gsd-tools phase remove, phases archive, todo complete, milestone complete. What really has to be deleted is deleted by the user.'

function removed(path: string, around: Surroundings): Finding | null {
  const root = around.project?.root ?? ''
  if (!around.exists(`${root}/${path}`) || !holdsPlans(path, root, around)) return null
  return deny('PLANNING_REMOVED', `this would take ${path} away. ${GOES_BY}`)
}

/** A file that is read as a plan, or a folder with one in it. */
function holdsPlans(path: string, root: string, { names }: Surroundings): boolean {
  const open = [path]
  for (let seen = 0; open.length > 0; seen++) {
    const at = open.pop() as string
    if (seen >= MOST_ENTRIES) return true
    if (isApart(at)) continue
    const below = names(`${root}/${at}`)
    if (below.length === 0 && (isPlanned(at) || ownedBy(at) !== null)) return true
    open.push(...below.map((name) => `${at}/${name}`))
  }
  return false
}

/** What a program in a shell makes of a file is not known before. */
function unseen(path: string, before: string | null, around: Surroundings): Finding | null {
  const root = around.project?.root ?? ''
  const isFolder = around.names(`${root}/${path}`).length > 0
  if (isFolder ? !holdsPlans(path, root, around) : !isPlanned(path)) return null
  if (before === null && !isFolder)
    return {
      kind: 'advice',
      text: `What this writes to ${path} was not looked at before. Check it: gsd-tools lint ${path}`,
    }
  return deny(
    'PLANNING_UNSEEN',
    `what this would make of ${path} cannot be judged before. Change the lines that are meant with the tool for edits, or call the verb of gsd-tools that does it (gsd-tools help); git and gsd-tools undo bring older texts back.`,
  )
}

function emptied(path: string, before: string | null, after: string): Finding | null {
  if (before === null || before.trim() === '' || after.trim() !== '') return null
  return deny('PLANNING_SHRINK', `this would leave nothing of ${path}. Change the lines that are meant. ${GOES_BY}`)
}

function shrunk(
  path: string,
  before: string | null,
  after: string,
  around: Surroundings,
  { clock, permit }: Given,
): Finding | null {
  if (before === null || !SHRINK_GUARDED.test(path)) return null
  const old = before.split('\n').filter((line) => line.trim() !== '')
  if (old.length < LONG) return null
  const lines = new Set(after.split('\n'))
  const kept = old.filter((line) => lines.has(line)).length
  if (kept >= old.length * KEPT || around.env('GSD_ALLOW_PLANNING_SHRINK') === '1') return null
  if (isPermitted(around, clock.now())) {
    permit.spend()
    return null
  }
  return deny(
    'PLANNING_SHRINK',
    `this write keeps ${kept} of ${old.length} lines of ${path}. Change the lines that are meant; what is finished leaves by gsd-tools milestone complete or state prune. Where the whole is meant, ask the user: they can allow it once.`,
  )
}

/** Given by a person a short while ago. One that came with the tree, or from the future, is none. */
function isPermitted({ project, tracked }: Surroundings, now: number): boolean {
  const given = project?.writtenAt(PERMIT) ?? null
  return given !== null && Math.abs(now - given) <= PERMIT_MS && !tracked(PERMIT)
}

/** Only what the write itself would break: a file that is broken already may be worked on. */
async function unreadable(path: string, before: string | null, after: string): Promise<Finding | null> {
  const id = artifactOf(path, PLANNING)
  const load = Object.hasOwn(CODECS, id) ? CODECS[id] : undefined
  if (load === undefined || after.length > MOST_JUDGED || (before?.length ?? 0) > MOST_JUDGED) return null
  const codec = await load()
  // What a strict reader refuses counts too where the right line is certain: it costs nothing to write it right.
  const faults = (text: string) =>
    lintSource(codec, memorySource(path, text, digestText), { as: 'text' }, digestText).filter(
      ({ severity, corrected }) => severity === 'error' || corrected !== undefined,
    )
  const wrong = faults(after)
  if (wrong.length === 0 || (before !== null && faults(before).length >= wrong.length)) return null
  const shown = wrong.slice(0, MOST_SHOWN).map(({ line, column, message, corrected }) => {
    const better = corrected === undefined ? '' : `\n  write instead: ${corrected}`
    return `${path}:${line}:${column} ${message}${better}`
  })
  const rest = wrong.length - shown.length
  const more = rest > 0 ? `\nand ${rest} more` : ''
  return deny('PLANNING_UNREADABLE', `${path} could not be read after this write:\n${shown.join('\n')}${more}`)
}
