// Compares two states of a ledger. Pure.
import type { Digest } from '../../ports.js'
import { readLog } from '../history/journal.js'
import { hashedLines } from '../history/ledger.js'
import type { Unit } from './decide.js'

/** Returns the units completed in ledger lines that the earlier text lacks, in order. */
export function finishedSince(before: string, now: string, digest: Digest): readonly Unit[] {
  const known = new Set(hashedLines(readLog(before, digest)).map(({ hash }) => hash))
  return hashedLines(readLog(now, digest))
    .filter(({ hash }) => !known.has(hash))
    .flatMap(({ line }) =>
      line.kind === 'outcome' && line.status === 'completed' ? [{ unitType: line.unitType, unitId: line.unitId }] : [],
    )
}
