// requirements list: requirements with their evidence.
import type { Requirement, RequirementsValue, Trace } from '../../artifacts/requirements/requirements.js'
import { FACT_READS, gatherFacts } from '../../core/derivation/facts.js'
import { type Fulfilment, fulfilmentOf, REQUIREMENT_STATUS, requirementStatus } from '../../core/derivation/statuses.js'
import { verb } from '../../core/verb.js'
import { bool, int, listOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { requireRequirements } from '../findings.js'

/** Only the first row of each id. */
const tracesOf = ({ traceability }: RequirementsValue): ReadonlyMap<string, Trace> =>
  new Map([...(traceability ?? [])].reverse().map((row) => [row.id, row]))

export const requirementsList = verb('requirements.list', {
  about: 'Requirements with box and evidence',
  result: record({
    requirements: listOf(
      record({
        id: text(),
        text: text(),
        scope: oneOf(['v1', 'v2']),
        category: orNull(text()),
        ticked: orNull(bool('The box, a projection; null if the line has none')),
        phase: orNull(text('Cell of the traceability table')),
        status: orNull(text('Cell of the traceability table')),
        complete: bool('By evidence'),
        standing: oneOf(REQUIREMENT_STATUS, 'done: finished by other tools'),
        by: orNull(oneOf(['evidence', 'done'], 'Its proof; null while open')),
        reason: text('Why it is complete, or the missing proof'),
      }),
    ),
    total: int(),
    complete: int(),
  }),
  reads: [...new Set([...FACT_READS, 'requirements'] as const)],
  run({ view }) {
    const value = requireRequirements(view)
    const facts = gatherFacts(view)
    const traces = tracesOf(value)
    const rows = value.requirements.map((requirement) => ({
      ...row(requirement, traces.get(requirement.id) ?? null, fulfilmentOf(facts, requirement.id)),
      standing: requirementStatus(facts, requirement),
    }))
    return {
      result: { requirements: rows, total: rows.length, complete: rows.filter(({ complete }) => complete).length },
    }
  },
})

const row = (
  { id, text: words, scope, category, done }: Requirement,
  trace: Trace | null,
  { complete, by, reason }: Fulfilment,
) => ({
  id,
  text: words,
  scope,
  category,
  ticked: done,
  phase: trace?.phase ?? null,
  status: trace?.status ?? null,
  complete,
  by,
  reason,
})
