// What is asked of a ledger so often that only the lines in question are read.
import type { Source } from '../../ports.js'
import type { PhaseId } from '../ids.js'
import { ledgerPath } from '../layout.js'
import type { View } from '../view.js'
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
  const text = view.source(ledgerPath(view))?.text ?? ''
  // In JSON these ids stand as they are; whoever has stranger ones pays for the whole.
  if (!/^[\w.-]+$/.test(phase)) return adoptionsIn(readLedger(view))
  const lines = [`"${phase}`, '"undone"', MOVED].flatMap((word) => linesWith(text, word))
  return adoptionsIn(parseLedger(lines.join(''), view.digest, view))
}
