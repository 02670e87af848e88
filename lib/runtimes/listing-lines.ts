// Shared by readers of client output.
import { objectIn } from '../std/json.js'
import type { ListingCommand } from './runtime.js'

/** A question with what it differs in. */
export const listing = (one: Pick<ListingCommand, 'args' | 'read'> & Partial<ListingCommand>): ListingCommand => ({
  env: {},
  input: '',
  isEnough: null,
  ...one,
})

/** JSON documents, one a line; other lines are skipped. */
export const jsonLines = (text: string): readonly Readonly<Record<string, unknown>>[] =>
  text
    .split('\n')
    .map((line) => (line.startsWith('{') ? objectIn(line) : null))
    .filter((document) => document !== null)

/** A session's first event. */
export const firstEvent = (stdout: string) => jsonLines(stdout).find(({ subtype }) => subtype === 'init')

/** Lines with complaints about refused files. */
export const complaintsIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) =>
      /\b(?:error|warn(?:ing)?|invalid|failed|reject(?:ed)?|ignor(?:ed|ing)|skipp(?:ed|ing))\b/i.test(line),
    )

export const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
