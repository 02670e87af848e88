// Reapplies the user's edits: those in the patches folders, and conflicts of an update.
import { join } from 'node:path'
import { lineDiff } from '../std/line-changes.js'
import { copiesAt, keepCopies } from './copies.js'
import { bytesOf, type Disk, readText, snapshotOf, textOf } from './disk.js'
import { expectedRecord, type Installed, installedAt, physical, usedRoots } from './installed.js'
import { manifestText, type OwnedFile } from './manifest.js'
import { holds, merged } from './merge.js'
import { conflictNotice, inOrder, type Notice, type Operation, type Plan } from './operation.js'
import { forget, putIfDifferent, removeNow, type WaitingPatch, waitingPatches } from './patches.js'
import type { RemovalChoice } from './removal.js'

type EditState = 'applied' | 'already-there' | 'target-gone' | 'conflict' | 'no-base' | 'program' | 'no-text'

/** The outcome for one edited file, and its versions. */
interface ReapplyResult {
  /** Path of the edited file. */
  readonly path: string
  readonly state: EditState
  /** Version whose text was edited. */
  readonly version: string
  /** File with the user's version. */
  readonly yours: string
  /** File with the pack's present text; null if no file has it. */
  readonly present: string | null
  /** The user's change as a diff; null if its base is unknown. */
  readonly edit: string | null
}

export interface ReapplyPlan extends Plan {
  readonly results: readonly ReapplyResult[]
}

export function planReapply(choice: RemovalChoice, found: Disk): ReapplyPlan {
  const disk = snapshotOf(found)
  const expects = expectedRecord(disk, choice.roots)
  const installed = installedAt(disk, choice.scope, choice.roots)
  if (installed === null || !installed.manifest.runtimes.some((id) => choice.runtimes.includes(id)))
    return { operations: [], notices: [], results: [], expects }
  const roots = usedRoots(disk, installed)
  const parts = [...roots.map((root) => waitingIn(disk, root, installed)), conflictsOf(disk, installed)]
  const results = parts.flatMap((part) => part.results)
  return {
    operations: inOrder(parts.flatMap(({ operations }) => operations)),
    notices: results.flatMap((one) => noticeOf(one) ?? []),
    results,
    expects,
  }
}

interface Part {
  readonly operations: readonly Operation[]
  readonly results: readonly ReapplyResult[]
}

const isDone = (state: EditState): boolean => state === 'applied' || state === 'already-there'

/** Merges edits that were put aside into the present files. */
function waitingIn(disk: Disk, root: string, { manifest, roots }: Installed): Part {
  const owned = new Map<string, OwnedFile>(
    Object.entries(manifest.files).map(([key, file]) => [physical(disk, roots, key), file] as const),
  )
  const operations: Operation[] = []
  const done: WaitingPatch[] = []
  /** Several edits of one file build on each other. */
  const texts = new Map<string, string>()
  const results = waitingPatches(disk, root).map((patch): ReapplyResult => {
    const path = disk.real(join(root, patch.path))
    const owner = owned.get(path)
    const present = owner === undefined ? null : (texts.get(path) ?? readText(disk, path))
    const { state, text } = judged(patch.base, patch.mine, present, owner?.kind === 'program')
    if (state === 'applied' && text !== null) texts.set(path, text)
    if (isDone(state)) done.push(patch)
    return {
      path,
      state,
      version: patch.version,
      yours: `${patch.folder}/${patch.path}`,
      present: present === null ? null : path,
      edit: editOf(patch.base, patch.mine),
    }
  })
  for (const [path, text] of texts) operations.push(...putIfDifferent(disk, path, bytesOf(text), 'payload', 'merge'))
  return { operations: [...operations, ...forget(disk, root, done)], results }
}

/** Open conflicts of an update: settled if the offered text was deleted or the texts merge now. */
function conflictsOf(disk: Disk, installed: Installed): Part {
  const { manifest, path: record, roots } = installed
  const files: Record<string, OwnedFile> = { ...manifest.files }
  const copies = new Map(copiesAt(disk, installed.path))
  const operations: Operation[] = []
  const results = Object.entries(manifest.files).flatMap(([key, file]): readonly ReapplyResult[] => {
    if (file.base === undefined) return []
    const [path, offer] = [physical(disk, roots, key), physical(disk, roots, `${key}.new`)]
    const kept = copies.get(file.base)
    const base = kept === undefined ? null : textOf(kept)
    const mine = readText(disk, path)
    // A file of the user's at the path of the offer is not the offer.
    const isOffered = Object.hasOwn(manifest.files, `${key}.new`)
    const stored = copies.get(file.sha256)
    const present = isOffered ? readText(disk, offer) : stored === undefined ? null : textOf(stored)
    const { state, text } =
      (isOffered && disk.read(offer) === null) || disk.read(path) === null
        ? ({ state: 'applied', text: null } as const)
        : judged(base, mine, present, false)
    if (isDone(state)) {
      if (text !== null) operations.push(...putIfDifferent(disk, path, bytesOf(text), 'payload', 'merge'))
      if (isOffered) operations.push(...removeNow(disk, offer))
      const { base: _, ...settled } = file
      files[key] = settled
      delete files[`${key}.new`]
    }
    const { version } = manifest
    return [{ path, state, version, yours: path, present: isOffered ? offer : null, edit: editOf(base, mine) }]
  })
  const needed = new Set(Object.values(files).flatMap(({ sha256, base }) => [sha256, base ?? sha256]))
  for (const { base } of Object.values(manifest.files)) if (base !== undefined && !needed.has(base)) copies.delete(base)
  return {
    operations: [
      ...operations,
      ...keepCopies(disk, record, copies),
      ...putIfDifferent(disk, record, bytesOf(manifestText({ ...manifest, files })), 'manifest', 'record'),
    ],
    results,
  }
}

/** Applies an edit to the present text. `mine` is null if it is not text. */
function judged(
  base: string | null,
  mine: string | null,
  present: string | null,
  isProgram: boolean,
): { readonly state: EditState; readonly text: string | null } {
  if (mine === null) return { state: 'no-text', text: null }
  if (present === null) return { state: 'target-gone', text: null }
  if (mine === present || (base !== null && holds(base, mine, present)))
    return { state: 'already-there', text: present }
  if (isProgram) return { state: 'program', text: null }
  if (base === null) return { state: 'no-base', text: null }
  const text = merged(base, mine, present)
  return { state: text === null ? 'conflict' : 'applied', text }
}

const editOf = (base: string | null, mine: string | null): string | null =>
  base === null || mine === null ? null : lineDiff(base, mine)

const REASONS: Readonly<Record<Exclude<EditState, 'applied' | 'already-there'>, string>> = {
  'target-gone': 'the pack no longer has this file',
  conflict: 'your edit conflicts with the new version',
  'no-base': 'the base of your edit was not kept',
  'no-text': 'your edit is not UTF-8 text, so it cannot be merged',
  program: "is a program and cannot be merged: the pack's version is in place",
}

function noticeOf({ path, state, yours, present }: ReapplyResult): Notice | null {
  if (state === 'applied' || state === 'already-there') return null
  const reason = REASONS[state]
  if (yours === path) return conflictNotice(path, reason, present !== null)
  return {
    level: state === 'program' ? 'note' : 'decide',
    path,
    message: `${reason}; your version is in ${yours}`,
    fix:
      state === 'program'
        ? `review it, delete ${yours}, then run: gsd reapply-patches`
        : `merge it into ${present ?? 'a file of this pack'}, delete ${yours}, then run: gsd reapply-patches`,
  }
}
