// Undoing what an earlier run left half-done.
import { existsSync, lstatSync } from 'node:fs'
import { type Alive, folderOf, forget, lockedBy, readClaim } from './claim.js'
import { type Confines, confined, confinedTo } from './confined.js'
import { removeIfEmpty } from './files.js'
import { readJournal, restore } from './journal.js'

export interface Recovering extends Confines {
  readonly alive: Alive
  /** Hears of each path that is left as it is: its run could not have changed it, or another program did since. */
  readonly strange?: (path: string) => void
}

/** Undoes the transaction a stale journal folder belongs to. False when there is none. */
export function recoverRoot(root: string, options: Recovering): boolean {
  const folder = folderOf(root)
  if (!existsSync(folder)) return false
  const claim = readClaim(root)
  if (claim !== null && options.alive(claim)) throw lockedBy(claim, root)
  const main = claim?.main ?? root
  const pid = process.pid
  // The main journal is forgotten first when a run ends; without it the run was over, or had not begun. A main root names itself: others could name each other for ever.
  const ofMain = main === root ? null : readClaim(main)
  if (ofMain?.main === main && ofMain.transaction === claim?.transaction) recoverRoot(main, options)
  const found = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readJournal(folder) : null
  const isConfined = confinedTo(options, root, found ?? { transaction: '', roots: [] })
  const { journal, strange } = found === null ? { journal: null, strange: [] } : confined(found, folder, isConfined)
  const theirs = journal === null ? [] : restore(journal, folder)
  for (const path of [...strange, ...theirs]) options.strange?.(path)
  const created = journal?.created ?? claim?.created.filter(isConfined) ?? []
  // Without a journal the run had ended, or not begun; then an empty root is one it was about to take away.
  const removes = journal === null ? (claim?.removes ?? []).filter(isConfined) : []
  forget(root, created.includes(root) || removes.length > 0, pid)
  for (const other of journal?.roots ?? [])
    if (other !== root && readClaim(other)?.transaction === journal?.transaction)
      forget(other, created.includes(other), pid)
  for (const made of [...[...created].reverse(), ...removes]) removeIfEmpty(made)
  return true
}
