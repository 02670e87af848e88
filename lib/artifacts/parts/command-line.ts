// A check on one line of a draft: a command in code marks, and the exit code that means success where it is not 0.
import { parsedJson } from '../../std/json.js'
import { needsShell, type PlanCheck, type Unread, words } from '../plan/plan-checks.js'

const EXPECT = /^[\s,;(]*(?:expect|exit)s?(?:\s+code)?\s*[:=]?\s*(\d{1,3})[\s).]*$/i
const TAIL = /[\s,;(]+expects?\s*[:=]?\s*(\d{1,3})\)?$/i

/** One command a line, no shell: what only a shell understands may stand between quotes, where it is plain text. */
export function commandIn(line: string): PlanCheck | Unread {
  const { command: marked, rest } = parted(line.trim())
  const command = withoutQuotes(marked)
  const list = argumentList(command)
  const expect = rest === '' ? '0' : EXPECT.exec(rest)?.[1]
  if (expect === undefined)
    return { expected: 'one command in code marks, and at most "expect <exit code>" behind it', received: line }
  if (list !== null) return { argv: list, expect: Number(expect) }
  if (needsShell(command)) return { expected: 'one program with its arguments, no shell', received: command }
  const argv = words(command)
  return argv === null || argv.length === 0
    ? { expected: 'a program with its arguments, quotes closed', received: command }
    : { argv, expect: Number(expect) }
}

/** Quotes around the whole are marks of the command, like those of code: no program is called "npm test". */
function withoutQuotes(command: string): string {
  const [only = '', ...more] = words(command) ?? []
  return more.length === 0 && /\s/.test(only) ? only : command
}

/** `["npm", "test"]`: a program with its arguments as JSON writes them; null for anything else. */
export function argumentList(text: string): readonly string[] | null {
  if (!text.startsWith('[')) return null
  const value = parsedJson(text)
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string') ? value : null
}

function parted(text: string): { readonly command: string; readonly rest: string } {
  const close = text.startsWith('`') ? text.indexOf('`', 1) : -1
  if (close > 0) {
    const rest = text.slice(close + 1).trim()
    return { command: text.slice(1, close).trim(), rest: /^[.;,]*$/.test(rest) ? '' : rest }
  }
  const tail = TAIL.exec(text)
  return tail === null ? { command: text, rest: '' } : { command: text.slice(0, tail.index), rest: `expect ${tail[1]}` }
}
