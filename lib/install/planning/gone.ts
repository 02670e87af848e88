// What a plan takes away, as far as it is made.
import { join } from 'node:path'
import type { Disk } from '../disk.js'
import { isWithin } from '../installed.js'
import type { Draft } from './order.js'

export const removedBy = ({ operations }: Draft): ReadonlySet<string> =>
  new Set(operations.filter(({ kind }) => kind === 'remove').map(({ path }) => path))

/** Whether nothing is left of a file or folder. */
export function isGone(
  path: string,
  removed: ReadonlySet<string>,
  { operations }: Pick<Draft, 'operations'>,
  disk: Disk,
): boolean {
  if (removed.has(path)) return true
  if (operations.some((one) => one.kind === 'put' && isWithin(path, one.path))) return false
  const inside = disk.list(path)
  return inside.length > 0 && inside.every((name) => isGone(join(path, name), removed, { operations }, disk))
}
