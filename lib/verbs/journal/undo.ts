// undo: takes writes back by restoring the bytes that they replaced, all or none; or restores one file as last written.
import { everyKindBut } from '../../artifacts/paths.js'
import { type Decision, decide, isRefused, YES } from '../../core/consent.js'
import { candidatePaths, lastWrite, storedFileAt } from '../../core/history/history.js'
import type { WriteRecord } from '../../core/history/journal.js'
import { changedSinceError, planUndo, type Selection, type UndoPlan } from '../../core/history/undo.js'
import { parsePhaseId, parsePlanId } from '../../core/ids.js'
import { objectPath } from '../../core/layout.js'
import { arg, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { refuse, usageError } from '../../errors.js'
import { listOf, maybe, record, text, texts } from '../../std/shape.js'
import { counted } from '../../std/text.js'
import { entryFields, entryOf, writerOf } from './log.js'

export const undo = verb('undo', {
  about: 'Undo writes to the planning files, byte for byte',
  args: {
    id: arg.text('Entry to undo; the id of an undo redoes its writes', { positional: true }),
    last: arg.int('Number of the newest entries to undo; without any argument: the last step, and claims after it'),
    plan: arg.text('Undo all writes of the work on this plan'),
    phase: arg.text('Undo all writes of the work on this phase, and the phase itself if it was added alone'),
    file: arg.text('Restore this file as gsd last wrote it, undoing changes that others made since'),
    yes: YES,
  },
  reads: ['summary', 'ledger', 'roadmap'],
  writes: everyKindBut(),
  result: record({
    undone: texts('Ids, newest first'),
    commits: texts('Code commits of the undone work, which undo does not touch: ask the user, then git revert them'),
    removed: texts('Files removed'),
    restored: texts('Files restored'),
    conflicts: listOf(record({ path: text(), reason: text() })),
    plan: maybe(listOf(record(entryFields), 'What --yes would undo')),
    redo: maybe(text('The command that reverts this undo')),
  }),
  pretty: undoText,
  run({ view }, { yes, file, ...args }) {
    if (file !== undefined) return restoreFile(view, file, args)
    const plan = planUndo(view, selectionOf(args))
    const { entries, conflicts, commits } = plan
    if (entries.length === 0) return { result: NOTHING, ...nothingToUndo(plan, args) }
    if (conflicts.length > 0)
      return { result: { ...NOTHING, conflicts }, exit: 3, error: changedSinceError(conflicts, entries) }
    const files = filesOf(view, plan.edits)
    const by = isRedo(entries) ? null : decide(view, yes, undoDecision(entries, files, args))
    const preview = { ...NOTHING, ...files, commits }
    if (by !== null && isRefused(by)) return { result: { ...preview, plan: entries.map(entryOf) }, exit: 4, error: by }
    const undone = entries.map(({ id }) => id)
    return { result: { ...preview, undone }, edits: plan.edits, undoes: undone }
  },
})

const NOTHING = { undone: [], commits: [], removed: [], restored: [], conflicts: [] }

/** Whether all entries are undos. Undoing an undo only redoes writes, so nothing can be lost. */
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

/** Lists the verbs and units that made the writes, each once. */
const writerLines = (entries: readonly Writer[]): readonly string[] =>
  [...new Set(entries.map(writerOf))].map((one) => `by      ${one}`)

type UndoAnswer = { readonly [List in 'undone' | 'commits' | 'removed' | 'restored']: readonly string[] } & {
  readonly plan?: readonly Writer[]
  readonly redo?: string
}

/** Renders what was (or, in a preview, would be) undone, and how to redo it. */
function undoText({ undone, commits, redo, ...details }: UndoAnswer): string {
  const isDone = redo !== undefined
  const files = fileLines(details, isDone)
  if (undone.length + files.length === 0) return 'nothing to undo'
  return [
    ...(undone.length === 0 ? [] : [`${isDone ? 'undid' : 'would undo'} ${counted(undone.length, 'write')}`]),
    ...(isDone ? [] : writerLines(details.plan ?? [])),
    ...files,
    ...commits.map((commit) => `Commit ${commit} stays; to revert the code too: git revert ${commit}`),
    ...(isDone ? [`redo: ${redo}`] : []),
  ].join('\n')
}

/** Restores a file as gsd last wrote it. The journal keeps the replaced bytes, as for every write. */
function restoreFile(view: View, named: string, args: UndoArgs) {
  if (Object.values(args).some((value) => value !== undefined))
    return refuseUsage('--file cannot be combined with other arguments')
  const found = candidatePaths(named)
    .map((path) => ({ path, after: lastWrite(view, path) }))
    .find(({ after }) => after !== null)
  if (found === undefined || found.after === null)
    return { result: NOTHING, ...nothingToUndo({ already: [] }, { id: named }) }
  const { path, after } = found
  if (view.source(path)?.sha256 === after) return { result: NOTHING }
  if (storedFileAt(view, path, after) === null) {
    const conflicts = [{ path, reason: 'the bytes of the last write are damaged or no longer kept' }]
    return { result: { ...NOTHING, conflicts }, exit: 3 as const, error: changedSinceError(conflicts, []) }
  }
  const edits = [{ kind: 'copy', path, from: objectPath(after) } as const]
  return { result: { ...NOTHING, restored: [path] }, edits, undoes: [] }
}

function undoDecision(entries: readonly WriteRecord[], files: Files, args: UndoArgs): Decision {
  const flags = Object.entries(args).map(([flag, value]) => `--${flag} ${value}`)
  return {
    question: [`Undo ${counted(entries.length, 'write')}?`, ...writerLines(entries), ...fileLines(files)].join('\n'),
    call: `gsd-tools undo ${args.id ?? flags.join(' ')}`.trimEnd(),
  }
}

type UndoArgs = { id?: string; last?: number; plan?: string; phase?: string }

const EXAMPLES =
  'run gsd-tools undo with <id>, --last 1, --plan 01-02, --phase 01 or --file STATE.md; gsd-tools log prints the ids'

const refuseUsage = (message: string): never => refuse(usageError(message, EXAMPLES))

function selectionOf({ id, last, plan, phase }: UndoArgs): Selection {
  const given = [id, last, plan, phase].filter((value) => value !== undefined)
  if (given.length > 1) return refuseUsage(`expected one of <id>, --last, --plan and --phase, received ${given.length}`)
  if (given.length === 0) return { kind: 'step' }
  if (id !== undefined) return { kind: 'entry', id }
  if (last !== undefined) {
    if (last < 1) return refuseUsage(`--last must be 1 or more, received ${last}`)
    return { kind: 'last', count: last }
  }
  if (plan !== undefined) {
    const parsed = parsePlanId(plan)
    if (parsed === null) return refuseUsage(`"${plan}" is not a plan id`)
    return { kind: 'plan', plan: parsed }
  }
  const parsed = parsePhaseId(phase ?? '')
  if (parsed === null) return refuseUsage(`"${phase}" is not a phase id`)
  return { kind: 'phase', phase: parsed }
}

function nothingToUndo({ already }: Pick<UndoPlan, 'already'>, { id, plan, phase }: UndoArgs) {
  // If everything is already undone, this is no error.
  if (already.length > 0) return {}
  const subject = id ?? plan ?? phase
  const error = {
    code: 'NOT_FOUND' as const,
    message: `the journal of this folder has nothing to undo${subject === undefined ? '' : ` for ${subject}`}`,
    fix: 'run gsd-tools log, which lists the writes; to undo work that came through git, use git revert (for a merge, with -m 1)',
  }
  return { exit: 1 as const, error }
}
