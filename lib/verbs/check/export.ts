// check export: the receipts of this machine as in-toto statements, for policies of other tools.
import { writeOutputStep } from '../../core/builtin-steps.js'
import { FACT_READS, gatherFacts } from '../../core/derivation/facts.js'
import { type Statement, statementOf } from '../../core/judging/attestation.js'
import { readReceipt } from '../../core/judging/proof.js'
import { judge, weakness } from '../../core/judging/receipts.js'
import { any, listOf, record, text, texts } from '../../std/shape.js'
import { arg, task } from '../verb.js'

/** Base64 of the UTF-8 bytes. */
const encode = (words: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(words)))

export const checkExport = task('check.export', {
  about: 'Receipts of this machine as in-toto statements (test-result v0.1)',
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
    elsewhere: texts('Plans whose receipts another machine, or a hand, wrote: they are not exported'),
    weak: listOf(record({ plan: text(), reason: text() }), 'Exported, but they prove nothing'),
    missing: texts('Asked for, but there is no receipt'),
    path: text('File that was written; empty: none'),
  }),
  plan: () => [],
  finish({ ids, out }, view, results) {
    const facts = gatherFacts(view)
    const plans = facts.phases.flatMap((phase) => phase.plans)
    const wanted = plans.filter(({ id }) => ids.length === 0 || ids.includes(id))
    const statements: Statement[] = []
    const elsewhere: string[] = []
    const weak: { plan: string; reason: string }[] = []
    for (const { id, file } of wanted) {
      const stored = file.receipt === null ? null : readReceipt(view, file.receipt)
      if (stored === null) continue
      if (stored.origin === 'elsewhere' || facts.receipts.plans.get(id)?.sha256 !== stored.sha256) {
        elsewhere.push(id)
        continue
      }
      const source = view.source(file.path)
      const judged = { ...stored.file, verdict: judge(stored.file.receipts).verdict }
      const statement = statementOf({ file: judged, path: file.path, sha256: source?.sha256 ?? '', encode })
      if (statement !== null) statements.push(statement)
      const reason = weakness(stored.file)
      if (reason !== null) weak.push({ plan: id, reason })
    }
    const missing = ids.filter((id) => !plans.some((plan) => plan.id === id && plan.file.receipt !== null))
    const result = { statements, elsewhere, weak, missing, path: out ?? '' }
    if (statements.length === 0)
      return {
        result: { ...result, path: '' },
        error: {
          code: 'NO_RECEIPT',
          message:
            elsewhere.length > 0
              ? `the receipts of ${elsewhere.join(', ')} are from elsewhere: their checks were not run on this machine for these plans`
              : 'there is no receipt to export',
          fix: 'gsd-tools check run stores receipts',
        },
      }
    if (out === undefined) return { result }
    if (out.split('/')[0] === '.planning')
      return {
        result: { ...result, path: '' },
        error: {
          code: 'USAGE',
          message: `${out} lies in the planning tree, which an export does not change`,
          fix: 'name another file',
        },
      }
    const step = writeOutputStep(out, `${statements.map((statement) => JSON.stringify(statement)).join('\n')}\n`)
    const written = results.get(step.name)
    if (written === undefined) return { more: [step] }
    if (written.exitCode !== 0)
      return {
        result: { ...result, path: '' },
        error: {
          code: 'IO',
          message: `${out} cannot be written: ${written.stderr}`,
          fix: 'name a file that can be written',
        },
      }
    return { result }
  },
})
