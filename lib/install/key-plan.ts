// The person's key in a plan: it comes with the first installation and goes with the last one, in the same all or nothing.
import { join } from 'node:path'
import { bytesOf, type Disk, digestOf } from './disk.js'
import { inOrder, type Operation, type Plan } from './operation.js'

/** Where the person's own things lie; absolute. */
export interface KeyPlace {
  readonly folder: string
  readonly key: string
  /** Says that something was sealed. */
  readonly used: string
  /** What lies with the key and goes with it: records of what was agreed to, and where that is wanted secrets. */
  readonly folders: readonly string[]
}

export const OWNER_ONLY = 0o600

const physicalIn = (disk: Disk, { folder }: KeyPlace, path: string): string =>
  join(disk.real(folder), path.slice(folder.length + 1))

const extended = <P extends Plan>(plan: P, more: readonly Operation[], disk: Disk, { folder }: KeyPlace): P => ({
  ...plan,
  operations: inOrder([...plan.operations, ...more]),
  // Where nothing else is done, the run is kept account of there.
  roots: plan.roots.length > 0 ? plan.roots : [disk.real(folder)],
})

/** The plan that also makes the key. */
export const withKey = <P extends Plan>(plan: P, place: KeyPlace, text: string, disk: Disk): P =>
  extended(
    plan,
    [
      {
        kind: 'put',
        stage: 'payload',
        path: physicalIn(disk, place, place.key),
        bytes: bytesOf(text),
        before: null,
        why: 'new',
        mode: OWNER_ONLY,
      },
    ],
    disk,
    place,
  )

/** The plan that also takes the key away and what lies with it, and the folder where that leaves it empty. What else a person keeps there stays. */
export function withoutKey<P extends Plan>(plan: P, place: KeyPlace, disk: Disk): P {
  const kept = place.folders.map((folder) => physicalIn(disk, place, folder))
  const files = [
    physicalIn(disk, place, place.key),
    physicalIn(disk, place, place.used),
    ...kept.flatMap((folder) => disk.list(folder).map((name) => join(folder, name))),
  ]
  const removed = files.flatMap((path): readonly Operation[] => {
    const bytes = disk.read(path)
    return bytes === null ? [] : [{ kind: 'remove', stage: 'remove', path, before: digestOf(bytes) }]
  })
  const folders = [...kept, disk.real(place.folder)].map(
    (path): Operation => ({ kind: 'remove-directory', stage: 'tidy', path }),
  )
  return extended(plan, [...removed, ...folders], disk, place)
}
