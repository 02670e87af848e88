// Settings of clients that nothing can read: what the pack registers there cannot be there either.
import { join } from 'node:path'
import { type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import type { Scope } from '../../runtimes/terms.js'
import { type Disk, readText } from '../disk.js'
import { offersOf } from '../registered.js'
import type { Roots } from '../target.js'
import type { Illegible, Rereads } from './edit.js'

export interface Unreadable extends Illegible {
  readonly path: string
}

export function unreadableSettings(
  disk: Disk,
  runtimes: readonly RuntimeId[],
  { scope, roots }: { readonly scope: Scope; readonly roots: Roots },
  rereads: Rereads,
): readonly Unreadable[] {
  const found = new Map<string, Illegible>()
  for (const id of runtimes)
    for (const { files } of offersOf(runtimeOf(id), scope))
      for (const { path, format } of files[scope]) {
        const at = join(roots[id], path)
        const text = format === 'markdown' ? null : readText(disk, at)
        const read = text === null || format === 'markdown' ? null : rereads[format](text)
        if (read !== null && 'problem' in read) found.set(at, read)
      }
  return [...found].map(([path, read]) => ({ path, ...read }))
}
