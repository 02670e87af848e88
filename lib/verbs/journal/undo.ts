// undo: restores the bytes from before an entry, all of them or none.
import { everyKindBut } from '../../artifacts/paths.js'
import { type Decision, decide, isRefused, YES } from '../../core/consent.js'
import { imageAt, lastWrite, pathsMeant } from '../../core/history/history.js'
import type { WriteRecord } from '../../core/history/journal.js'
import { changedSince, planUndo, type Selection, type UndoPlan } from '../../core/history/undo.js'
import { parsePhaseId, parsePlanId } from '../../core/ids.js'
import { objectPath } from '../../core/layout.js'
import { arg, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { refuse, usageError } from '../../errors.js'
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
    removed: texts('Files removed'),
    restored: texts('Files restored'),
    conflicts: listOf(record({ path: text(), reason: text() })),
    plan: maybe(listOf(record(entryFields), 'What --yes would undo')),
    redo: maybe(text('The call that reverts this undo')),
  }),
  pretty: undoText,
  run({ view }, { yes, file, ...words }) {
    if (file !== undefined) return fileBack(view, file, words)
    const plan = planUndo(view, selectionOf(words))
    const { entries, conflicts, commits } = plan
    if (entries.length === 0) return { result: NOTHING, ...missing(plan, words) }
    if (conflicts.length > 0)
      return { result: { ...NOTHING, conflicts }, exit: 3, error: changedSince(conflicts, entries) }
    const files = filesOf(view, plan.edits)
    const by = isRedo(entries) ? null : decide(view, yes, takingBack(entries, files, words))
    const would = { ...NOTHING, ...files, commits }
    if (by !== null && isRefused(by)) return { result: { ...would, plan: entries.map(entryOf) }, exit: 4, error: by }
    const undone = entries.map(({ id }) => id)
    return { result: { ...would, undone }, edits: plan.edits, undoes: undone }
  },
})

const NOTHING = { undone: [], commits: [], removed: [], restored: [], conflicts: [] }

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

/** The verbs and units behind the writes, each once. */
const writerLines = (entries: readonly Writer[]): readonly string[] =>
  [...new Set(entries.map(writerOf))].map((one) => `by      ${one}`)

type UndoAnswer = { readonly [List in 'undone' | 'commits' | 'removed' | 'restored']: readonly string[] } & {
  readonly plan?: readonly Writer[]
  readonly redo?: string
}

/** The undone (or, in a preview, affected) files, and how to redo them. */
function undoText({ undone, commits, redo, ...told }: UndoAnswer): string {
  const isDone = redo !== undefined
  const files = fileLines(told, isDone)
  if (undone.length + files.length === 0) return 'nothing to undo'
  return [
    ...(undone.length === 0 ? [] : [`${isDone ? 'took back' : 'would undo'} ${counted(undone.length, 'write')}`]),
    ...(isDone ? [] : writerLines(told.plan ?? [])),
    ...files,
    ...commits.map((commit) => `Commit ${commit} stays; to revert the code too: git revert ${commit}`),
    ...(isDone ? [`redo: ${redo}`] : []),
  ].join('\n')
}

/** Like every write, this one keeps the replaced bytes in the journal. */
function fileBack(view: View, named: string, words: Words) {
  if (Object.values(words).some((value) => value !== undefined)) return usage('--file cannot be combined with others')
  const found = pathsMeant(named)
    .map((path) => ({ path, after: lastWrite(view, path) }))
    .find(({ after }) => after !== null)
  if (found === undefined || found.after === null)
    return { result: NOTHING, ...missing({ already: [] }, { id: named }) }
  const { path, after } = found
  if (view.source(path)?.sha256 === after) return { result: NOTHING }
  if (imageAt(view, path, after) === null) {
    const conflicts = [{ path, reason: 'the bytes of the last write are damaged or no longer kept' }]
    return { result: { ...NOTHING, conflicts }, exit: 3 as const, error: changedSince(conflicts, []) }
  }
  const edits = [{ kind: 'copy', path, from: objectPath(after) } as const]
  return { result: { ...NOTHING, restored: [path] }, edits, undoes: [] }
}

function takingBack(entries: readonly WriteRecord[], files: Files, words: Words): Decision {
  const flags = Object.entries(words).map(([flag, value]) => `--${flag} ${value}`)
  return {
    question: [`Undo ${counted(entries.length, 'write')}?`, ...writerLines(entries), ...fileLines(files)].join('\n'),
    call: `gsd-tools undo ${words.id ?? flags.join(' ')}`.trimEnd(),
  }
}

type Words = { id?: string; last?: number; plan?: string; phase?: string }

const CALLS =
  'gsd-tools undo <id>, undo --last 1, undo --plan 01-02, undo --phase 01 or undo --file STATE.md; gsd-tools log prints the ids'

const usage = (message: string): never => refuse(usageError(message, CALLS))

function selectionOf({ id, last, plan, phase }: Words): Selection {
  const given = [id, last, plan, phase].filter((value) => value !== undefined)
  if (given.length > 1) return usage(`expected one of <id>, --last, --plan and --phase, received ${given.length}`)
  if (given.length === 0) return { kind: 'step' }
  if (id !== undefined) return { kind: 'entry', id }
  if (last !== undefined) {
    if (last < 1) return usage(`--last must be 1 or more, received ${last}`)
    return { kind: 'last', count: last }
  }
  if (plan !== undefined) {
    const parsed = parsePlanId(plan)
    if (parsed === null) return usage(`"${plan}" is not a plan id`)
    return { kind: 'plan', plan: parsed }
  }
  const parsed = parsePhaseId(phase ?? '')
  if (parsed === null) return usage(`"${phase}" is not a phase id`)
  return { kind: 'phase', phase: parsed }
}

function missing({ already }: Pick<UndoPlan, 'already'>, { id, plan, phase }: Words) {
  // Idempotent: the wanted state is already there.
  if (already.length > 0) return {}
  const error = {
    code: 'NOT_FOUND' as const,
    message: `the journal of this folder has nothing to undo for ${id ?? plan ?? phase ?? '--last'}`,
    fix: 'gsd-tools log lists the writes; work that came through git: git revert its commits, a merge with -m 1',
  }
  return { exit: 1 as const, error }
}
