// Finds settings that still call removed programs, for instance after an older copy was restored.
import { join } from 'node:path'
import { type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import { type Disk, readText, textOf } from '../disk.js'
import { type Installed, isWithin } from '../installed.js'
import type { Notice, Operation } from '../operation.js'
import { offersOf } from '../registered.js'
import { factsOf } from './planned.js'

/** A notice for each settings file that still has such lines after the operations. */
export function strayCalls(
  { manifest: { scope }, roots }: Installed,
  runtimes: readonly RuntimeId[],
  operations: readonly Operation[],
  disk: Disk,
): readonly Notice[] {
  const programs = `${factsOf({ scope, roots, node: 'node' }).payload}/bin/`
  const paths = runtimes.flatMap((id) =>
    offersOf(runtimeOf(id), scope).flatMap(({ files }) =>
      [...files[scope], ...(scope === 'local' ? files.sharedLocal : [])].flatMap(({ path: name }) => {
        const path = disk.real(join(roots[id], name))
        return isWithin(disk.real(join(roots[id], name.startsWith('../') ? '..' : '')), path) ? [path] : []
      }),
    ),
  )
  return [...new Set(paths)].flatMap((path): readonly Notice[] => {
    const change = operations.find((one) => one.path === path)
    const left = change === undefined ? readText(disk, path) : change.kind === 'put' ? textOf(change.bytes) : null
    const lines = (left ?? '').split(/\r?\n/).flatMap((line, at) => (line.includes(programs) ? [at + 1] : []))
    if (lines.length === 0) return []
    return [
      {
        level: 'decide',
        path,
        message: `still calls removed programs: ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`,
        fix: `remove by hand the lines with ${programs}`,
      },
    ]
  })
}
