// phase depth: how much ceremony a phase gets and why, asked for or decided, and how that turned out.
import { DEPTHS, depthOf } from '../../core/depth.js'
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { readLedger } from '../../core/history/ledger.js'
import type { DepthLine } from '../../core/history/ledger-lines.js'
import { displayPhaseId } from '../../core/ids.js'
import { ledgerPath } from '../../core/layout.js'
import { subjectPhase } from '../../core/phases/phase-argument.js'
import { Staging } from '../../core/writing/staging.js'
import { any, listOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { mutation } from '../verb.js'

export const phaseDepth = mutation({
  name: 'phase.depth',
  about: 'How much ceremony a phase gets and why, and how that turned out for those that are done',
  args: {
    phase: { type: 'text', positional: true, names: 'phase', about: 'Phase id; default: the active one' },
    set: { type: 'choice', values: DEPTHS, about: 'Give it this depth, whatever its size says' },
  },
  reads: FACT_READS,
  writes: ['ledger'],
  onlyLooks: ({ set }) => set === undefined,
  result: record({
    phase: orNull(text()),
    depth: orNull(oneOf(DEPTHS, 'null: every stage runs that its own switch leaves on')),
    reason: orNull(text()),
    turned: listOf(any(), 'Of phases that are done: depth, reason, and what their units came to'),
  }),
  run({ phase: given, set }, view) {
    const { active, facts } = derive(view)
    const subject = given === undefined ? null : subjectPhase(view, given)
    const turned = readLedger(view).lines.filter((line) => line.kind === 'depth' && line.turned !== undefined)
    const none = { phase: null, depth: null, reason: null, turned }
    if (subject !== null && 'error' in subject) return { result: none, exit: 1, error: subject.error, edits: [] }
    const phase = subject?.phase ?? active
    if (phase === null)
      return set === undefined
        ? { result: none, edits: [] }
        : {
            result: none,
            exit: 1,
            error: {
              code: 'PHASE_NOT_FOUND',
              message: 'no phase is active, so there is nothing to give a depth to',
              fix: `gsd-tools phase depth <phase> --set ${set}`,
            },
            edits: [],
          }
    const shown = displayPhaseId(phase.id)
    if (set === undefined) {
      const depth = depthOf(facts, phase)
      const { name, reason } = depth ?? { name: null, reason: 'workflow.depth is not set' }
      return { result: { phase: shown, depth: name, reason, turned }, edits: [] }
    }
    const staging = new Staging(view)
    const at = new Date(view.clock.now()).toISOString()
    const line: DepthLine = { kind: 'depth', at, phase: phase.id, depth: set, reason: 'asked for this phase' }
    staging.append(ledgerPath(view), line)
    return { result: { phase: shown, depth: set, reason: line.reason, turned }, edits: staging.edits() }
  },
})
