// Seals: what this machine wrote under the person's key, for this planning base of this project, can be told from what anybody may have written.
import { countedHere } from '../history/ledger.js'
import { type Counted, countsAt } from '../history/moves.js'
import { sealedKind } from '../history/seal.js'
import type { View } from '../view.js'
import { parseReceiptFile, type Receipt, type ReceiptFile } from './receipts.js'

type Sealing = Pick<View, 'custody' | 'base'>

/** The same JSON for the same value, whatever the order of its keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = value as Readonly<Record<string, unknown>>
  let rows = ''
  for (const key of Object.keys(fields).sort())
    if (fields[key] !== undefined) rows += `${rows === '' ? '' : ','}${JSON.stringify(key)}:${canonical(fields[key])}`
  return `{${rows}}`
}

interface Sealed {
  readonly mac?: unknown
}

/** `kind` keeps a record of one kind from passing for one of another. */
function sealOf({ custody, base }: Sealing, kind: string, value: object): string | null {
  const { mac: _, ...rest } = value as Sealed & Record<string, unknown>
  return custody.seal(`${sealedKind(kind, base)}\0${canonical(rest)}`)
}

/** The value with its seal; as it is where there is no key. */
export function withSeal<T extends object>(view: Sealing, kind: string, value: T): T & { readonly mac?: string } {
  const mac = sealOf(view, kind, value)
  return mac === null ? value : { ...value, mac }
}

/** This machine sealed exactly this, in this base. */
export function isSealed(view: Sealing, kind: string, value: object): boolean {
  const { mac } = value as Sealed
  return typeof mac === 'string' && sealOf(view, kind, value) === mac
}

/** Whether there is a key at all: without one nothing can be told from what others wrote. */
export const canSeal = ({ custody }: Pick<View, 'custody'>): boolean => custody.seal('') !== null

const RECEIPT = 'receipt'

export const sealReceipt = (view: Sealing, file: ReceiptFile): ReceiptFile => withSeal(view, RECEIPT, file)

/** `here`: this machine ran the checks, for the plan of this base · `elsewhere`: another machine, project or workstream says so, or a hand wrote it. */
export type Origin = 'here' | 'elsewhere'

const originOf = (view: View, file: ReceiptFile): Origin => originAmong(countedHere(view), view, file)

/** Where seals of these bases count. */
export const originAmong = (counted: readonly Counted[], { custody }: Sealing, file: ReceiptFile): Origin =>
  counted.some((one) => countsAt(one, file.at) && isSealed({ custody, base: one.base }, RECEIPT, file))
    ? 'here'
    : 'elsewhere'

/** What an agent's word let pass proves nothing where such a word does not count, or no more. */
export function asCounted({ custody }: Pick<View, 'custody'>, file: ReceiptFile): ReceiptFile {
  const isLent = ({ outcome, accepted }: Receipt) => outcome === 'pass' && accepted?.word === 'agent'
  if (!file.receipts.some(isLent) || custody.allowsAgent) return file
  return {
    ...file,
    receipts: file.receipts.map((receipt) =>
      isLent(receipt)
        ? { ...receipt, outcome: 'inconclusive', reason: `${receipt.reason}, which no longer counts here` }
        : receipt,
    ),
  }
}

/** A stored record with where it is from; null when the text is none. */
export function readReceipt(
  view: View,
  path: string,
): { readonly file: ReceiptFile; readonly origin: Origin; readonly sha256: string } | null {
  const source = view.source(path)
  const file = source?.text == null ? null : parseReceiptFile(source.text)
  if (source === null || file === null) return null
  return { file: asCounted(view, file), origin: originOf(view, file), sha256: source.sha256 }
}
