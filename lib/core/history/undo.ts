// Plans the undo of writes: selects entries, checks that their files have not changed since, and creates the edits.
import type { Edit } from '../../artifacts/codec.js'
import type { ErrorBody } from '../../errors.js'
import { parentOf } from '../../std/paths.js'
import { pathText } from '../../std/safe-text.js'
import { claimPath, readClaims } from '../dispatch/claims.js'
import { type PhaseId, type PlanId, parsePlanId, phaseOfPlan, samePhase, samePlan } from '../ids.js'
import { artifactOf, ledgerPath, objectPath } from '../layout.js'
import type { View } from '../view.js'
import { withEdits } from '../writing/staging.js'
import { entriesBackwards, fileIn, isLog, storedFileAt, UndoTracker } from './history.js'
import { readLog, type WriteRecord, type WrittenFile } from './journal.js'

/** What to undo. `last` and `step` skip undos and what those undid; `step` goes back to an entry that is not a claim. */
export type Selection =
  | { readonly kind: 'entry'; readonly id: string }
  | { readonly kind: 'step' }
  | { readonly kind: 'last'; readonly count: number }
  | { readonly kind: 'plan'; readonly plan: PlanId }
  | { readonly kind: 'phase'; readonly phase: PhaseId }

interface Conflict {
  readonly path: string
  readonly reason: string
}

export interface UndoPlan {
  /** The entries to undo, newest first. */
  readonly entries: readonly WriteRecord[]
  /** Selected entries that are already undone. */
  readonly already: readonly string[]
  readonly conflicts: readonly Conflict[]
  readonly edits: readonly Edit[]
  /** Code commits of the undone work that no summary names after the undo. */
  readonly commits: readonly string[]
}

type FoundEntries = Pick<UndoPlan, 'already'> & { readonly chosen: readonly WriteRecord[] }

const unitIdOf = ({ unit }: Pick<WriteRecord, 'unit'>): string => unit?.slice(unit.indexOf('/') + 1) ?? ''

const MATCHES: { readonly [K in Selection['kind']]: (entry: WriteRecord, selection: never) => boolean } = {
  entry: ({ id }, { id: wanted }: { id: string }) => id === wanted,
  last: ({ verb }) => verb !== 'undo',
  step: ({ verb }) => verb !== 'undo',
  plan: (entry, { plan }: { plan: PlanId }) => {
    const id = parsePlanId(unitIdOf(entry))
    return id !== null && samePlan(id, plan)
  },
  phase: (entry, { phase }: { phase: PhaseId }) => {
    const id = unitIdOf(entry)
    const plan = parsePlanId(id)
    return samePhase(id as PhaseId, phase) || (plan !== null && samePhase(phaseOfPlan(plan), phase))
  },
}

/** Whether the entry only claims a unit, which a user would not call a step. */
const isClaim = ({ verb }: WriteRecord): boolean => verb === 'unit.claim'

function isFull(selection: Selection, { chosen, already }: FoundEntries): boolean {
  if (selection.kind === 'last') return chosen.length >= selection.count
  if (selection.kind === 'entry') return chosen.length + already.length > 0
  return selection.kind === 'step' && chosen.some((entry) => !isClaim(entry))
}

function findEntries(view: View, selection: Selection): FoundEntries {
  const matches = MATCHES[selection.kind]
  const tracker = new UndoTracker()
  const chosen: WriteRecord[] = []
  const already: string[] = []
  for (const entry of entriesBackwards(view)) {
    if (isFull(selection, { chosen, already })) break
    const isUndone = tracker.isUndone(entry)
    if (!matches(entry, selection as never)) continue
    if (!isUndone) chosen.push(entry)
    else if (selection.kind !== 'last' && selection.kind !== 'step') already.push(entry.id)
  }
  return { chosen, already }
}

/** Returns the unit name of writes that create or edit a phase itself, as opposed to the work on the phase. */
export const phaseUnit = (id: string): string => `phase/${id}`

/** Plans the undo; with `conflicts`, nothing may be written. If the undo of a phase conflicts, only the work on it is undone. */
export function planUndo(view: View, selection: Selection): UndoPlan {
  const found = findEntries(view, selection)
  const plan = planOf(view, found)
  if (selection.kind !== 'phase' || plan.conflicts.length === 0) return plan
  const chosen = found.chosen.filter(({ unit }) => unit !== phaseUnit(unitIdOf({ unit })))
  return chosen.length === 0 ? plan : planOf(view, { ...found, chosen })
}

function planOf(view: View, { chosen, already }: FoundEntries): UndoPlan {
  const writtenFiles = chosen.flatMap(({ files }) => files.filter((file) => !isLog(file) || isMoved(file)))
  const paths = [...new Set(writtenFiles.map(({ path }) => path))]
  const summaries = paths.filter((path) => artifactOf(path, view.base) === 'summary')
  const restored = paths.map((path) => restore(view, path, chosen))
  const files = restored.flatMap(({ edit }) => edit ?? [])
  const logs = undoneLines(view, chosen, files)
  return {
    entries: chosen,
    already,
    conflicts: [...restored.flatMap(({ conflict }) => conflict ?? []), ...logs.conflicts],
    edits: [...files, ...folderRemovals(files), ...logs.edits],
    commits: commitsOf(view, summaries, files),
  }
}

