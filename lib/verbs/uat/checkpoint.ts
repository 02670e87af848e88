// Verbs for the person who tests: the test that waits now, and what of a SUMMARY needs a look.

import type { UatTest, UatValue } from '../../artifacts/verification/uat.js'
import { isFinishedUat } from '../../core/derivation/acceptance-debt.js'
import { readLedger } from '../../core/history/ledger.js'
import { receiptsIn } from '../../core/history/ledger-says.js'
import { parsePlanStem, samePlan } from '../../core/ids.js'
import { cites } from '../../core/judging/citations.js'
import { readReceipt } from '../../core/judging/proof.js'
import { type Receipt, weakness } from '../../core/judging/receipts.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { isFields } from '../../std/fields.js'
import { bool, int, listOf, oneOf, orNull, record, text, texts } from '../../std/shape.js'
import { fileMissing } from '../frontmatter/frontmatter.js'
import { query } from '../verb.js'

const FILE = { type: 'path', required: true } as const

export const uatRenderCheckpoint = query({
  name: 'uat.render-checkpoint',
  about: 'The test that waits for a person, ready to show',
  args: { file: { ...FILE, about: 'UAT file' } },
  result: record({
    file_path: text(),
    test_number: orNull(text()),
    test_name: orNull(text()),
    checkpoint: text(),
  }),
  reads: ['uat'],
  run({ file }, view) {
    const none = { file_path: file, test_number: null, test_name: null, checkpoint: '' }
    const value = view.parse('uat', file)?.value
    if (value === undefined) return { result: none, error: fileMissing(file) }
    const found = currentOf(value, file)
    if ('code' in found) return { result: none, error: found }
    return {
      result: {
        file_path: file,
        test_number: found.number,
        test_name: found.name,
        checkpoint: shownTest(found, value.tests.length),
      },
    }
  },
})

/** The test that the file says is on now; else the first pending one. A file that names one it does not hold is malformed. */
function currentOf(value: UatValue, path: string): UatTest | ErrorBody {
  const pending = value.tests.find(({ result }) => result === 'pending')
  if (isFinishedUat(value) || (pending === undefined && value.current === null))
    return {
      code: 'NOT_FOUND',
      message: `${path} leaves no test: its session is complete`,
      fix: 'nothing to do',
    }
  const { number, name } = value.current ?? { number: null, name: null }
  if (number === null && name === null)
    return pending ?? malformed(path, 'no test is pending, and none is named as the current one')
  const found = value.tests.find((test) => test.number === number) ?? value.tests.find((test) => test.name === name)
  return found ?? malformed(path, `"## Current Test" names test ${number ?? name}, which the file does not hold`)
}

const malformed = (path: string, message: string): ErrorBody => ({
  code: 'BAD_DATA',
  message: `${path}: ${message}`,
  fix: 'correct number: and name: below "## Current Test"',
})

const shownTest = ({ number, name, expected }: UatTest, total: number): string =>
  [
    `── Test ${number} of ${total}: ${name} ──`,
    '',
    expected === null ? 'Try it, and say what you see.' : `Expected: ${expected}`,
    '',
    'Does it do that? Answer "yes", or say in your words what happens instead. "skip" leaves it out.',
  ].join('\n')

const ROW = record({ id: text(), text: text(), reason: text() })

export const uatClassifyCoverage = query({
  name: 'uat.classify-coverage',
  about: 'What of a SUMMARY a receipt has shown, and what a person must look at',
  args: { summary: { ...FILE, about: 'SUMMARY file' } },
  result: record({
    mode: oneOf(['coverage', 'accomplishments', 'none'], 'Where the rows come from'),
    summary_file: text(),
    total: int(),
    all_auto_covered: bool(),
    auto_passed: listOf(ROW, 'Shown by a check that ran'),
    present: listOf(ROW, 'For a person'),
    errors: texts(),
  }),
  reads: ['summary', 'ledger'],
  run({ summary: path }, view) {
    const none = {
      mode: 'none' as const,
      summary_file: path,
      total: 0,
      all_auto_covered: false,
      auto_passed: [],
      present: [],
      errors: [],
    }
    const value = view.parse('summary', path)?.value
    if (value === undefined) return { result: none, error: fileMissing(path) }
    const listed = coverageRows(value.extra['coverage'])
    const rows =
      listed ??
      value.accomplishments.map((words, index): Row => ({ id: String(index + 1), text: words, refs: [], human: false }))
    const proof = receiptsFor(view, path)
    const judged = rows.map((row) => ({ row, reason: reasonFor(row, proof) }))
    const shown = judged.filter(({ reason }) => reason.passed)
    const left = judged.filter(({ reason }) => !reason.passed)
    const line = ({ row, reason }: (typeof judged)[number]) => ({ id: row.id, text: row.text, reason: reason.said })
    return {
      result: {
        mode: rows.length === 0 ? none.mode : listed === null ? ('accomplishments' as const) : ('coverage' as const),
        summary_file: path,
        total: rows.length,
        all_auto_covered: rows.length > 0 && left.length === 0,
        auto_passed: shown.map(line),
        present: left.map(line),
        errors: proof.problem === null ? [] : [proof.problem],
      },
    }
  },
})

