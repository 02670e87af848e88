// Undoing what an earlier run left half-done.
import { existsSync } from 'node:fs'
import { type Alive, folderOf, forget, lockedBy, readClaim } from './claim.js'
import { removeIfEmpty } from './files.js'
import { readJournal, restore } from './journal.js'

/** Undoes the transaction a stale journal folder belongs to. False when there is none. */
export function recoverRoot(root: string, alive: Alive): boolean {
  const folder = folderOf(root)
  if (!existsSync(folder)) return false
  const claim = readClaim(root)
  if (claim !== null && alive(claim)) throw lockedBy(claim, root)
  const main = claim?.main ?? root
  const pid = process.pid
  // The main journal is forgotten first when a run ends; without it the run was over, or had not begun.
  if (main !== root && readClaim(main)?.transaction === claim?.transaction) recoverRoot(main, alive)
  const journal = readJournal(folder)
  if (journal !== null) restore(journal, folder)
  const created = journal?.created ?? claim?.created ?? []
  // Without a journal the run had ended, or not begun; then an empty root is one it was about to take away.
  const removes = journal === null ? (claim?.removes ?? []) : []
  forget(root, created.includes(root) || removes.length > 0, pid)
  for (const other of journal?.roots ?? [])
    if (other !== root && readClaim(other)?.transaction === journal?.transaction)
      forget(other, created.includes(other), pid)
  for (const made of [...[...created].reverse(), ...removes]) removeIfEmpty(made)
  return true
}
