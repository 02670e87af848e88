// Reads a check from one line: a program with arguments, optionally in backticks, and its exit code if not 0.
import { parsedJson } from '../../std/json.js'

/** A check: a program with its arguments, which runs without a shell. */
export interface PlanCheck {
  readonly argv: readonly string[]
  /** The exit code that means success. */
  readonly expect: number
}

export interface UnreadCheck {
  readonly expected: string
  readonly received: string
}

const SHELL = /[;&|<>`\n]|\$\(|\$\{/
export const SHELL_WORD = /^(?:&&|\|\|?|;|&|>{1,2}|<|2>&1|2>.*)$/

/** Whether a command uses shell syntax outside quotes, or an expansion in double quotes. */
const needsShell = (command: string): boolean =>
  SHELL.test(command.replace(/'[^']*'|"([^"]*)"/g, (_, inner?: string) => (inner ?? '').replace(/[;&|<>]/g, '')))

const EXPECT = /^[\s,;(]*(?:expect|exit)s?(?:\s+code)?\s*[:=]?\s*(\d{1,3})[\s).]*$/i
const TAIL = /[\s,;(]+expects?\s*[:=]?\s*(\d{1,3})\)?$/i

/** Reads a line with one command that needs no shell. */
export function commandIn(line: string): PlanCheck | UnreadCheck {
  const { command: marked, rest } = commandAndRest(line.trim())
  const command = withoutQuotes(marked)
  const list = argumentList(command)
  const expect = rest === '' ? '0' : EXPECT.exec(rest)?.[1]
  if (expect === undefined)
    return { expected: 'one command in backticks, optionally followed by "expect <exit code>"', received: line }
  if (list !== null) return { argv: list, expect: Number(expect) }
  if (needsShell(command)) return { expected: 'one program with its arguments, no shell', received: command }
  const argv = splitWords(command)
  return argv === null || argv.length === 0
    ? { expected: 'a program with its arguments, quotes closed', received: command }
    : { argv, expect: Number(expect) }
}

/** Removes quotes around the whole line, because no program is called "npm test". */
function withoutQuotes(command: string): string {
  const [only = '', ...more] = splitWords(command) ?? []
  return more.length === 0 && /\s/.test(only) ? only : command
}

/** Reads arguments in JSON, such as `["npm", "test"]`; null for anything else. */
export function argumentList(text: string): readonly string[] | null {
  if (!text.startsWith('[')) return null
  const value = parsedJson(text)
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string') ? value : null
}

function commandAndRest(text: string): { readonly command: string; readonly rest: string } {
  const close = text.startsWith('`') ? text.indexOf('`', 1) : -1
  if (close > 0) {
    const rest = text.slice(close + 1).trim()
    return { command: text.slice(1, close).trim(), rest: /^[.;,]*$/.test(rest) ? '' : rest }
  }
  const tail = TAIL.exec(text)
  return tail === null ? { command: text, rest: '' } : { command: text.slice(0, tail.index), rest: `expect ${tail[1]}` }
}

const WORD = /(?:[^\s"']|"[^"]*"|'[^']*')+/g

/** Splits at blanks outside quotes; null if a quote is not closed. */
const splitWords = (text: string): readonly string[] | null =>
  text.replace(WORD, '').trim() === ''
    ? [...text.matchAll(WORD)].map(([word]) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'))
    : null
