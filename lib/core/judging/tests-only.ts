// A try that only runs the tests: what it shows, the receipts show already. A promise is tried with an input of its own.
import { readShellLine } from '../../artifacts/plan/shell-line.js'
import { type ScriptsIn, unwrap } from '../../artifacts/plan/vacuous-checks.js'
import type { Check } from './check.js'
import { runKey } from './receipts.js'
import { isRunner } from './runners.js'

/** What is known of the project's tests: its own checks, and the scripts of its package. */
export interface KnownTests {
  readonly checks: readonly Check[]
  readonly scripts: ScriptsIn
}

const PACKAGE_TEST = /^(?:npm|pnpm|yarn|bun) (?:run )?(?:test|t|tst)(?![\w-])/

function isTest(program: readonly string[], { checks }: KnownTests): boolean {
  const key = runKey({ argv: program, cwd: '.' })
  return isRunner(program) || PACKAGE_TEST.test(program.join(' ')) || checks.some((check) => runKey(check) === key)
}

/** A command as it would be typed: every program in it that can end in more than one way runs tests, and one does. */
function isTestCommand(text: string, known: KnownTests): boolean {
  // What comes behind a pipe only shows what came before it.
  const [line = ''] = text.trim().split(/(?<!\|)\|(?!\|)/)
  const chains = readShellLine(line)
  if (chains === null) return false
  const commands = chains.flatMap(({ first, rest }) => [first, ...rest.map(({ command }) => command)])
  const programs = commands
    .filter(({ words }) => unwrap(words).fixed === null)
    .flatMap(({ words }) => (isTest(words, known) ? [words] : unwrap(words, known.scripts).programs))
  const unwrapped = known.checks.flatMap(({ argv, cwd }) => unwrap(argv, known.scripts, cwd).programs)
  const same = new Set(unwrapped.map((argv) => runKey({ argv, cwd: '.' })))
  return programs.length > 0 && programs.every((argv) => isTest(argv, known) || same.has(runKey({ argv, cwd: '.' })))
}

const LEAD = /^(?:I\s+)?(?:re-?)?(?:ran|run|running|execut(?:e|ed|ing)|start(?:ed)?)\s+/i
const SUITE =
  /^((?:the|all|our|its|whole|full|entire|complete|unit|integration|new|existing|own|automated|project(?:'s)?|phase(?:'s)?)\s+)*(?:tests|test\s?suites?|suites?(?!\s+of\b)|specs)(?![\w'’])(?=\s*(\S*))/i
/** Behind tests that are named: how they ran, or for what. Any other word may make them something else, such as a page of tests. */
const ABOUT_THEM =
  /^(?:[^\w\s]|(?:for|of|in|on|with|from|by|via|against|under|about|again|twice|once|alone|only|that|which|all|still|pass|are|were|is|was|ran|run)(?:es|ed|ing)?\b)/i
const AGAIN = /^(?:(?:the|all|project(?:'s)?)\s+)*checks(?:\s+(?:again|twice|once more))?$/i
/** Says how the run ended, and nothing more that was done. */
const OUTCOME =
  /^(?:(?:all|everything|exit(?:ed)?(?:\s+(?:code|with))?|it|they|\d+(?:\s*\/\s*\d+)?|tests?|still|is|are|was|were|no|failures?|errors?|0|pass(?:es|ed|ing)?|green|ok)\s*)+$/i

const MARK = '\u0000'

/** Whether nothing was done but running tests. What cannot be read as that is believed. */
export function testsOnly(did: string, known: KnownTests): boolean {
  const spans: string[] = []
  const hidden = did.replace(/`([^`]+)`/g, (_, span: string) => `${MARK}${spans.push(span) - 1}${MARK}`)
  const clauses = hidden
    // A file in parentheses behind what was run.
    .replace(/\(\0(\d+)\0\)/g, (whole, index: string) => (/\s/.test(spans[Number(index)] ?? '') ? whole : ''))
    .split(/\s*[;,()]\s*|\.\s+|\s+(?:and|then|afterwards)\s+/i)
    .map((clause) => clause.trim().replace(/[.:]+$/, ''))
    .filter((clause) => clause !== '' && !OUTCOME.test(clause))
  return clauses.length > 0 && clauses.every((clause) => isTestClause(clause, spans, known))
}

/** `isRun`: it says that something was run. Else bare `tests` may be what somebody does. */
function isSuite(text: string, isRun: boolean): boolean {
  const [found, whose, next = ''] = SUITE.exec(text) ?? []
  return found !== undefined && (next === '' || ((isRun || whose !== undefined) && ABOUT_THEM.test(next)))
}

function isTestClause(clause: string, spans: readonly string[], known: KnownTests): boolean {
  const own = clause.split(MARK).flatMap((part, index) => (index % 2 === 1 ? [spans[Number(part)] ?? ''] : []))
  const isOther = (span: string) => /\s/.test(span) && !isTestCommand(span, known)
  if (own.length > 0) return own.some((span) => isTestCommand(span, known)) && !own.some(isOther)
  const rest = clause.replace(LEAD, '')
  return isSuite(rest, rest !== clause) || AGAIN.test(rest) || isTestCommand(rest, known)
}
