// requirements list: lists the requirements with their evidence.
import type { RequirementsValue, Trace } from '../../artifacts/requirements/requirements.js'
import { FACT_READS, gatherFacts } from '../../core/derivation/facts.js'
import { fulfilmentOf, REQUIREMENT_STATUS } from '../../core/derivation/statuses.js'
import { verb } from '../../core/verb.js'
import { bool, int, listOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { requireRequirements } from '../findings.js'

/** Returns the traceability rows by id; if an id has several rows, the first. */
const tracesOf = ({ traceability }: RequirementsValue): ReadonlyMap<string, Trace> =>
  new Map([...(traceability ?? [])].reverse().map((row) => [row.id, row]))

export const requirementsList = verb('requirements.list', {
  about: 'List requirements with checkbox and evidence',
  result: record({
    requirements: listOf(
      record({
        id: text(),
        text: text(),
        scope: oneOf(['v1', 'v2']),
        category: orNull(text()),
        ticked: orNull(
          bool('Whether the checkbox, which only displays the evidence, is ticked; null without a checkbox'),
        ),
        phase: orNull(text('Cell of the traceability table')),
        status: orNull(text('Cell of the traceability table')),
        complete: bool('Whether the requirement is verified or done'),
        standing: oneOf(REQUIREMENT_STATUS, 'done: finished with other tools'),
        reason: text('Why the requirement is met, or what proof is missing'),
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
    const rows = value.requirements.map((requirement) => {
      const { id, text: words, scope, category, done: ticked } = requirement
      const { phase = null, status = null } = traces.get(id) ?? {}
      const { standing, reason } = fulfilmentOf(facts, id)
      const complete = standing !== 'open'
      return { id, text: words, scope, category, ticked, phase, status, complete, reason, standing }
    })
    const complete = rows.filter((row) => row.complete).length
    return { result: { requirements: rows, total: rows.length, complete } }
  },
})
