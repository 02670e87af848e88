// Texts that were read and give no orders: all that is left to do is to remember which files they were.
import { withRead } from './checks/files-read.js'
import { ordersIn } from './checks/injection.js'
import { absolutePath } from './checks/paths.js'
import type { Done, Known } from './plain-call.js'

/** What the session remembers then. Null: a check may have something to say. */
export function rememberedAfter(
  { tools, cwd }: Done,
  { root, memory }: Pick<Known, 'root' | 'memory'>,
): Known['memory'] | null {
  if (tools.some(({ response }) => ordersIn(response ?? '').length > 0)) return null
  if (root === null || tools.every(({ action }) => action !== 'read')) return memory
  const paths = tools.flatMap(({ path }) => (path === null ? [] : [absolutePath(path, cwd)]))
  return { ...memory, 'read-guard': withRead(memory['read-guard'], paths) }
}
