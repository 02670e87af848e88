// Reads of REQUIREMENTS.md: requirements with their evidence, and the plans that cover them.
import { phaseRefsIn } from '../../artifacts/parts/phase-token.js'
import type { Requirement, RequirementsValue, Trace } from '../../artifacts/requirements/requirements.js'
import { FACT_READS, gatherFacts } from '../../core/derivation/facts.js'
import { type Fulfilment, fulfilmentOf } from '../../core/derivation/fulfilment.js'
import { requirementStatus } from '../../core/derivation/statuses.js'
import { parsePhaseId, phaseKey } from '../../core/ids.js'
import { arg, verb } from '../../core/verb.js'
import { bool, int, listOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { requireRequirements } from '../required-files.js'
import { requirementStatusShape } from '../status-shapes.js'

export const READS = [...new Set([...FACT_READS, 'requirements'] as const)]

/** Only the first row of each id. */
const tracesOf = ({ traceability }: RequirementsValue): ReadonlyMap<string, Trace> =>
  new Map([...(traceability ?? [])].reverse().map((row) => [row.id, row]))

export const requirementsList = verb('requirements.list', {
  about: 'Requirements with box and evidence',
  args: {
    open: arg.flag('Only incomplete ones'),
    phase: arg.text('Only those of this phase in the traceability table'),
  },
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
        complete: bool('By evidence, or by a recorded overrule'),
        standing: requirementStatusShape,
        by: orNull(oneOf(['evidence', 'done', 'overruled'], 'Its proof; null while open')),
        reason: text('Why it is complete, or the missing proof'),
      }),
    ),
    total: int(),
    complete: int(),
  }),
  reads: READS,
  run({ view }, { open, phase }) {
    const value = requireRequirements(view)
    const facts = gatherFacts(view)
    const traces = tracesOf(value)
    const rows = value.requirements
      .map((requirement) => ({
        ...row(requirement, traces.get(requirement.id) ?? null, fulfilmentOf(facts, requirement.id)),
        standing: requirementStatus(facts, requirement),
      }))
      .filter((found) => !open || !found.complete)
      .filter((found) => phase === undefined || keysIn(found.phase ?? '').some((key) => keysIn(phase).includes(key)))
    return {
      result: { requirements: rows, total: rows.length, complete: rows.filter(({ complete }) => complete).length },
    }
  },
})

/** The phases in a cell: `Phase 02, 3` means 2 and 3. */
const keysIn = (cell: string): readonly string[] =>
  phaseRefsIn(cell)
    .flatMap((ref) => parsePhaseId(ref) ?? [])
    .map(phaseKey)

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

/** `A-1, A-2`, `[A-1 A-2]` and separate words are the same list. */
export const idsIn = (words: readonly string[]): readonly string[] => [
  ...new Set(words.flatMap((word) => word.split(/[\s,[\]]+/)).filter((id) => id !== '')),
]
