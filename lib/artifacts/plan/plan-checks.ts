// The `verify:` list of a plan: programs with their arguments, run without a shell, that a receipt is made of.
import type { Issue } from '../../errors.js'
import { type FrontValue, isFrontList, isFrontMap, readFrontBlock } from '../../markdown/frontmatter.js'
import type { Source } from '../../ports.js'
import { type Infer, int, record, texts } from '../../std/shape.js'
import { mapsOf, partOf, textOf } from '../parts/front-fields.js'
import { issueAt } from '../parts/issues.js'

/** One check: a program with its arguments, no shell. */
export const CHECK = record({
  argv: texts('Program and arguments, no shell'),
  expect: int('Exit code that means success'),
})
export type PlanCheck = Infer<typeof CHECK>

const SHELL = /[;&|<>`\n]|\$\(|\$\{/
/** A word of its own that only a shell understands. */
export const SHELL_WORD = /^(?:&&|\|\|?|;|&|>{1,2}|<|2>&1|2>.*)$/

/** What only a shell understands may stand between quotes, where it is plain text. */
export const needsShell = (command: string): boolean =>
  SHELL.test(command.replace(/'[^']*'|"([^"]*)"/g, (_, inner?: string) => (inner ?? '').replace(/[;&|<>]/g, '')))

export interface ReadChecks {
  readonly checks: readonly PlanCheck[]
  readonly issues: readonly Issue[]
}

export function readChecks(source: Source, value: FrontValue | undefined): ReadChecks {
  const checks: PlanCheck[] = []
  const issues: Issue[] = []
  const offset =
    readFrontBlock(source).keys.find(({ path }) => path.length === 1 && path[0] === 'verify')?.valueStart ?? 0
  for (const item of entriesOf(value)) {
    if (isHint(item)) continue
    const found = checkOf(item)
    if ('argv' in found) checks.push(found)
    else issues.push(badCheck(source, offset, found.expected, found.received))
  }
  return { checks, issues }
}

/** A list of words alone (`verify: [npm, test]`) is one program. */
function entriesOf(value: FrontValue | undefined): readonly FrontValue[] {
  if (value === undefined || typeof value === 'string' || !isFrontList(value)) return mapsOf(value)
  const words = value.every((item) => typeof item === 'string' && !/\s/.test(item.trim()))
  return words && value.length > 1 ? [value] : value
}

/** The entry of a template. */
function isHint(item: FrontValue): boolean {
  if (typeof item === 'string') return textOf(item) === null
  const run = partOf(item, 'run')
  return run !== undefined && isFrontList(run) && run.length > 0 && run.every((word) => textOf(word) === null)
}

function checkOf(item: FrontValue): PlanCheck | Unread {
  const run = isFrontMap(item) ? partOf(item, 'run', 'command', 'cmd') : item
  if (run === undefined) return { expected: 'an entry with `run: [program, argument]`', received: JSON.stringify(item) }
  const wanted = isFrontMap(item) ? textOf(partOf(item, 'expect', 'exit')) : null
  if (wanted !== null && !/^\d{1,3}$/.test(wanted))
    return { expected: 'an exit code, e.g. `expect: 0`', received: wanted }
  const expect = wanted === null ? 0 : Number(wanted)
  if (isFrontMap(run)) return { expected: 'a list of words', received: JSON.stringify(run) }
  if (typeof run === 'string') {
    const [, line = run, code] = /^(.*?)\s+\(?expect:?\s+(\d{1,3})\)?$/.exec(run.trim()) ?? []
    return stringCheck(line.trim().replace(/^`([^`]*)`$/, '$1'), code === undefined ? expect : Number(code))
  }
  const argv = run.map((word) => (typeof word === 'string' ? word : JSON.stringify(word)))
  const bad = argv.find((word) => SHELL_WORD.test(word))
  if (bad !== undefined) return { expected: 'one program with its arguments, no shell', received: bad }
  if ((argv[0] ?? '').trim() === '' || /\s/.test(argv[0] ?? ''))
    return { expected: 'the program as the first word of the list', received: argv[0] ?? 'nothing' }
  return { argv, expect }
}

export interface Unread {
  readonly expected: string
  readonly received: string
}

/** A command as one text: a program with its arguments, no shell. */
function stringCheck(text: string, expect: number): PlanCheck | Unread {
  if (needsShell(text)) return { expected: 'one program with its arguments, no shell', received: text }
  const argv = words(text)
  return argv === null || argv.length === 0
    ? { expected: 'a program with its arguments, quotes closed', received: text === '' ? 'nothing' : text }
    : { argv, expect }
}

/** Splits at blanks; single and double quotes hold a word together. null: a quote stays open. */
export function words(text: string): readonly string[] | null {
  const found: string[] = []
  let word: string | null = null
  let quote = ''
  for (const char of text) {
    if (quote !== '') {
      if (char === quote) quote = ''
      else word += char
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (/\s/.test(char)) {
      if (word !== null) found.push(word)
      word = null
    } else word = (word ?? '') + char
  }
  if (quote !== '') return null
  if (word !== null) found.push(word)
  return found
}

const badCheck = (source: Source, offset: number, expected: string, received: string): Issue =>
  issueAt(source, offset, {
    code: 'PLAN_VERIFY',
    severity: 'error',
    expected,
    received: received.slice(0, 120),
    message: `an entry of verify is not ${expected}: ${received.slice(0, 120)}`,
    fix: 'Write each check as `- run: [npm, test]` with `expect: 0` below it; several programs are several entries.',
  })
