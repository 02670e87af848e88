// What the ledger says of a unit whose record is in no commit: pure.
import type { Digest } from '../../ports.js'
import { readLog } from '../history/journal.js'
import { hashedIn } from '../history/ledger.js'

/** The unit that was completed last among the lines that one text of the ledger has and an earlier one has not; null: none was. */
export function finishedSince(
  before: string,
  now: string,
  digest: Digest,
): { readonly unitType: string; readonly unitId: string } | null {
  const known = new Set(hashedIn(readLog(before, digest)).map(({ hash }) => hash))
  const found = hashedIn(readLog(now, digest))
    .filter(({ hash }) => !known.has(hash))
    .map(({ line }) => line)
    .findLast((line) => line.kind === 'outcome' && line.status === 'completed')
  return found?.kind === 'outcome' ? { unitType: found.unitType, unitId: found.unitId } : null
}
