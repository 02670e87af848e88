// Seals of ledger lines: every line this installation writes bears one under the person's key, so that a line from elsewhere is told from one of ours.
import type { Custody } from '../../ports.js'
import type { View } from '../view.js'
import { frameLine } from './journal.js'

/** Hexadecimal digits of a seal that stand in a line: 128 bits. */
const LENGTH = 32

type Fields = Readonly<Record<string, unknown>>

const sealOf = (line: Fields, { seal }: Pick<Custody, 'seal'>): string | null =>
  seal(`ledger\0${JSON.stringify(line)}`)?.slice(0, LENGTH) ?? null

/** The line with its seal; as it is where there is no key. */
function withSeal(line: Fields, custody: Pick<Custody, 'seal'>): Fields {
  const seal = sealOf(line, custody)
  return seal === null ? line : { ...line, seal }
}

/** Whether the key of this machine's person made the seal over exactly this line, for the project as it lies here. */
export function isSealed(line: object, custody: Pick<Custody, 'seal'>): boolean {
  const { seal, ...rest } = line as Fields
  return typeof seal === 'string' && seal === sealOf(rest, custody)
}

const isLedger = (path: string): boolean => path.endsWith('/ledger.jsonl')

/** One line of a log as it is written: what goes into a ledger is sealed here and nowhere else. */
export const frameAt = (
  path: string,
  payload: unknown,
  { digest, custody }: Pick<View, 'digest' | 'custody'>,
): string => frameLine(isLedger(path) ? withSeal(payload as Fields, custody) : payload, digest)
