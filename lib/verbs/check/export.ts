// check export: receipts as in-toto statements, for policies of other tools.
import { writeOutputStep } from '../../core/builtin-steps.js'
import { FACT_READS, gatherFacts } from '../../core/derivation/facts.js'
import { judge, type Receipt, type ReceiptFile, readReceipt } from '../../core/judging/receipts.js'
import type { ErrorBody } from '../../errors.js'
import { any, listOf, record, text, texts } from '../../std/shape.js'
import { arg, task } from '../verb.js'

const RESULT = { pass: 'PASSED', checked: 'WARNED', inconclusive: 'WARNED', fail: 'FAILED' } as const

/** Base64 of the UTF-8 bytes. */
const encode = (words: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(words)))

/** One statement per plan, about the tree that its checks saw. */
function statementOf(file: ReceiptFile, path: string, sha256: string) {
  const named = (...outcomes: readonly Receipt['outcome'][]) =>
    file.receipts.filter(({ outcome }) => outcomes.includes(outcome)).map(({ name }) => name)
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'tree', digest: { sha256: file.treeDigest }, annotations: { commit: file.commit } }],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: RESULT[judge(file.receipts).verdict],
      configuration: [
        { name: path, digest: { sha256 }, annotations: { plan: file.plan, at: file.at, by: file.by } },
        ...file.receipts.map(({ name, argv, cwd, expect, required, exitCode, tests, reason }) => ({
          name,
          content: encode(JSON.stringify({ argv, cwd, expect, required })),
          mediaType: 'application/json',
          annotations: { exitCode, tests, reason },
        })),
      ],
      passedTests: named('pass'),
      warnedTests: named('checked', 'inconclusive'),
      failedTests: named('fail'),
    },
  }
}

export const checkExport = task('check.export', {
  about: 'Receipts as in-toto statements (test-result v0.1)',
  args: {
    ids: arg.list('Plans; default: all that have a receipt', { positional: true, names: 'plan' }),
    out: arg.path('File for the statements, one per line; default: only in the answer'),
  },
  reads: [...FACT_READS, 'receipt'],
  writes: [],
  result: record({
    statements: listOf(
      any(),
      'in-toto Statement v1 with the predicate https://in-toto.io/attestation/test-result/v0.1',
    ),
    missing: texts('Asked for, but there is no receipt'),
    path: text('File that was written; empty: none'),
  }),
  async run({ ids, out }, { view, results, run }) {
    const plans = gatherFacts(view).phases.flatMap((phase) => phase.plans)
    const statements = plans.flatMap(({ id, file: { path, receipt } }) => {
      const file = ids.length === 0 || ids.includes(id) ? readReceipt(view, receipt) : null
      // A statement is about something.
      return file?.treeDigest == null ? [] : [statementOf(file, path, view.source(path)?.sha256 ?? '')]
    })
    const missing = ids.filter((id) => !plans.some((plan) => plan.id === id && plan.file.receipt !== null))
    const refused = (error: ErrorBody) => ({ result: { statements, missing, path: '' }, error })
    if (statements.length === 0)
      return refused({
        code: 'NO_RECEIPT',
        message: 'there is no receipt to export',
        fix: 'gsd-tools check run stores receipts',
      })
    if (out === undefined) return { result: { statements, missing, path: '' } }
    if (out.split('/')[0] === '.planning')
      return refused({
        code: 'USAGE',
        message: `${out} lies in the planning tree, which an export does not change`,
        fix: 'name another file',
      })
    const step = writeOutputStep(out, `${statements.map((statement) => JSON.stringify(statement)).join('\n')}\n`)
    await run(() => [step])
    const written = results.get(step.name)
    return written?.exitCode === 0
      ? { result: { statements, missing, path: out } }
      : refused({
          code: 'IO',
          message: `${out} cannot be written: ${written?.stderr ?? ''}`,
          fix: 'name a file that can be written',
        })
  },
})
