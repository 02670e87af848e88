// What a ledger says of units that another state of it does not know: pure.
import type { Digest } from '../../ports.js'
import { readLog } from '../history/journal.js'
import { hashedIn } from '../history/ledger.js'
import type { Unit } from './decide.js'

/** Units that were completed, among the lines that one text of the ledger has and an earlier one has not, in their order. */
export function finishedIn(before: string, now: string, digest: Digest): readonly Unit[] {
  const known = new Set(hashedIn(readLog(before, digest)).map(({ hash }) => hash))
  return hashedIn(readLog(now, digest))
    .filter(({ hash }) => !known.has(hash))
    .flatMap(({ line }) =>
      line.kind === 'outcome' && line.status === 'completed' ? [{ unitType: line.unitType, unitId: line.unitId }] : [],
    )
}
