// Roots that moved between versions. What an earlier version of ours left at the old place is removed by its own record; what a person edited there follows to
// the new root and waits to be brought back. A move that is done leaves no record behind, so planning it again gives nothing.
import { dirname, join } from 'node:path'
import { isRuntimeId, type RuntimeId, SHARED } from '../runtimes/all.js'
import { FORMER_HOMES } from '../runtimes/former.js'
import type { Scope } from '../runtimes/terms.js'
import { type Disk, textOf } from './disk.js'
import type { Installed } from './installed.js'
import { readManifest } from './manifest.js'
import type { Notice, Operation } from './operation.js'
import { removalOf } from './removal.js'
import { type Choice, manifestOf, PATCHES_FOLDER, type Roots } from './target.js'

/** Where a row's root was before, absolute, the oldest place first. */
export const formerRoots = (id: RuntimeId, scope: Scope, roots: Roots): readonly string[] =>
  FORMER_HOMES.filter((home) => home.runtime === id && home.scope === scope).map(({ path }) =>
    join(dirname(roots[SHARED]), path),
  )

export interface Moved {
  readonly installed: Installed
  /** Physical roots. */
  readonly from: string
  readonly to: string
}

/** Our own installations at places that are no root any more. */
export function movedInstallations(disk: Disk, scope: Scope, roots: Roots): readonly Moved[] {
  const current = new Set(Object.values(roots).map((root) => disk.real(root)))
  return [...new Set(FORMER_HOMES.map(({ runtime }) => runtime))].filter(isRuntimeId).flatMap((id) =>
    formerRoots(id, scope, roots).flatMap((root): readonly Moved[] => {
      const from = disk.real(root)
      const path = disk.real(manifestOf(root))
      const bytes = current.has(from) ? null : disk.read(path)
      if (bytes === null) return []
      const manifest = readManifest(textOf(bytes) ?? '', path)
      const installed = { manifest, path, roots: { ...roots, [manifest.target]: root } }
      return [{ installed, from, to: disk.real(roots[id]) }]
    }),
  )
}

/** Takes one away from its old root. */
export function planMove(
  disk: Disk,
  { installed, from, to }: Moved,
  choice: Choice,
): { readonly operations: readonly Operation[]; readonly notices: readonly Notice[] } {
  const removal = removalOf(disk, installed, { ...choice, runtimes: installed.manifest.runtimes })
  const [before, after] = [from, to].map((root) => `${root}/${PATCHES_FOLDER}/`) as [string, string]
  const operations = removal.operations.map((operation) =>
    operation.stage === 'backup' && operation.path.startsWith(before)
      ? { ...operation, path: `${after}${operation.path.slice(before.length)}` }
      : operation,
  )
  const note: Notice = {
    level: 'note',
    path: from,
    message: `used to be the folder of this pack; what was installed there is now in ${to}`,
    fix: removal.notices.length === 0 ? '' : 'your edits are waiting there: gsd reapply-patches',
  }
  return { operations, notices: [note] }
}
