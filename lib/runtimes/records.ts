// Parses clients' records of usage and of typed messages. The records are never written.
import type { Use } from '../core/usage/use.js'
import { countAt, type Fields, isFields, objectIn } from '../std/json.js'

/** Usage of one request or, if the client records only sums, of one model in a session. */
export interface UsageRecord extends Omit<Use, 'client' | 'tree'> {
  /** Absolute path of the session's folder; null if unknown. */
  readonly folder: string | null
}

/** Returns the usage record of one request; its cost is null unless given. */
export const requestAt = (
  at: number,
  fields: Omit<UsageRecord, 'from' | 'to' | 'requests' | 'cost'> & Partial<Pick<UsageRecord, 'cost'>>,
): UsageRecord => ({ from: at, to: at, requests: 1, cost: null, ...fields })

/** A message typed in a session by the user, or by a program in their place. */
export interface TypedMessage extends Pick<UsageRecord, 'folder'> {
  readonly at: number
  readonly text: string
}

export interface Records {
  /** Below the client's root ('' for the root itself). Files below it whose names end with `suffix` are records. */
  readonly folder: string
  readonly suffix: string
  /** Path of a record's companion file, both below the client's root; null if there is no companion. */
  readonly companionOf: ((path: string) => string) | null
  /** `companion` is null if there is no such file. Unknown lines are skipped. */
  readonly read: (text: string, companion: string | null) => readonly UsageRecord[]
  /** Reads the messages typed by the user; null if they are not recorded, or their form is unproven. */
  readonly readTyped: ((text: string, companion: string | null) => readonly TypedMessage[]) | null
}

/** Returns a message's text: the string, or the parts' texts, one per line; a part without text is an empty line. */
export const messageText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : (Array.isArray(content) ? content : [])
        .flatMap((part) => (isFields(part) ? [textAt(part, 'text') ?? ''] : []))
        .join('\n')

export const documentIn = (text: string): Fields => objectIn(text) ?? {}

/** Returns the JSON object of each line; other and truncated lines are skipped. */
export const documentsIn = (text: string): readonly Fields[] =>
  text
    .split('\n')
    .map((line) => (line.startsWith('{') ? objectIn(line) : null))
    .filter((document) => document !== null)

/** Returns the lines that have a time in the field `name`, each with that time. */
export const timedIn = (lines: readonly Fields[], name: string) =>
  lines.flatMap((line) => {
    const at = timeAt(line, name)
    return at === null ? [] : [{ line, at }]
  })

export const fieldsAt = (fields: Fields, name: string): Fields => {
  const value = fields[name]
  return isFields(value) ? value : {}
}

export const textAt = (fields: Fields, name: string): string | null => {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** Returns epoch milliseconds from a number or an RFC 3339 timestamp; else null. */
export const timeAt = (fields: Fields, name: string): number | null => {
  const value = fields[name]
  const time = typeof value === 'string' ? Date.parse(value) : value
  return typeof time === 'number' && Number.isFinite(time) ? time : null
}

/** Splits the input tokens in the field `whole`, which include the cached ones in the field `part`. */
export const inputAt = (fields: Fields, whole: string, part: string): Pick<UsageRecord, 'input' | 'cached'> => {
  const cached = countAt(fields, part)
  return { input: Math.max(0, countAt(fields, whole) - cached), cached }
}
