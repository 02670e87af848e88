// Seals: what this machine wrote under the person's key, for this planning base of this project, can be told from what anybody may have written.
import { sealedKind } from '../history/seal.js'
import type { View } from '../view.js'

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
