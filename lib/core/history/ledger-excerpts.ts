// What is asked of a ledger so often that only the lines in question are read.
import type { Source } from '../../ports.js'
import { partsIn } from '../../std/part-table.js'
import type { PhaseId } from '../ids.js'
import { ledgerPath } from '../layout.js'
import type { View } from '../view.js'
import { adoptionTable, FOR_ALL, RENUMBERED } from './adoption-table.js'
import { readLog } from './journal.js'
import { hashedIn, movesAmong, parseLedger, readLedger } from './ledger.js'
import { type Adoptions, adoptionsIn } from './ledger-says.js'
import { type Counted, countedIn } from './moves.js'

function linesWith(text: string, word: string): readonly string[] {
  const lines: string[] = []
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at)) {
    const start = text.lastIndexOf('\n', at) + 1
    const end = text.indexOf('\n', at)
    // Without its newline a line was never committed.
    if (end < 0) break
    lines.push(text.slice(start, end + 1))
    at = end
  }
  return lines
}

/** As it stands in every line of that kind. */
const MOVED = '"moved"'

const countedBy = new WeakMap<Source, readonly Counted[]>()

/** Whose seals count in the base of the view. Receipts ask it one after another, so it is found once for a ledger. */
export function countedHere(view: View): readonly Counted[] {
  const source = view.source(ledgerPath(view))
  const known = source === null ? undefined : countedBy.get(source)
  if (known !== undefined) return known
  const log = readLog(linesWith(source?.text ?? '', MOVED).join(''), view.digest)
  const found = countedIn(view.base, movesAmong(hashedIn(log)), view.custody)
  if (source !== null) countedBy.set(source, found)
  return found
}

/** The adoptions of one phase and its plans, from the lines that name them: the others are not even parsed. */
export function adoptionsAbout(view: View, phase: PhaseId): Pick<Adoptions, 'phases' | 'plans'> {
  const source = view.source(ledgerPath(view))
  // In JSON these ids stand as they are; whoever has stranger ones pays for the whole.
  const lines =
    source !== null && /^[\w.-]+$/.test(phase) ? (knownLines(source, phase) ?? linesAbout(source, phase)) : null
  return adoptionsIn(lines === null ? readLedger(view) : parseLedger(lines.join(''), view.digest, view))
}

/** Null where the ids of phases changed: lines about this one may name another. */
function linesAbout({ text }: Source, phase: PhaseId): readonly string[] | null {
  if (text?.includes('"renumbered"')) return null
  return [`"${phase}`, '"undone"', MOVED].flatMap((word) => linesWith(text ?? '', word))
}

/** The same where it is known where they lie; null where it is not. */
function knownLines(source: Source, phase: PhaseId): readonly string[] | null {
  const { parted } = source
  const table = parted?.table(() => adoptionTable(source.text ?? ''))
  if (parted === undefined || table === undefined || partsIn(table, RENUMBERED).length > 0) return null
  const lines = [FOR_ALL, phase]
    .flatMap((key) => partsIn(table, key))
    .map(({ bytes }) => bytes && parted.text(...bytes))
  return lines.every((line) => line !== null) ? [...new Set(lines)] : null
}
