// Plans to reapply the user's edits: those saved in the patches folders, and those in open conflicts of an update.
import { join } from 'node:path'
import { lineDiff } from '../std/line-changes.js'
import { copiesAt, copiesUpdate } from './copies.js'
import { bytesOf, type Disk, readText, snapshotOf, textOf } from './disk.js'
import { expectedManifest, type Installed, installedAt, physicalPath, usedRoots } from './installed.js'
import { manifestText, type OwnedFile } from './manifest.js'
import { containsChanges, mergedText } from './merge.js'
import { conflictNotice, inExecutionOrder, type Notice, type Operation, type Plan } from './operation.js'
import { putIfDifferent, removalOf, removalOfHandled, type WaitingPatch, waitingPatches } from './patches.js'
import type { RemovalChoice } from './removal.js'

type EditState = 'applied' | 'already-there' | 'target-gone' | 'conflict' | 'no-base' | 'program' | 'no-text'

/** The outcome for one edited file. */
interface ReapplyResult {
  /** Path of the edited file. */
  readonly path: string
  readonly state: EditState
  /** Version of the pack whose text was edited; in an open conflict, the installed version. */
  readonly version: string
  /** Path of the file with the user's version. */
  readonly yours: string
  /** Path of the file with the pack's present text; null if no file has it. */
  readonly present: string | null
  /** The user's change as a diff; null if the base is unknown or a text is not UTF-8. */
  readonly edit: string | null
}

export interface ReapplyPlan extends Plan {
  readonly results: readonly ReapplyResult[]
}

export function planReapply(choice: RemovalChoice, found: Disk): ReapplyPlan {
  const disk = snapshotOf(found)
  const expects = expectedManifest(disk, choice.roots)
  const installed = installedAt(disk, choice.scope, choice.roots)
  if (installed === null || !installed.manifest.runtimes.some((id) => choice.runtimes.includes(id)))
    return { operations: [], notices: [], results: [], expects }
  const roots = usedRoots(disk, installed)
  const parts = [...roots.map((root) => reapplySaved(disk, root, installed)), settleConflicts(disk, installed)]
  const results = parts.flatMap((part) => part.results)
  return {
    operations: inExecutionOrder(parts.flatMap(({ operations }) => operations)),
    notices: results.flatMap((result) => noticeOf(result) ?? []),
    results,
    expects,
  }
}

interface Part {
  readonly operations: readonly Operation[]
  readonly results: readonly ReapplyResult[]
}

const isSettled = (state: EditState): boolean => state === 'applied' || state === 'already-there'

/** Merges saved edits into the present files. */
function reapplySaved(disk: Disk, root: string, { manifest, roots }: Installed): Part {
  const owned = new Map<string, OwnedFile>(
    Object.entries(manifest.files).map(([key, file]) => [physicalPath(disk, roots, key), file] as const),
  )
  const operations: Operation[] = []
  const handled: WaitingPatch[] = []
  /** Merged texts by path, because a file may have several edits. */
  const texts = new Map<string, string>()
  const results = waitingPatches(disk, root).map((patch): ReapplyResult => {
    const path = disk.real(join(root, patch.path))
    const owner = owned.get(path)
    const present = owner === undefined ? null : (texts.get(path) ?? readText(disk, path))
    const { state, text } = applyToText(patch.base, patch.mine, present, owner?.kind === 'program')
    if (state === 'applied' && text !== null) texts.set(path, text)
    if (isSettled(state)) handled.push(patch)
    return {
      path,
      state,
      version: patch.version,
      yours: `${patch.folder}/${patch.path}`,
      present: present === null ? null : path,
      edit: diffOf(patch.base, patch.mine),
    }
  })
  for (const [path, text] of texts) operations.push(...putIfDifferent(disk, path, bytesOf(text), 'payload', 'merge'))
  return { operations: [...operations, ...removalOfHandled(disk, root, handled)], results }
}

/** Settles open conflicts of an update whose file or offered text is gone, or that are merged or can be merged now. */
function settleConflicts(disk: Disk, installed: Installed): Part {
  const { manifest, path: manifestPath, roots } = installed
  const files: Record<string, OwnedFile> = { ...manifest.files }
  const copies = new Map(copiesAt(disk, installed.path))
  const operations: Operation[] = []
  const results = Object.entries(manifest.files).flatMap(([key, file]): readonly ReapplyResult[] => {
    if (file.base === undefined) return []
    const [path, offer] = [physicalPath(disk, roots, key), physicalPath(disk, roots, `${key}.new`)]
    const storedBase = copies.get(file.base)
    const base = storedBase === undefined ? null : textOf(storedBase)
    const mine = readText(disk, path)
    // A file of the user's at the path of the offer is not the offer.
    const isOffered = Object.hasOwn(manifest.files, `${key}.new`)
    const stored = copies.get(file.sha256)
    const present = isOffered ? readText(disk, offer) : stored === undefined ? null : textOf(stored)
    const { state, text } =
      (isOffered && disk.read(offer) === null) || disk.read(path) === null
        ? ({ state: 'applied', text: null } as const)
        : applyToText(base, mine, present, false)
    if (isSettled(state)) {
      if (text !== null) operations.push(...putIfDifferent(disk, path, bytesOf(text), 'payload', 'merge'))
      if (isOffered) operations.push(...removalOf(disk, offer))
      const { base: _, ...settled } = file
      files[key] = settled
      delete files[`${key}.new`]
    }
    const { version } = manifest
    return [{ path, state, version, yours: path, present: isOffered ? offer : null, edit: diffOf(base, mine) }]
  })
  const needed = new Set(Object.values(files).flatMap(({ sha256, base }) => [sha256, base ?? sha256]))
  for (const { base } of Object.values(manifest.files)) if (base !== undefined && !needed.has(base)) copies.delete(base)
  return {
    operations: [
      ...operations,
      ...copiesUpdate(disk, manifestPath, copies),
      ...putIfDifferent(disk, manifestPath, bytesOf(manifestText({ ...manifest, files })), 'manifest', 'record'),
    ],
    results,
  }
}

/** Applies an edit to the present text, which is null if there is none. `mine` is null if it is not UTF-8. */
function applyToText(
  base: string | null,
  mine: string | null,
  present: string | null,
  isProgram: boolean,
): { readonly state: EditState; readonly text: string | null } {
  if (mine === null) return { state: 'no-text', text: null }
  if (present === null) return { state: 'target-gone', text: null }
  if (mine === present || (base !== null && containsChanges(base, mine, present)))
    return { state: 'already-there', text: present }
  if (isProgram) return { state: 'program', text: null }
  if (base === null) return { state: 'no-base', text: null }
  const text = mergedText(base, mine, present)
  return { state: text === null ? 'conflict' : 'applied', text }
}

const diffOf = (base: string | null, mine: string | null): string | null =>
  base === null || mine === null ? null : lineDiff(base, mine)

const REASONS: Readonly<Record<Exclude<EditState, 'applied' | 'already-there'>, string>> = {
  'target-gone': 'the pack no longer has this file',
  conflict: 'your edit conflicts with the new version',
  'no-base': 'the text that you edited is no longer stored, so your edit cannot be merged',
  'no-text': 'your edit is not UTF-8 text, so it cannot be merged',
  program: "is a program, which cannot be merged, so the pack's version is in use",
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
