// Uninstall: a plan without some clients, made from the record alone. Unrecorded files are not touched.
import { type RuntimeId, runtimeOf, SHARED } from '../runtimes/all.js'
import type { Scope } from '../runtimes/terms.js'
import { inClone } from '../std/set-up.js'
import { type Disk, snapshotOf } from './disk.js'
import { planUnedit } from './edits/planned.js'
import { expectedRecord, type Installed, installedAt, physical, usedRoots } from './installed.js'
import { layoutOf } from './layout.js'
import { type FileEdit, type OwnedFile, splitKey } from './manifest.js'
import { inOrder, type Notice, type Plan } from './operation.js'
import { type Draft, recordedFiles, type Scene } from './planning/order.js'
import { Placing } from './planning/placing.js'
import { keepRecord } from './planning/record.js'
import type { Choice } from './target.js'

export type RemovalChoice = Pick<Choice, 'scope' | 'roots' | 'runtimes'>

export interface RemovalPlan extends Plan {
  /** Installed rows that are being removed. */
  readonly runtimes: readonly RuntimeId[]
  /** Number of recorded files that are removed, as `gsd doctor` counts them. */
  readonly files: number
}

export function planRemoval({ scope, roots, runtimes: named }: RemovalChoice, found: Disk): RemovalPlan {
  const disk = snapshotOf(found)
  const expects = expectedRecord(disk, roots)
  const before = installedAt(disk, scope, roots)
  const all = before?.manifest.runtimes ?? []
  const leaving = all.filter((id) => named.includes(id))
  const draft: Draft = { operations: [], notices: [] }
  if (before === null || leaving.length === 0) return { ...draft, runtimes: [], files: 0, expects }
  const runtimes = all.filter((id) => !leaving.includes(id))
  const scene: Scene = {
    choice: { scope, roots: before.roots, restore: false },
    disk,
    before,
    recorded: recordedFiles(disk, before),
    runtimes,
    roots: usedRoots(disk, before),
  }
  const { manifest } = before
  const placing = new Placing(scene, draft, manifest.version)
  const files = placing.keepAll(staying(scene, before))
  const edits = unedit(scene, draft, before)
  placing.ledger.suppressed.push(...manifest.suppressed.filter((key) => isServed(scene, splitKey(key).root)))
  const { version, profile, regenerable, offers, extras } = manifest
  const images = new Map(edits.flatMap(({ before: image }) => (image === undefined ? [] : [[image, null] as const])))
  keepRecord(scene, draft, {
    version,
    profile,
    regenerable,
    ledger: placing.ledger,
    edits: { offers, extras, edits, images },
    theirFolders: new Set(),
  })
  draft.notices.push(...orphaned(all, leaving, scope))
  return { runtimes: leaving, files, operations: inOrder(draft.operations), notices: draft.notices, expects }
}

const isServed = ({ runtimes }: Scene, id: string): boolean =>
  id === SHARED ? runtimes.length > 0 : (runtimes as readonly string[]).includes(id)

/** Files the remaining clients need, by path. A removed client's root goes even if another client read it. */
function staying(scene: Scene, { manifest }: Installed): ReadonlyMap<string, readonly [key: string, file: OwnedFile]> {
  return new Map(
    Object.entries(manifest.files).flatMap(([key, file]) => {
      const owners = file.owners.filter((owner) => (scene.runtimes as readonly string[]).includes(owner))
      if (owners.length === 0 || !isServed(scene, splitKey(key).root)) return []
      return [[physical(scene.disk, scene.choice.roots, key), [key, { ...file, owners }]] as const]
    }),
  )
}

/** Removes entries from settings; returns the rest. */
function unedit({ disk, runtimes }: Scene, draft: Draft, before: Installed): readonly FileEdit[] {
  return before.manifest.edits.flatMap((edit) => {
    const owners = edit.owners.filter((owner) => (runtimes as readonly string[]).includes(owner))
    if (owners.length > 0) return [{ ...edit, owners }]
    const { operations, notices } = planUnedit(before, edit, disk, runtimes.length === 0)
    draft.operations.push(...operations)
    draft.notices.push(...notices)
    return []
  })
}

/** Remaining clients that were served from a removed client's root. */
function orphaned(all: readonly RuntimeId[], leaving: readonly RuntimeId[], scope: Scope): readonly Notice[] {
  const isGone = (id: RuntimeId | null) => id !== null && id !== SHARED && leaving.includes(id)
  return [...layoutOf(all, scope)]
    .filter(([id, { entries, agents }]) => !leaving.includes(id) && (isGone(entries) || isGone(agents)))
    .map(([id]) => ({
      level: 'decide',
      path: null,
      message: `${runtimeOf(id).title} also read the removed files`,
      fix: `to keep the pack there, ${inClone(`node bin/install.js --${id} --${scope}`)}`,
    }))
}
