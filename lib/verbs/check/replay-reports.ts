// What build servers read of a replay: JUnit and SARIF texts.
import type { CheckOutcome } from '../../core/judging/check.js'
import type { TestCounts } from '../../core/judging/test-counts.js'

export interface Replayed {
  readonly id: string
  readonly plan: string
  /** The receipt's file. */
  readonly path: string
  readonly name: string
  readonly required: boolean
  readonly same: boolean
  /** It fails or cannot run, and did not before. */
  readonly worse: boolean
  readonly outcome: CheckOutcome
  readonly durationMs: number
  /** The end of what the program printed. */
  readonly said: string
  readonly was: { readonly exitCode: number | null; readonly tests: TestCounts }
  readonly now: { readonly exitCode: number | null; readonly tests: TestCounts }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Characters that no XML text may hold are left out. */
const escaped = (text: string): string =>
  [...text]
    .filter((char) => {
      const code = char.codePointAt(0) as number
      return (
        code === 9 ||
        code === 10 ||
        code === 13 ||
        (code >= 32 && code !== 0xfffe && code !== 0xffff && (code < 0xd800 || code > 0xdfff))
      )
    })
    .map((char) => ESCAPES[char] ?? char)
    .join('')

const differs = ({ was, now }: Replayed): string =>
  `ended with ${now.exitCode ?? 'nothing'}, the receipt says ${was.exitCode ?? 'nothing'}`

interface Case {
  readonly suite: string
  readonly name: string
  readonly seconds: number
  readonly problem: {
    readonly tag: 'failure' | 'error' | 'skipped'
    readonly message: string
    readonly text: string
  } | null
}

function casesOf(rows: readonly Replayed[], missing: readonly string[], stale: readonly string[]): readonly Case[] {
  return [
    ...rows.map(
      (row): Case => ({
        suite: row.plan,
        name: row.name,
        seconds: row.durationMs / 1000,
        problem: !row.worse
          ? null
          : row.outcome === 'inconclusive'
            ? { tag: row.required ? 'error' : 'skipped', message: 'it could not be run', text: row.said }
            : { tag: row.required ? 'failure' : 'skipped', message: differs(row), text: row.said },
      }),
    ),
    ...missing.map(unfit('there is no receipt')),
    ...stale.map(unfit('it is not the receipt that the ledger records')),
  ]
}

const unfit =
  (message: string) =>
  (name: string): Case => ({
    suite: 'receipts',
    name,
    seconds: 0,
    problem: { tag: 'failure', message, text: '' },
  })

export function junitText(rows: readonly Replayed[], missing: readonly string[], stale: readonly string[]): string {
  const cases = casesOf(rows, missing, stale)
  const suites = [...new Set(cases.map(({ suite }) => suite))]
  const countOf = (list: readonly Case[], tag: string) => list.filter(({ problem }) => problem?.tag === tag).length
  const counts = (list: readonly Case[]) =>
    `tests="${list.length}" failures="${countOf(list, 'failure')}" errors="${countOf(list, 'error')}" skipped="${countOf(list, 'skipped')}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="gsd check replay" ${counts(cases)}>`,
    ...suites.flatMap((suite) => {
      const own = cases.filter((found) => found.suite === suite)
      return [
        `  <testsuite name="${escaped(suite)}" ${counts(own)}>`,
        ...own.map(({ name, seconds, problem }) => {
          const head = `    <testcase classname="${escaped(suite)}" name="${escaped(name)}" time="${seconds}"`
          return problem === null
            ? `${head}/>`
            : `${head}><${problem.tag} message="${escaped(problem.message)}">${escaped(problem.text)}</${problem.tag}></testcase>`
        }),
        '  </testsuite>',
      ]
    }),
    '</testsuites>',
    '',
  ].join('\n')
}

const RULES = {
  'check-differs': 'A check does not do what its receipt says',
  'check-inconclusive': 'A check of a receipt cannot be run',
  'receipt-missing': 'Work that says it is verified has no receipt',
  'receipt-stale': 'A receipt is not the one that the ledger records',
} as const
type Rule = keyof typeof RULES

export function sarifText(rows: readonly Replayed[], missing: readonly string[], stale: readonly string[]): string {
  const result = (ruleId: Rule, level: 'error' | 'warning', message: string, uri: string | null) => ({
    ruleId,
    level,
    message: { text: message },
    ...(uri === null
      ? {}
      : { locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } } }] }),
  })
  const results = [
    ...rows
      .filter(({ worse }) => worse)
      .map((row) =>
        result(
          row.outcome === 'inconclusive' ? 'check-inconclusive' : 'check-differs',
          row.required ? 'error' : 'warning',
          `${row.plan}: the check "${row.name}" ${differs(row)}`,
          row.path,
        ),
      ),
    ...missing.map((id) =>
      result('receipt-missing', 'error', `there is no receipt for ${id}`, '.planning/ledger.jsonl'),
    ),
    ...stale.map((id) =>
      result('receipt-stale', 'error', `the receipt ${id} was changed or replaced`, '.planning/ledger.jsonl'),
    ),
  ]
  const rules = Object.entries(RULES).map(([id, words]) => ({ id, shortDescription: { text: words } }))
  return `${JSON.stringify(
    {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [{ tool: { driver: { name: 'gsd-tools check replay', rules } }, results }],
    },
    null,
    2,
  )}\n`
}
