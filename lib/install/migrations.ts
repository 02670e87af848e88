// Roots that moved between versions. What an earlier version of ours left at the old place is removed by its own record; what a person edited there follows to
// the new root and waits to be brought back. A move that is done leaves no record behind, so planning it again gives nothing.
import { GsdError } from '../errors.js'
import type { Scope } from '../runtimes/terms.js'
import type { Disk } from './disk.js'
import { formerRecords, type Installed } from './installed.js'
import type { Notice, Operation } from './operation.js'
import { removalOf } from './removal.js'
import { type Choice, PATCHES_FOLDER, type Roots } from './target.js'

export interface Moved {
  readonly installed: Installed
  /** Physical roots. */
  readonly from: string
  readonly to: string
}

/** Our own installations at places that are no root any more. */
export const movedInstallations = (disk: Disk, scope: Scope, roots: Roots): readonly Moved[] =>
  formerRecords(disk, scope, roots).flatMap(({ id, root, path, record }) => {
    if (record === null || record instanceof GsdError) return []
    const installed = { manifest: record, path, roots: { ...roots, [record.target]: root } }
    return [{ installed, from: disk.real(root), to: disk.real(roots[id]) }]
  })

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
