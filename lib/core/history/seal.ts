// Seals of ledger lines: every line this installation writes bears one under the person's key, so that a line from elsewhere is told from one of ours.
// A seal is made for one planning base: what is copied into another one was made elsewhere.
import type { Custody } from '../../ports.js'
import type { Fields } from '../../std/fields.js'
import type { View } from '../view.js'
import { frameLine } from './journal.js'

/** Hexadecimal digits of a seal that stand in a line: 128 bits. */
const LENGTH = 32

/** What a seal says it is over: the kind of the record and, for every base but the project's own, the base. */
export const sealedKind = (kind: string, base: string): string => (base === '.planning' ? kind : `${kind}\0${base}`)

const sealOf = (line: Fields, { seal }: Pick<Custody, 'seal'>, base: string): string | null =>
  seal(`${sealedKind('ledger', base)}\0${JSON.stringify(line)}`)?.slice(0, LENGTH) ?? null

/** The line with its seal; as it is where there is no key. */
function withSeal(line: Fields, custody: Pick<Custody, 'seal'>, base: string): Fields {
  const seal = sealOf(line, custody, base)
  return seal === null ? line : { ...line, seal }
}

/** Whether the key of this machine's person made the seal over exactly this line, for the project as it lies here and this base of it. */
export function isSealed(line: object, custody: Pick<Custody, 'seal'>, base: string): boolean {
  const { seal, ...rest } = line as Fields
  return typeof seal === 'string' && seal === sealOf(rest, custody, base)
}

const LEDGER = '/ledger.jsonl'

/** One line of a log as it is written: what goes into a ledger is sealed here and nowhere else. */
export const frameAt = (
  path: string,
  payload: unknown,
  { digest, custody }: Pick<View, 'digest' | 'custody'>,
): string =>
  frameLine(
    path.endsWith(LEDGER) ? withSeal(payload as Fields, custody, path.slice(0, -LEDGER.length)) : payload,
    digest,
  )
