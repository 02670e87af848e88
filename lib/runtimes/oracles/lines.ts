// What the readers of clients' answers share.
import { objectIn } from '../../std/json.js'

/** The JSON documents of an output that has one a line; other lines are left out. */
export const jsonLines = (text: string): readonly Readonly<Record<string, unknown>>[] =>
  text
    .split('\n')
    .map((line) => (line.startsWith('{') ? objectIn(line) : null))
    .filter((document) => document !== null)

/** What a client tells first of a session. */
export const firstEvent = (stdout: string) => jsonLines(stdout).find(({ subtype }) => subtype === 'init')

/** Lines that a client prints about something it does not take. */
export const complaintsIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) =>
      /\b(?:error|warn(?:ing)?|invalid|failed|reject(?:ed)?|ignor(?:ed|ing)|skipp(?:ed|ing))\b/i.test(line),
    )

export const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
