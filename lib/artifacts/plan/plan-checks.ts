// A plan's `verify:` list: programs with arguments, run without a shell for a receipt.
import type { Issue } from '../../errors.js'
import { type FrontValue, isFrontList, isFrontMap, readFrontBlock } from '../../markdown/frontmatter.js'
import type { Source } from '../../ports.js'
import { issueAt } from '../codec.js'
import { commandIn, type PlanCheck, SHELL_WORD, type Unread } from '../parts/command-line.js'
import { mapsOf, partOf, textOf } from '../parts/front-fields.js'

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

/** A list of words (`verify: [npm, test]`) is one program. */
function entriesOf(value: FrontValue | undefined): readonly FrontValue[] {
  if (value === undefined || typeof value === 'string' || !isFrontList(value)) return mapsOf(value)
  const words = value.every((item) => typeof item === 'string' && !/\s/.test(item.trim()))
  return words && value.length > 1 ? [value] : value
}

/** A template's placeholder. */
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
  if (isFrontMap(run)) return { expected: 'a list of words', received: JSON.stringify(run) }
  const expect = Number(wanted ?? 0)
  if (typeof run === 'string') {
    const found = commandIn(run)
    return 'argv' in found && wanted !== null ? { ...found, expect } : found
  }
  const argv = run.map((word) => (typeof word === 'string' ? word : JSON.stringify(word)))
  const bad = argv.find((word) => SHELL_WORD.test(word))
  if (bad !== undefined) return { expected: 'one program with its arguments, no shell', received: bad }
  if ((argv[0] ?? '').trim() === '' || /\s/.test(argv[0] ?? ''))
    return { expected: 'the program as the first word of the list', received: argv[0] ?? 'nothing' }
  return { argv, expect }
}

const badCheck = (source: Source, offset: number, expected: string, received: string): Issue =>
  issueAt(source, offset, {
    code: 'PLAN_VERIFY',
    expected,
    received,
    fix: 'Write each check as `- run: [npm, test]` with `expect: 0` below it; several programs are several entries.',
  })
