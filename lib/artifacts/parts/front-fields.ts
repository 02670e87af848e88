// Reads front-matter values, whether they are texts, lists or maps.
import type { FrontMap, FrontValue } from '../../markdown/frontmatter.js'
import { frontValueAt, isFrontList, isFrontMap, readFrontMatter } from '../../markdown/frontmatter.js'
import type { FrontInput } from '../../markdown/frontmatter-edit.js'
import type { Source } from '../../ports.js'
import { isNothing, isPlaceholder } from './placeholders.js'

const NULLS = new Set(['', 'null', '~', 'Null', 'NULL'])

/** A value as one text: a map as `k: v, k: v`, a list with commas. Null if it is empty, `null` or a placeholder. */
export function textOf(value: FrontValue | undefined): string | null {
  if (value === undefined) return null
  const text = asText(value).trim()
  return NULLS.has(text) || isPlaceholder(text) ? null : text
}

function asText(value: FrontValue): string {
  if (typeof value === 'string') return value
  if (isFrontList(value)) return value.map(asText).join(', ')
  return Object.entries(value)
    .map(([key, item]) => (asText(item) === '' ? key : `${key}: ${asText(item)}`))
    .join(', ')
}

/** A value as a list of texts: a single value becomes a list of one, and `read` turns each item into text. */
export function textsOf(
  value: FrontValue | undefined,
  read: (item: FrontValue) => string | null = textOf,
): readonly string[] {
  if (value === undefined) return []
  const items: readonly FrontValue[] = isFrontList(value) ? value : [value]
  return items.flatMap((item) => {
    const text = read(item)
    return text === null || isNothing(text) ? [] : [text]
  })
}

/** Ids or paths; one text may hold several, separated by commas. */
const idsOf = (value: FrontValue | undefined): readonly string[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => textOf(part) !== null && !isNothing(part))
    : textsOf(value)

export const numberOf = (value: FrontValue | undefined): number | null => {
  const text = textOf(value)
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null
}

export const mapsOf = (value: FrontValue | undefined): readonly FrontValue[] => {
  if (value === undefined) return []
  if (typeof value !== 'string') return isFrontList(value) ? value : [value]
  return textOf(value) === null || isNothing(value) ? [] : [value]
}

/** The value of the first of these keys that a map has; undefined if it has none, or the value is not a map. */
export const partOf = (value: FrontValue, ...keys: readonly string[]): FrontValue | undefined => {
  if (!isFrontMap(value)) return undefined
  const key = keys.find((name) => Object.hasOwn(value, name))
  return key === undefined ? undefined : value[key]
}

/** The text of the first of these keys that an entry has, or else of the whole entry. */
export function entryText(value: FrontValue, ...keys: readonly string[]): string | null {
  const part = partOf(value, ...keys)
  return part === undefined ? textOf(value) : textOf(part)
}

/** The known word that equals the text, ignoring case; `other` for any other text, null if there is no text. */
export function knownWord<W extends string>(words: readonly W[], text: string | null): W | 'other' | null {
  if (text === null) return null
  const lower = text.trim().toLowerCase()
  return words.find((word) => word === lower) ?? 'other'
}

export class Front {
  readonly source: Source
  readonly data: FrontMap
  constructor(source: Source) {
    this.source = source
    this.data = readFrontMatter(source).data
  }
  /** The value of the first spelling that is present. */
  at(...paths: readonly string[]): FrontValue | undefined {
    return paths.map((path) => frontValueAt(this.data, path)).find((value) => value !== undefined)
  }
  text = (...paths: readonly string[]): string | null => textOf(this.at(...paths))
  /** The items of the first spelling that has items. */
  texts = (...paths: readonly string[]): readonly string[] =>
    paths.map((path) => textsOf(frontValueAt(this.data, path))).find((found) => found.length > 0) ?? []
  /** Ids or paths; one text may hold several, separated by commas. */
  ids = (...paths: readonly string[]): readonly string[] => idsOf(this.at(...paths))
  /** Reads a list of entries; drops those that `read` cannot read. */
  entries = <T>(paths: readonly string[], read: (value: FrontValue) => T | null): readonly T[] =>
    mapsOf(this.at(...paths)).flatMap((item) => read(item) ?? [])
}

type Spellings = readonly [string, ...string[]]

/** Reads and writes a list entry. All spellings of a key are read, the first is written. Bare text is read as `lead`. */
export function entryOf<const K extends Readonly<Record<string, Spellings>>, const L extends keyof K>(
  lead: L,
  keys: K,
) {
  type Entry = { readonly [N in keyof K]: N extends L ? string : string | null }
  const fields = Object.entries(keys)
  return {
    read(value: FrontValue): Entry | null {
      const leadText = entryText(value, ...(keys[lead] as Spellings))
      const values = fields.map(([name, own]) => [name, name === lead ? leadText : textOf(partOf(value, ...own))])
      return leadText === null ? null : (Object.fromEntries(values) as Entry)
    },
    write: (entry: Entry): FrontInput => Object.fromEntries(fields.map(([name, [key]]) => [key, entry[name] ?? null])),
  }
}
export type EntryOf<E extends { readonly read: (value: FrontValue) => unknown }> = NonNullable<ReturnType<E['read']>>
