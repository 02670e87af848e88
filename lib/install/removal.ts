// Plans an uninstall of some clients. The manifest alone says which files and settings entries are ours.
import { type RuntimeId, runtimeOf, SHARED } from '../runtimes/all.js'
import type { Scope } from '../runtimes/terms.js'
import { inClone } from '../std/set-up.js'
import { type Disk, snapshotOf } from './disk.js'
import { planEditRemoval } from './edits/planned.js'
import { expectedManifest, type Installed, installedAt, physicalPath, usedRoots } from './installed.js'
import { layoutOf } from './layout.js'
import { type FileEdit, type OwnedFile, splitKey } from './manifest.js'
import { inExecutionOrder, type Notice, type Plan } from './operation.js'
import { planManifest } from './planning/new-manifest.js'
import { FilePlacer } from './planning/placer.js'
import { type InstallContext, type PlanBuilder, recordedFiles } from './planning/request.js'
import type { Choice } from './target.js'

export type RemovalChoice = Pick<Choice, 'scope' | 'roots' | 'runtimes'>

export interface RemovalPlan extends Plan {
  /** Clients that are removed. */
  readonly runtimes: readonly RuntimeId[]
  /** Number of recorded files that no longer remain, as `gsd doctor` counts them. */
  readonly files: number
}

export function planRemoval({ scope, roots, runtimes: named }: RemovalChoice, found: Disk): RemovalPlan {
  const disk = snapshotOf(found)
  const expects = expectedManifest(disk, roots)
  const before = installedAt(disk, scope, roots)
  const all = before?.manifest.runtimes ?? []
  const leaving = all.filter((id) => named.includes(id))
  const builder: PlanBuilder = { operations: [], notices: [] }
  if (before === null || leaving.length === 0) return { ...builder, runtimes: [], files: 0, expects }
  const runtimes = all.filter((id) => !leaving.includes(id))
  const context: InstallContext = {
    choice: { scope, roots: before.roots, restore: false },
    disk,
    before,
    recorded: recordedFiles(disk, before),
    runtimes,
    roots: usedRoots(disk, before),
  }
  const { manifest } = before
  const placer = new FilePlacer(context, builder, manifest.version)
  const files = placer.keepOnly(remainingFiles(context, before))
  const edits = removeEdits(context, builder, before)
  placer.newManifest.suppressed.push(...manifest.suppressed.filter((key) => isNeeded(context, splitKey(key).root)))
  const { version, profile, regenerable, offers, extras } = manifest
  const images = new Map(edits.flatMap(({ before: image }) => (image === undefined ? [] : [[image, null] as const])))
  planManifest(context, builder, {
    version,
    profile,
    regenerable,
    newManifest: placer.newManifest,
    edits: { offers, extras, edits, images },
    foreignFolders: new Set(),
  })
  builder.notices.push(...orphanNotices(all, leaving, scope))
  return {
    runtimes: leaving,
    files,
    operations: inExecutionOrder(builder.operations),
    notices: builder.notices,
    expects,
  }
}

/** Whether the root of a row is still needed. */
const isNeeded = ({ runtimes }: InstallContext, id: string): boolean =>
  id === SHARED ? runtimes.length > 0 : (runtimes as readonly string[]).includes(id)

/** Files that remain, by path. Those in a removed client's root are removed even if another client reads them. */
function remainingFiles(
  context: InstallContext,
  { manifest }: Installed,
): ReadonlyMap<string, readonly [key: string, file: OwnedFile]> {
  return new Map(
    Object.entries(manifest.files).flatMap(([key, file]) => {
      const owners = file.owners.filter((owner) => (context.runtimes as readonly string[]).includes(owner))
      if (owners.length === 0 || !isNeeded(context, splitKey(key).root)) return []
      return [[physicalPath(context.disk, context.choice.roots, key), [key, { ...file, owners }]] as const]
    }),
  )
}

/** Removes entries from settings; returns the entries that other clients still need. */
function removeEdits({ disk, runtimes }: InstallContext, builder: PlanBuilder, before: Installed): readonly FileEdit[] {
  return before.manifest.edits.flatMap((edit) => {
    const owners = edit.owners.filter((owner) => (runtimes as readonly string[]).includes(owner))
    if (owners.length > 0) return [{ ...edit, owners }]
    const { operations, notices } = planEditRemoval(before, edit, disk, runtimes.length === 0)
    builder.operations.push(...operations)
    builder.notices.push(...notices)
    return []
  })
}

/** Notices for the remaining clients that were served from a removed client's root. */
function orphanNotices(all: readonly RuntimeId[], leaving: readonly RuntimeId[], scope: Scope): readonly Notice[] {
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
