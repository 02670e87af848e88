// What clients write down about their sessions in a person's home, as far as it tells what requests used. Read, never written.
import type { Use } from '../../core/usage/use.js'
import { type Fields, isFields } from '../../std/fields.js'
import { objectIn } from '../../std/json.js'

/** What one request to a model used, or all of a session where the client tells no more. */
export interface Recorded extends Omit<Use, 'client' | 'tree'> {
  /** Where the session ran, absolute; null: not told. */
  readonly folder: string | null
}

/** One request, at a moment that the client wrote down. It counts no money unless it says so. */
export const requestAt = (
  at: number,
  told: Omit<Recorded, 'from' | 'to' | 'requests' | 'cost'> & Partial<Pick<Recorded, 'cost'>>,
): Recorded => ({ from: at, to: at, requests: 1, cost: null, ...told })

/** What somebody typed in a session, or a program in their place. */
export interface Typed extends Pick<Recorded, 'folder'> {
  readonly at: number
  readonly text: string
}

export interface Records {
  /** Below the client's root, `''`: the root itself. Files below it whose names end with `suffix` are records. */
  readonly folder: string
  readonly suffix: string
  /** Path of the file that says more about a record; both below the client's root. */
  readonly beside: ((path: string) => string) | null
  /** `beside` is null where there is none. What is no record of a use is passed over. */
  readonly read: (text: string, beside: string | null) => readonly Recorded[]
  /** Null: nobody has shown where they stand, or they stand in no record. */
  readonly typed: ((text: string, beside: string | null) => readonly Typed[]) | null
}

/** The text of a message that is one, or is made of parts; what a tool answered is none. */
export const wordsIn = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : (Array.isArray(content) ? content : [])
        .flatMap((part) => (isFields(part) ? [textAt(part, 'text') ?? ''] : []))
        .join('\n')

export const documentIn = (text: string): Fields => objectIn(text) ?? {}

/** One document a line; a line that was cut is passed over. */
export const documentsIn = (text: string): readonly Fields[] =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [documentIn(line)]))

/** Those that bear a moment under that name, with it. */
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

/** Milliseconds of the epoch from such a number or an RFC 3339 stamp; null where it is neither. */
export const timeAt = (fields: Fields, name: string): number | null => {
  const value = fields[name]
  const time = typeof value === 'string' ? Date.parse(value) : value
  return typeof time === 'number' && Number.isFinite(time) ? time : null
}

/** Part of a count that holds another one. */
export const without = (whole: number, part: number): number => Math.max(0, whole - part)
