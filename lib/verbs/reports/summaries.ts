import { readHistory } from '../../core/derivation/work-history.js'
import { bool, int, listOf, mapOf, record, text } from '../../std/shape.js'
import { arg, query } from '../verb.js'

export const historyDigest = query('history-digest', {
  about: 'What all phases provide, touch and decided, archived ones included',
  args: { limit: arg.int('Only the last phases; all unless given') },
  result: record({
    phases: mapOf(
      record({ name: text(), provides: listOf(text()), affects: listOf(text()), patterns: listOf(text()) }),
      'By phase id, oldest first; with its milestone in front where two phases share an id',
    ),
    decisions: listOf(record({ phase: text(), decision: text() })),
    tech_stack: listOf(text()),
    phase_count: int('Phases that left a SUMMARY'),
    truncated: bool('--limit left some out'),
  }),
  reads: ['summary'],
  run({ limit }, view) {
    const { phases, total } = readHistory(view, limit === undefined ? null : Math.max(0, limit))
    const decisions = phases.flatMap(({ key, fronts }) =>
      fronts.flatMap((front) => front.decisions.map((decision) => ({ phase: key, decision }))),
    )
    return {
      result: {
        phases: Object.fromEntries(
          phases.map(({ key, name, fronts }) => [
            key,
            {
              name,
              provides: unique(fronts.flatMap((front) => front.provides)),
              affects: unique(fronts.flatMap((front) => front.affects)),
              patterns: unique(fronts.flatMap((front) => front.patterns)),
            },
          ]),
        ),
        decisions,
        tech_stack: unique(phases.flatMap(({ fronts }) => fronts.flatMap((front) => front.techAdded))),
        phase_count: total,
        truncated: phases.length < total,
      },
    }
  },
})

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)]