/** Returns edits that remove folders left empty, deepest first: they would still count as phases or workstreams. */
function folderRemovals(edits: readonly Edit[]): readonly Edit[] {
  const folders = new Set<string>()
  for (const { kind, path } of edits)
    if (kind === 'remove')
      for (let end = path.lastIndexOf('/'); end > '.planning'.length; end = path.lastIndexOf('/', end - 1))
        if (path.startsWith('.planning/')) folders.add(path.slice(0, end + 1))
  return [...folders].sort((a, b) => b.length - a.length).map((path) => ({ kind: 'remove', path }))
}

/** Whether a log moved as a whole: it appeared or disappeared, and no lines were appended. */
const isMoved = ({ lines, before, after }: WrittenFile): boolean =>
  lines === undefined && (before === null || after === null)

type Restored = { readonly edit?: Edit; readonly conflict?: Conflict }

function restore(view: View, path: string, chosen: readonly WriteRecord[]): Restored {
  const now = view.source(path)?.sha256 ?? null
  let content = now
  let wanted = now
  for (const entry of chosen) {
    const file = fileIn(entry, path)
    if (file === null) continue
    if (file.after !== content)
      return { conflict: { path, reason: `it was changed since ${entry.id} (${entry.verb})` } }
    content = file.before
    if (!isLog(file) || isMoved(file)) wanted = content
  }
  if (wanted === now) return {}
  if (wanted === null) return { edit: { kind: 'remove', path } }
  if (storedFileAt(view, path, wanted) === null)
    return { conflict: { path, reason: 'the earlier bytes are damaged or no longer stored' } }
  return { edit: { kind: 'copy', path, from: objectPath(wanted) } }
}

/** Undoes ledger lines: they stay, a further line revokes them, and claims among them end. Other logs are conflicts. */
function undoneLines(view: View, chosen: readonly WriteRecord[], files: readonly Edit[]) {
  const isEdited = (path: string, by: Edit['kind']) => files.some((edit) => edit.path === path && edit.kind === by)
  const logs = chosen.flatMap(({ files }) => files.filter(isLog))
  const ledgers = logs.filter((file) => artifactOf(file.path) === 'ledger' && file.lines !== undefined)
  const paths = [...new Set(ledgers.map(({ path }) => path))]
  const conflicts = [
    ...logs
      .filter((file) => !ledgers.includes(file) && !isMoved(file))
      .map(({ path }) => ({ path, reason: 'lines of this log cannot be undone' })),
    ...paths
      .filter((path) => isEdited(path, 'copy'))
      .map((path) => ({ path, reason: 'it was moved since: undo the later write first, then the earlier ones' })),
  ]
  const at = new Date(view.clock.now()).toISOString()
  return {
    conflicts,
    edits: paths.flatMap((path): readonly Edit[] => {
      const base = parentOf(path)
      const lines = ledgers.flatMap((file) => (file.path === path ? (file.lines ?? []) : []))
      const ended = endedClaims(view.inBase(base), lines)
      // A ledger that the undo removes needs no such line.
      return isEdited(path, 'remove')
        ? ended
        : [...ended, { kind: 'line', path, payload: { kind: 'undone', at, lines } }]
    }),
  }
}

/** Returns edits that end the claims that these ledger lines began. */
function endedClaims(view: View, lines: readonly string[]): readonly Edit[] {
  const named = new Set(lines)
  const dispatches = new Set(
    readLog(view.source(ledgerPath(view))?.text ?? '', view.digest)
      .lines.filter(({ hash }) => named.has(hash))
      .map(({ payload }) => payload as { readonly kind?: unknown; readonly dispatchId?: unknown })
      .filter(({ kind }) => kind === 'claim')
      .map(({ dispatchId }) => dispatchId),
  )
  return readClaims(view)
    .filter(({ dispatchId }) => dispatches.has(dispatchId))
    .map(({ unitType, unitId }): Edit => ({ kind: 'remove', path: claimPath(view, unitType, unitId) }))
}

/** Returns code commits that these summaries name now, but no summary after `edits`. Two plans may share a commit. */
function commitsOf(view: View, summaries: readonly string[], edits: readonly Edit[]): readonly string[] {
  const named = new Set(summaries.flatMap((path) => view.parse('summary', path)?.value.commits ?? []))
  if (named.size === 0) return []
  const afterUndo = view.withTree((tree) => withEdits(tree, edits, view))
  const namesIn = (folder: string) => afterUndo.list(folder).map(({ name }) => `${folder}/${name}`)
  const others = namesIn(view.at('phases'))
    .flatMap(namesIn)
    .filter((path) => artifactOf(path, view.base) === 'summary')
  const remaining = [...summaries, ...others].map((path) => afterUndo.source(path)?.text ?? '')
  return [...named].filter((commit) => !remaining.some((text) => text.includes(commit)))
}

export function changedSinceError(conflicts: readonly Conflict[], entries: readonly WriteRecord[]): ErrorBody {
  const path = pathText(conflicts[0]?.path ?? '')
  return {
    code: 'CHANGED_SINCE',
    message: `nothing was undone: ${conflicts.map(({ path, reason }) => `${path}: ${reason}`).join('; ')}`,
    fix: `undo the later writes first (gsd-tools log --file ${path}), or restore the text by hand from: gsd-tools show ${entries.at(-1)?.id ?? '<id>'}:${path} --before --pretty`,
  }
}
