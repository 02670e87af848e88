// What the payload keeps beside the files themselves: its record, untouched copies, the folders that were made for them.
import { join } from 'node:path'
import { RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../../runtimes/all.js'
import { copiesAt, keepCopies } from '../copies.js'
import { absentAbove, bytesOf } from '../disk.js'
import type { EditsPlan } from '../edits/planned.js'
import { isWithin, physical } from '../installed.js'
import { keyOf, manifestText, splitKey } from '../manifest.js'
import { putIfDifferent, removeNow } from '../patches.js'
import type { TakeOver } from '../takeover.js'
import { manifestOf, PAYLOAD_FOLDER } from '../target.js'
import { isGone, removedBy } from './gone.js'
import type { Draft, Ledger, Order } from './order.js'

export function keepRecord(
  order: Order,
  draft: Draft,
  { files, suppressed, pristine }: Ledger,
  version: string,
  taken: TakeOver,
  { offers, extras, edits, images }: EditsPlan,
): void {
  const { choice, disk, before, runtimes, profile } = order
  if (runtimes.length === 0) return
  const record = disk.real(manifestOf(choice.roots))
  for (const [digest, bytes] of images) if (!pristine.has(digest)) pristine.set(digest, bytes)
  // Beside a record that was lost nobody knows which of them are still needed.
  const others = before === null ? copiesAt(disk, { path: record }) : []
  draft.operations.push(...keepCopies(disk, { path: record }, [...others, ...pristine]))
  const regenerable = regenerableOf(order, draft)
  const keys = [...Object.keys(files), ...edits.map(({ file }) => file)]
  const text = manifestText({
    version,
    scope: choice.scope,
    runtimes,
    profile,
    roots: Object.fromEntries([SHARED, ...runtimes].map((id) => [id, spelledRoot(order, id)])),
    files,
    suppressed,
    created_dirs: createdFolders(order, draft, keys, taken),
    regenerable,
    offers,
    extras,
    edits,
  })
  tidy(order, draft)
  draft.operations.push(...putIfDifferent(disk, record, bytesOf(text), 'manifest', 'record'))
}

/** Keys of what is made from the bundles; what an earlier run made under other names goes. */
function regenerableOf({ choice, disk, before }: Order, draft: Draft): readonly string[] {
  const kept = [...choice.compiled.map((name) => `bin/${name}`), 'update.json']
  const keys: string[] = kept.map((path) => keyOf(SHARED, `${PAYLOAD_FOLDER}/${path}`))
  for (const key of before?.manifest.regenerable ?? [])
    if (!keys.includes(key)) draft.operations.push(...removeNow(disk, physical(disk, choice.roots, key)))
  return keys
}

const spelledRoot = ({ choice: { scope, roots } }: Order, id: RuntimeId): string =>
  scope === 'local' ? runtimeOf(id).home.local : roots[id]

/** Folders we made, by key: those of before that stay, and those that are missing now. */
function createdFolders(order: Order, draft: Draft, files: readonly string[], taken: TakeOver): readonly string[] {
  const { choice, disk, before } = order
  const removed = removedBy(draft)
  const kept = (before?.manifest.created_dirs ?? []).filter((key) => {
    const place = physical(disk, choice.roots, key)
    const isUsed = files.some((file) => isBelowKey(key, file))
    return disk.see(place) !== null && (isUsed || (!isBeside(key) && !isGone(place, removed, draft, disk)))
  })
  // Of a lost record only that its folders held nothing but ours can be told again, and they go when they are empty.
  const isLost = before === null && copiesAt(disk, { path: disk.real(manifestOf(choice.roots)) }).size > 0
  const made = files.flatMap((key) => {
    const { root, path } = splitKey(key)
    return missingFolders(order, root as RuntimeId, path, taken, isLost)
  })
  // Rows may share a root, and one may lie above another: a folder is recorded once.
  const { roots } = choice
  const ofFirst = (key: string): string => {
    const { root, path } = splitKey(key)
    return keyOf(RUNTIME_IDS.find((id) => roots[id] === roots[root as RuntimeId]) ?? root, path)
  }
  return [...new Map([...kept, ...made].map((key) => [physical(disk, roots, key), ofFirst(key)] as const)).values()]
}

function missingFolders(
  { choice, disk }: Order,
  root: RuntimeId,
  path: string,
  taken: TakeOver,
  isLost: boolean,
): readonly string[] {
  const base = choice.roots[root]
  const parts = path.split('/').slice(0, -1)
  const inside = parts
    .map((_, index) => parts.slice(0, index + 1).join('/'))
    .filter((folder) => {
      const place = join(base, folder)
      return isLost || disk.see(place) === null || taken.folders.has(disk.real(place))
    })
  const above =
    disk.see(base) === null ? ['', ...absentAbove(disk, base).map((_, index) => `${'../'.repeat(index)}..`)] : []
  return [...above, ...inside].map((folder) => keyOf(root, folder))
}

/** Folders of ours that lose files in this run; they go if that empties them. */
function tidy({ disk, before, recorded }: Order, draft: Draft): void {
  if (before === null) return
  const removed = [...removedBy(draft)].filter((path) => recorded.has(path))
  const made = before.manifest.created_dirs.filter((key) => splitKey(key).path !== '')
  for (const path of new Set(made.map((key) => physical(disk, before.roots, key))))
    if (removed.some((gone) => isWithin(path, gone)))
      draft.operations.push({ kind: 'remove-directory', stage: 'tidy', path })
}

/** A folder that is neither in its root nor above it. */
const isBeside = (key: string): boolean => /^(?:\.\.\/)+(?!\.\.(?:\/|$))/.test(splitKey(key).path)

/** Whether a file lies in a folder, both as keys. A folder above the root holds everything of the root. */
const isBelowKey = (folder: string, file: string): boolean =>
  file.startsWith(`${folder}/`) ||
  (/^(\.\.(\/|$))*$/.test(splitKey(folder).path) && splitKey(folder).root === splitKey(file).root)
