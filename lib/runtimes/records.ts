// Clients' usage records in the user's home. Read only.
import type { Use } from '../core/usage/use.js'
import { countAt, type Fields, isFields, objectIn } from '../std/json.js'

/** Usage of a request, or of a session if the client records no more. */
export interface Recorded extends Omit<Use, 'client' | 'tree'> {
  /** The session's absolute folder; null if unknown. */
  readonly folder: string | null
}

/** A request with its time. Without money unless given. */
export const requestAt = (
  at: number,
  told: Omit<Recorded, 'from' | 'to' | 'requests' | 'cost'> & Partial<Pick<Recorded, 'cost'>>,
): Recorded => ({ from: at, to: at, requests: 1, cost: null, ...told })

/** A message typed in a session by the user, or by a program in their place. */
export interface Typed extends Pick<Recorded, 'folder'> {
  readonly at: number
  readonly text: string
}

export interface Records {
  /** Below the client's root ('' for the root itself). Files below it with `suffix` are records. */
  readonly folder: string
  readonly suffix: string
  /** Path of a record's companion file; both below the client's root. */
  readonly beside: ((path: string) => string) | null
  /** `beside` is null if absent. Other lines are skipped. */
  readonly read: (text: string, beside: string | null) => readonly Recorded[]
  /** Null if typed messages are not recorded, or their form is unproven. */
  readonly typed: ((text: string, beside: string | null) => readonly Typed[]) | null
}

/** A message's text, as a string or in parts; tool results are skipped. */
export const wordsIn = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : (Array.isArray(content) ? content : [])
        .flatMap((part) => (isFields(part) ? [textAt(part, 'text') ?? ''] : []))
        .join('\n')

export const documentIn = (text: string): Fields => objectIn(text) ?? {}

/** One document a line; other and truncated lines are skipped. */
export const documentsIn = (text: string): readonly Fields[] =>
  text
    .split('\n')
    .map((line) => (line.startsWith('{') ? objectIn(line) : null))
    .filter((document) => document !== null)

/** Lines with a time under that name, and the time. */
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

/** Epoch milliseconds, from a number or an RFC 3339 stamp; else null. */
export const timeAt = (fields: Fields, name: string): number | null => {
  const value = fields[name]
  const time = typeof value === 'string' ? Date.parse(value) : value
  return typeof time === 'number' && Number.isFinite(time) ? time : null
}

/** A count of input of which the other is the part from a cache. */
export const inputAt = (fields: Fields, whole: string, part: string): Pick<Recorded, 'input' | 'cached'> => {
  const cached = countAt(fields, part)
  return { input: Math.max(0, countAt(fields, whole) - cached), cached }
}
