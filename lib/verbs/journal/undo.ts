// undo: restores the bytes from before an entry, all of them or none.
import { everyKindBut } from '../../artifacts/paths.js'
import { type Decision, decide, isRefused, YES } from '../../core/consent.js'
import { entriesBackwards, fileIn, imageAt, isLog, pathsMeant } from '../../core/history/history.js'
import type { WriteRecord } from '../../core/history/journal.js'
import { readLedger } from '../../core/history/ledger.js'
import { changedSince, planUndo, type Selection, type UndoPlan } from '../../core/history/undo.js'
import { displayPhaseId, parsePhaseId, parsePlanId, phaseOfPlan, samePhase, samePlan } from '../../core/ids.js'
import { objectPath } from '../../core/layout.js'
import { sectionNamed } from '../../core/phases/phase-removal.js'
import { arg, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { layEdits } from '../../core/writing/staging.js'
import { GsdError } from '../../errors.js'
import { listOf, maybe, record, text, texts } from '../../std/shape.js'
import { counted } from '../../std/text.js'
import { entryFields, entryOf, writerOf } from './log.js'

export const undo = verb('undo', {
  about: 'Restore the planning files from before a write',
  args: {
    id: arg.text('Entry to undo; the id of an undo redoes its writes', { positional: true }),
    last: arg.int('The newest N entries not yet undone; without any argument: the last step, claims aside'),
    plan: arg.text('All writes of the work on this plan'),
    phase: arg.text('All writes of the work on this phase; the phase too if it was added on its own'),
    file: arg.text('This file after its last write, undoing later changes from elsewhere'),
    yes: YES,
  },
  reads: ['summary', 'ledger', 'roadmap'],
  writes: everyKindBut(),
  result: record({
    undone: texts('Ids, newest first'),
    commits: texts('Code commits of the undone work; ask, then git revert them: undo does not touch git'),
    returning: texts('Code commits of the restored work: git revert their reverts'),
    removed: texts('Files removed'),
    restored: texts('Files restored'),
    conflicts: listOf(record({ path: text(), reason: text() })),
    plan: maybe(listOf(record(entryFields), 'What --yes would undo')),
    left: maybe(text('What remains of the phase, and the call that removes it')),
    redo: maybe(text('The call that reverts this undo')),
  }),
  pretty: undoText,
  run({ view }, { yes, file, ...words }) {
    if (file !== undefined) return fileBack(view, file, words)
    const plan = planUndo(view, selectionOf(words))
    const { entries, conflicts, commits, returning } = plan
    if (entries.length === 0) return { result: NOTHING, ...missing(plan, words, doneElsewhere(view, words)) }
    if (conflicts.length > 0)
      return {
        result: { ...NOTHING, conflicts },
        exit: 3,
        error: changedSince(conflicts, plan.depth, entries),
      }
    const files = filesOf(view, plan.edits)
    const by = isRedo(entries) ? null : decide(view, takingBack(entries, files, words), yes)
    const left = remainingPhase(view, plan, words)
    const would = { ...NOTHING, ...files, commits, returning, ...(left === null ? {} : { left }) }
    if (by !== null && isRefused(by)) return { result: { ...would, plan: entries.map(entryOf) }, exit: 4, error: by }
    const undone = entries.map(({ id }) => id)
    return { result: { ...would, undone }, edits: plan.edits, undoes: undone }
  },
})

const NOTHING = { undone: [], commits: [], returning: [], removed: [], restored: [], conflicts: [] }

/** A phase that came with others, or that later writes stand on, keeps its place in the roadmap. */
function remainingPhase(view: View, { edits }: UndoPlan, { phase }: Words): string | null {
  const id = parsePhaseId(phase ?? '')
  if (id === null) return null
  const then = view.over((tree) => layEdits(tree, edits, view))
  const roadmap = then.parse('roadmap', view.at('ROADMAP.md'))?.value
  if (roadmap === undefined || sectionNamed(roadmap, id) === null) return null
  const shown = displayPhaseId(id)
  return `phase ${shown} stays in ROADMAP.md, without this work; take it out too with: gsd-tools phase remove ${shown}`
}

/** Undoing an undo only restores what it removed, so nothing can be lost. */
const isRedo = (entries: readonly WriteRecord[]): boolean => entries.every(({ verb }) => verb === 'undo')

const filesOf = (view: View, edits: UndoPlan['edits']) => ({
  removed: edits.flatMap(({ kind, path }) => (kind === 'remove' && view.source(path) !== null ? [path] : [])),
  restored: edits.flatMap(({ kind, path }) => (kind === 'copy' ? [path] : [])),
})

type Files = ReturnType<typeof filesOf>

const fileLines = ({ removed, restored }: { readonly [K in keyof Files]: readonly string[] }, isDone = false) => [
  ...removed.map((path) => `${isDone ? 'removed' : 'remove'}  ${path}`),
  ...restored.map((path) => `${isDone ? 'restored' : 'restore'} ${path}`),
]

type Writer = Pick<WriteRecord, 'verb' | 'unit'>

const MOST_WRITERS = 5

/** The verbs and units behind the writes, each once. */
function writerLines(entries: readonly Writer[]): readonly string[] {
  const writers = [...new Set(entries.map(writerOf))]
  const more = writers.length - MOST_WRITERS
  return [...writers.slice(0, MOST_WRITERS), ...(more > 0 ? [`and ${more} more`] : [])].map((one) => `by      ${one}`)
}

interface UndoAnswer {
  readonly undone: readonly string[]
  readonly commits: readonly string[]
  readonly returning: readonly string[]
  readonly removed: readonly string[]
  readonly restored: readonly string[]
  readonly plan?: readonly Writer[]
  readonly left?: string
  readonly redo?: string
  readonly dry_run?: boolean
}

/** The undone (or, in a preview, affected) files, and how to redo them. */
function undoText({ undone, commits, returning, left, redo, ...told }: UndoAnswer): string {
  const isDone = redo !== undefined
  const files = fileLines(told, isDone)
  if (undone.length + files.length === 0) return 'nothing to undo'
  return [
    ...(undone.length === 0 ? [] : [`${isDone ? 'took back' : 'would undo'} ${counted(undone.length, 'write')}`]),
    ...(isDone ? [] : writerLines(told.plan ?? [])),
    ...files,
    ...commits.map((commit) => `Commit ${commit} stays; to revert the code too: git revert ${commit}`),
    ...returning.map((commit) => `commit of the restored work: ${commit}`),
    ...(left === undefined ? [] : [left]),
    ...(isDone ? [`redo: ${redo}`] : []),
  ].join('\n')
}

/** Like every write, this one keeps the replaced bytes in the journal. */
function fileBack(view: View, named: string, words: Words) {
  if (Object.values(words).some((value) => value !== undefined)) throw usage('--file cannot be combined with others')
  const found = pathsMeant(named)
    .map((path) => ({ path, after: lastWrite(view, path) }))
    .find(({ after }) => after !== null)
  if (found === undefined || found.after === null) return { result: NOTHING, ...missing(NONE, { id: named }) }
  const { path, after } = found
  if (view.source(path)?.sha256 === after) return { result: NOTHING }
  const reason = 'the bytes of the last write are damaged or no longer kept'
  if (imageAt(view, path, after) === null) {
    const conflicts = [{ path, reason }]
    return { result: { ...NOTHING, conflicts }, exit: 3 as const, error: changedSince(conflicts, null, []) }
  }
  return {
    result: { ...NOTHING, restored: [path] },
    edits: [{ kind: 'copy', path, from: objectPath(after) } as const],
    undoes: [],
  }
}

/** Digest of its last write; null if nothing wrote the file, the last write removed it, or it is a log. */
function lastWrite(view: View, path: string): string | null {
  for (const entry of entriesBackwards(view)) {
    const file = fileIn(entry, path)
    if (file !== null) return isLog(file) ? null : file.after
  }
  return null
}

const takingBack = (entries: readonly WriteRecord[], files: Files, words: Words): Decision => ({
  question: [`Undo ${counted(entries.length, 'write')}?`, ...writerLines(entries), ...fileLines(files)].join('\n'),
  call: `gsd-tools undo ${
    words.id ??
    Object.entries(words)
      .map(([flag, value]) => `--${flag} ${value}`)
      .join(' ')
  }`.trimEnd(),
})

type Words = { id?: string; last?: number; plan?: string; phase?: string }

const usage = (message: string) =>
  new GsdError({
    code: 'USAGE',
    message,
    fix: 'gsd-tools undo <id>, undo --last 1, undo --plan 01-02, undo --phase 01 or undo --file STATE.md; gsd-tools log prints the ids',
  })

function selectionOf({ id, last, plan, phase }: Words): Selection {
  const given = [id, last, plan, phase].filter((value) => value !== undefined)
  if (given.length > 1) throw usage(`expected one of <id>, --last, --plan and --phase, received ${given.length}`)
  if (given.length === 0) return { kind: 'step' }
  if (id !== undefined) return { kind: 'entry', id }
  if (last !== undefined) {
    if (last < 1) throw usage(`--last must be 1 or more, received ${last}`)
    return { kind: 'last', count: last }
  }
  if (plan !== undefined) {
    const parsed = parsePlanId(plan)
    if (parsed === null) throw usage(`"${plan}" is not a plan id`)
    return { kind: 'plan', plan: parsed }
  }
  const parsed = parsePhaseId(phase ?? '')
  if (parsed === null) throw usage(`"${phase}" is not a phase id`)
  return { kind: 'phase', phase: parsed }
}

/** Idempotent: the wanted state is already there. */
const NONE = { already: [] }

function missing({ already }: Pick<UndoPlan, 'already'>, { id, plan, phase }: Words, elsewhere: string | null = null) {
  if (already.length > 0) return {}
  const message = `the journal has nothing to undo for ${id ?? plan ?? phase ?? '--last'}`
  const error =
    elsewhere === null
      ? { message, fix: 'gsd-tools log lists the writes' }
      : { message: `${message}: it was done in another work tree or clone and came here through git`, fix: elsewhere }
  return { exit: 1 as const, error: { code: 'NOT_FOUND' as const, ...error } }
}

/** How to undo work missing from this folder's journal, such as that of `gsd auto --jobs`; null if no way is known. */
function doneElsewhere(view: View, { plan, phase }: Words): string | null {
  const [ofPlan, ofPhase] = [parsePlanId(plan ?? ''), parsePhaseId(phase ?? '')]
  const isOurs = (unitId: string) => {
    const own = parsePlanId(unitId)
    const its = own === null ? parsePhaseId(unitId) : phaseOfPlan(own)
    if (ofPlan !== null) return own !== null && samePlan(own, ofPlan)
    return ofPhase !== null && its !== null && samePhase(its, ofPhase)
  }
  const found = readLedger(view).lines.find(
    (line) => line.kind === 'outcome' && line.status === 'completed' && isOurs(line.unitId),
  )
  return found === undefined
    ? null
    : `git log --oneline --first-parent --grep='${ofPlan ?? ofPhase}' lists its commits; newest first: git revert <commit>, for a merge git revert -m 1 <commit>`
}
