// Bringing a user's edits back as data: those that wait in the patches folders, and those an update could not merge.
import { join } from 'node:path'
import { bytesOf, type Disk, readText } from './disk.js'
import { groundsOf, type Installed, installedAt, physical, pristinePath, usedRoots } from './installed.js'
import { manifestText, type OwnedFile } from './manifest.js'
import { inOrder, type Notice, type Operation, type Plan } from './operation.js'
import {
  forget,
  type Hunk,
  isClean,
  mergeByHunk,
  putIfDifferent,
  removeNow,
  type WaitingPatch,
  waitingPatches,
} from './patches.js'
import type { RemovalChoice } from './removal.js'

/** What became of one edit. `file` states: every hunk is in place; nothing of ours is at the path; a person must merge. */
export interface ReapplyResult {
  readonly path: string
  readonly state: 'applied' | 'already-upstream' | 'target-gone' | 'conflict' | 'no-base'
  readonly hunks: readonly Hunk[]
}

export interface ReapplyPlan extends Plan {
  readonly results: readonly ReapplyResult[]
}

interface Part {
  readonly operations: readonly Operation[]
  readonly notices: readonly Notice[]
  readonly results: readonly ReapplyResult[]
}

export function planReapply(choice: RemovalChoice, disk: Disk): ReapplyPlan {
  const grounds = groundsOf(disk, choice.roots)
  const installed = installedAt(disk, choice.scope, choice.roots).filter(({ manifest }) =>
    manifest.runtimes.some((id) => choice.runtimes.includes(id)),
  )
  const roots = [...new Set(installed.flatMap((one) => usedRoots(disk, one)))]
  const parts = [
    ...roots.map((root) => reapplyWaiting(disk, root, installed)),
    ...installed.map((one) => settleConflicts(disk, one)),
  ]
  return {
    operations: inOrder(parts.flatMap(({ operations }) => operations)),
    notices: parts.flatMap(({ notices }) => notices),
    results: parts.flatMap(({ results }) => results),
    roots,
    grounds,
  }
}

const stateOf = (hunks: readonly Hunk[]): ReapplyResult['state'] =>
  (['conflict', 'target-gone', 'applied'] as const).find((state) => hunks.some((hunk) => hunk.state === state)) ??
  'already-upstream'

function reapplyWaiting(disk: Disk, root: string, installed: readonly Installed[]): Part {
  const owned = new Set(
    installed.flatMap((one) => Object.keys(one.manifest.files).map((key) => physical(disk, one.roots, key))),
  )
  const waiting = waitingPatches(disk, root)
  const texts = new Map<string, string>()
  const done: WaitingPatch[] = []
  const results: ReapplyResult[] = []
  const notices: Notice[] = []
  for (const patch of waiting) {
    const path = disk.real(join(root, patch.path))
    const present = owned.has(path) ? (texts.get(path) ?? readText(disk, path)) : null
    const merge = present === null || patch.base === null ? null : mergeByHunk(patch.base, patch.mine, present)
    const state = present === null ? 'target-gone' : merge === null ? 'no-base' : stateOf(merge.hunks)
    results.push({ path, state, hunks: merge?.hunks ?? [] })
    if (merge !== null && isClean(merge)) {
      texts.set(path, merge.text)
      done.push(patch)
    } else notices.push(leftOver(patch, path, state))
  }
  return {
    operations: [
      ...[...texts].flatMap(([path, text]) => putIfDifferent(disk, path, bytesOf(text), 'payload', 'merge')),
      ...forget(disk, root, done),
    ],
    notices,
    results,
  }
}

const REASONS: Readonly<Record<ReapplyResult['state'], string>> = {
  applied: '',
  'already-upstream': '',
  'target-gone': 'the text your edit changed is not there any more',
  conflict: 'the new version changes the same lines as your edit',
  'no-base': 'the text your edit started from was not kept',
}

const leftOver = (patch: WaitingPatch, path: string, state: ReapplyResult['state']): Notice => ({
  level: 'decide',
  path,
  message: `${REASONS[state]}; nothing was changed, your version waits in ${join(patch.folder, patch.path)}`,
  fix: `merge by hand (diff "${join(patch.folder, patch.path)}" "${path}"), then delete the waiting copy`,
})

/** Conflicts an update left open: settled when the offered text was taken away or the texts merge by now. */
function settleConflicts(disk: Disk, installed: Installed): Part {
  const { manifest, path: record, roots } = installed
  const files: Record<string, OwnedFile> = { ...manifest.files }
  const operations: Operation[] = []
  const results: ReapplyResult[] = []
  const notices: Notice[] = []
  for (const [key, file] of Object.entries(manifest.files)) {
    if (file.base === undefined) continue
    const path = physical(disk, roots, key)
    const offer = physical(disk, roots, `${key}.new`)
    const base = readText(disk, pristinePath(installed, file.base))
    const theirs = readText(disk, pristinePath(installed, file.sha256))
    const mine = readText(disk, path)
    const taken = disk.read(offer) === null
    const merge = base === null || theirs === null || mine === null ? null : mergeByHunk(base, mine, theirs)
    const clean = merge !== null && isClean(merge)
    const state = taken ? 'applied' : merge === null ? 'no-base' : stateOf(merge.hunks)
    results.push({ path, state, hunks: merge?.hunks ?? [] })
    if (!taken && !clean) {
      notices.push({
        level: 'decide',
        path,
        message: `${REASONS[state]}; yours is in force, the new text is in ${offer}`,
        fix: `merge by hand, delete ${offer}, then run: gsd reapply-patches`,
      })
      continue
    }
    if (!taken && merge !== null)
      operations.push(...putIfDifferent(disk, path, bytesOf(merge.text), 'payload', 'merge'))
    operations.push(...removeNow(disk, offer), ...forgetBase(disk, installed, files, file.base))
    const { base: _, ...settled } = file
    files[key] = settled
    delete files[`${key}.new`]
  }
  operations.push(...putIfDifferent(disk, record, bytesOf(manifestText({ ...manifest, files })), 'manifest', 'record'))
  return { operations, notices, results }
}

function forgetBase(
  disk: Disk,
  installed: Installed,
  files: Readonly<Record<string, OwnedFile>>,
  base: string,
): readonly Operation[] {
  const others = Object.values(files).filter((file) => file.base === base).length
  const current = Object.values(files).some(({ sha256 }) => sha256 === base)
  return others > 1 || current ? [] : removeNow(disk, pristinePath(installed, base))
}
