// What calls before this one found out about a ledger of a large project: that its lines are as they were written, and which seals count. It goes on to hold of a file to which lines
// were appended, as long as what was there is the same.
import type { Digest, Source } from '../../ports.js'
import { HASH_END, type Log } from './journal.js'

/** What earlier calls found out about the beginning of a ledger. It is written down when the call ends, with what was asked until then. */
export interface Checked {
  /** Characters up to which every line is as it was written. */
  chars: number
  /** Of the text up to there. */
  sha256: string
  /** By line: whether a seal counts; null where nobody asked. */
  seals: (boolean | null)[]
}

/** Goes on from what is known. */
export function sealsOf(checked: Checked, log: Log, text: string, moves: number, known: Map<unknown, boolean>) {
  const { lines } = log
  // What moved evidence from one base to another decides which seals count, also of lines before it.
  if (moves > 0) return null
  checked.seals.forEach((seal, index) => {
    if (seal !== null) known.set(lines[index]?.payload, seal)
  })
  if (checked.chars === text.length || !isPlainLog(text, log)) return null
  checked.chars = text.length
  checked.seals = [...checked.seals, ...lines.slice(checked.seals.length).map(() => null)]
  const indexes = new Map(lines.map(({ payload }, index) => [payload, index]))
  return {
    note(line: unknown, seal: boolean): void {
      const index = indexes.get(line)
      if (index !== undefined) checked.seals[index] = seal
    },
  }
}

/** Whether all of it is lines as `frameLine` writes them, so that it need not be checked again. */
const isPlainLog = (text: string, { lines, bad, unterminated, conflict }: Log): boolean =>
  bad.length === 0 &&
  !unterminated &&
  conflict === null &&
  text.split('\n').every((row, index) => {
    const tab = row.indexOf('\t')
    return tab < 0 ? index === lines.length && row === '' : row.slice(tab - HASH_END, tab) === `${lines[index]?.hash}"}`
  })

export const checkedOf = (source: Source, text: string, digest: Digest): Checked | undefined =>
  source.known?.('checked', () => {
    const before = source.before?.<Checked>('checked')
    const goesOn = before !== undefined && before.sha256 === digest(text.slice(0, before.chars))
    return {
      ...(goesOn ? before : { chars: 0, seals: [] }),
      get sha256() {
        return digest(text.slice(0, this.chars))
      },
    }
  })
