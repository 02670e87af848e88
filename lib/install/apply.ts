// Does a plan, all of it or nothing.
import { accessSync, constants, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { GsdError } from '../errors.js'
import { sweep } from './apply/claim.js'
import { errno, inTheWay, nearestFolder } from './apply/files.js'
import { isAbove } from './apply/journal.js'
import { type Recovering, recoverRoot } from './apply/recovery.js'
import { type ApplyOptions, Transaction } from './apply/transaction.js'
import type { Plan } from './operation.js'

/** Undoes what an earlier run left half-done in these roots. Returns the roots it fixed. Throws `LOCKED` while another run is at work. */
export const recover = (roots: readonly string[], options: Recovering): readonly string[] =>
  roots.filter((root) => {
    sweep(root, options.alive)
    return recoverRoot(root, options)
  })

/** Changes the disk as the plan says. Throws `CONFLICT` when a file changed since planning, `INSTALL_REFUSED` before touching anything it may not write. */
export async function apply(plan: Plan, options: ApplyOptions): Promise<void> {
  if (plan.operations.length === 0) return
  keepsTo(plan, options)
  recover(plan.roots, options)
  preflight(plan)
  const transaction = new Transaction(plan, options)
  try {
    await transaction.run()
  } catch (error) {
    throw await transaction.undo(error)
  }
}

/** In the scope of a project a link of the project leads nobody out of it; the folder of the person's key is theirs. */
function keepsTo({ operations }: Plan, { project = null, besides = [] }: ApplyOptions): void {
  if (project === null) return
  const outside = operations.find(
    ({ path }) => ![project, ...besides].some((folder) => path === folder || isAbove(folder, path)),
  )
  if (outside === undefined) return
  throw refused(
    `a link in ${project} leads out of it, to ${outside.path}`,
    'put a folder in the place of the link, or install for all your projects with --global',
  )
}

function preflight(plan: Plan): void {
  const folders = new Set(plan.operations.map(({ path }) => dirname(path)))
  for (const path of [...folders].flatMap((folder) => inTheWay(folder) ?? []))
    throw refused(`${path} is in the place of a folder`, 'move it out of the way and run it again')
  for (const folder of new Set([...folders].map(nearestFolder)))
    try {
      accessSync(folder, constants.W_OK | constants.X_OK)
    } catch (error) {
      throw refused(
        `${folder} cannot be written (${errno(error)})`,
        'make it writable, or use --dry-run --json to see what would be written',
      )
    }
  const needed = 2 * plan.operations.reduce((sum, one) => sum + (one.kind === 'put' ? one.bytes.length : 0), 0)
  for (const root of plan.roots) {
    const { bavail, bsize } = statfsSync(nearestFolder(root))
    if (bavail * bsize < needed)
      throw refused(`${root} has less than ${Math.ceil(needed / 1e6)} MB free`, 'free some space and run it again')
  }
}

const refused = (message: string, fix: string) =>
  new GsdError({ code: 'INSTALL_REFUSED', message: `${message}; nothing was done`, fix })