interface Row {
  readonly id: string
  readonly text: string
  /** Checks that the row names. */
  readonly refs: readonly string[]
  readonly human: boolean
}

const words = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Rows below `coverage:` in the front matter; null without any. */
function coverageRows(value: unknown): readonly Row[] | null {
  if (!Array.isArray(value) || value.length === 0) return null
  return value.map((entry: unknown, index): Row => {
    if (!isFields(entry)) return { id: String(index + 1), text: words(entry), refs: [], human: false }
    const verification = entry['verification'] ?? entry['verified_by'] ?? entry['check']
    const list = Array.isArray(verification) ? verification : verification === undefined ? [] : [verification]
    return {
      id: words(entry['id']) || String(index + 1),
      text: words(entry['description']) || words(entry['deliverable']) || words(entry['text']),
      refs: list
        .flatMap((item) => (isFields(item) ? [words(item['ref']), words(item['run'])] : [words(item)]))
        .filter((ref) => ref !== ''),
      human: words(entry['human_judgment']) === 'true',
    }
  })
}

interface Proof {
  readonly receipts: readonly Receipt[]
  readonly problem: string | null
}

/** The receipts of the plan that the SUMMARY is of; none where the record is not sound. */
function receiptsFor(view: View, summary: string): Proof {
  const folder = summary.slice(0, summary.lastIndexOf('/') + 1)
  const id = parsePlanStem(summary.slice(folder.length).replace(/-?SUMMARY\.md$/, ''))
  const name = view
    .list(folder.replace(/\/$/, ''))
    .map((entry) => entry.name)
    .find((file) => file.endsWith('-VERIFY.json') && samePlan(parsePlanStem(file.slice(0, -'-VERIFY.json'.length)), id))
  if (name === undefined) return { receipts: [], problem: 'the plan has no receipt' }
  const stored = readReceipt(view, folder + name)
  if (stored === null) return { receipts: [], problem: `${folder}${name} is no receipt` }
  const { file, origin, sha256 } = stored
  if (origin === 'elsewhere')
    return {
      receipts: [],
      problem: `${folder}${name} is from elsewhere: its checks were not run on this machine for this plan`,
    }
  if (receiptsIn(readLedger(view)).plans.get(id)?.sha256 !== sha256)
    return { receipts: [], problem: `${folder}${name} is not the receipt that the ledger records` }
  const weak = weakness(file)
  return weak === null
    ? { receipts: file.receipts, problem: null }
    : { receipts: [], problem: `${folder}${name}: ${weak}` }
}

function reasonFor(
  { refs, human }: Row,
  { receipts, problem }: Proof,
): { readonly passed: boolean; readonly said: string } {
  if (human) return { passed: false, said: 'it asks for the judgement of a person' }
  if (problem !== null) return { passed: false, said: problem }
  if (refs.length === 0) return { passed: false, said: 'it names no check' }
  const shown = receipts.find(
    ({ outcome, name, argv }) =>
      outcome === 'pass' &&
      refs.some(
        (ref) => ref === name || ref === argv.join(' ') || argv.some((word) => cites(ref, word) && word.length > 3),
      ),
  )
  return shown === undefined
    ? { passed: false, said: `no check that ran is one of ${refs.join(', ')}` }
    : { passed: true, said: `the check "${shown.name}" ran and passed` }
}
