// replan, replan list: a person says that the plans of a phase no longer fit; what became of such words.
import { replannable, stageCapture } from '../../core/captures/captures.js'
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS, gatherFacts, POSITION_READS } from '../../core/derivation/facts.js'
import { replansOf } from '../../core/derivation/triggers.js'
import { parsePhaseId, samePhase } from '../../core/ids.js'
import { phaseMissing } from '../../core/phases/locate.js'
import { refreshState } from '../../core/writing/projections.js'
import { Staging } from '../../core/writing/staging.js'
import type { Code } from '../../errors.js'
import { listOf, maybe, orNull, record, text, texts } from '../../std/shape.js'
import { mutation, query } from '../verb.js'

export const replan = mutation({
  name: 'replan',
  about: 'Asks for other plans of a phase; what is carried out stays',
  args: {
    phase: { type: 'text', positional: true, required: true, names: 'phase', about: 'Phase whose plans no longer fit' },
    reason: { type: 'text', required: true, about: 'What has changed' },
  },
  result: record({
    capture: orNull(text('Id of the capture that asks for it')),
    key: orNull(text('Key under which the replanning is recorded')),
    phase: text(),
  }),
  reads: [...POSITION_READS, 'capture'],
  writes: ['capture', 'state'],
  run({ phase: named, reason }, view) {
    const found = replannable(derive(view), named)
    if ('refusal' in found) {
      const { code, message, fix } = found.refusal
      const error = { code: code as Code, message, fix }
      return { result: { capture: null, key: null, phase: named }, error, edits: [] }
    }
    const { id: phase } = found.phase
    const staging = new Staging(view)
    const { id } = stageCapture(staging, { text: reason.trim(), class: 'replan', phase })
    refreshState(staging)
    return { result: { capture: id, key: `triage:${id}`, phase }, edits: staging.edits() }
  },
})

export const replanList = query({
  name: 'replan.list',
  about: 'What asked for replanning and how it was answered',
  args: {
    phase: {
      type: 'text',
      positional: true,
      names: 'phase',
      about: 'Only that phase; all of the milestone unless given',
    },
  },
  result: record({
    replans: listOf(
      record({
        phase: text(),
        key: text(),
        kind: text('pending, blocker or triage'),
        source: text('Plan or capture'),
        at: text(),
        result: text('replanned, accepted or superseded'),
        plans_changed: texts(),
        who: maybe(text()),
        reason: maybe(text()),
      }),
    ),
  }),
  reads: FACT_READS,
  run({ phase: named }, view) {
    const facts = gatherFacts(view)
    const id = named === undefined ? null : parsePhaseId(named)
    const phases = facts.phases.filter((phase) => named === undefined || (id !== null && samePhase(phase.id, id)))
    if (named !== undefined && phases.length === 0)
      return {
        result: { replans: [] },
        error: phaseMissing(
          named,
          facts.phases.map((phase) => phase.id),
        ),
      }
    const replans = phases.flatMap((phase) =>
      replansOf(facts, phase).map(({ plansChanged, ...entry }) => ({
        phase: phase.id as string,
        ...entry,
        plans_changed: plansChanged,
      })),
    )
    return { result: { replans } }
  },
})
