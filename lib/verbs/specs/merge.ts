// specs merge: shows a phase's spec changes and conflicts, and merges them if closing the phase has not done so.
import { CHANGES } from '../../artifacts/specs/spec-changes.js'
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { phaseOrRefuse } from '../../core/derivation/unknown.js'
import { deltaOfPhase, specPath } from '../../core/specs/places.js'
import { conflicts, deltaAt, mergeDelta, stampedDelta } from '../../core/specs/specs.js'
import { arg, type Change, verb } from '../../core/verb.js'
import { Staging } from '../../core/writing/staging.js'
import { type Infer, listOf, oneOf, orNull, record, text, texts } from '../../std/shape.js'
import { PHASE } from '../arguments.js'
import { findingsShape } from '../findings.js'

const STATES = ['none', 'waits', 'conflict', 'rebased', 'merged'] as const

const RESULT = record({
  phase: text(),
  delta: orNull(text('File with the changes')),
  state: oneOf(
    STATES,
    'none: no changes · waits: merged when the phase closes · conflict: resolve the findings first · rebased: recorded as matching the present specs · merged: in the specs',
  ),
  changes: listOf(record({ change: oneOf(CHANGES), spec: text(), name: text(), to: orNull(text()) })),
  specs: texts('Spec files that were changed'),
  findings: findingsShape,
})

type Merged = Infer<typeof RESULT>

export const specsMerge = verb('specs.merge', {
  about: "Show a phase's spec changes; merge them if the phase is closed and they are unmerged",
  args: { phase: PHASE, rebase: arg.flag('Record that the changes now match the present specs') },
  result: RESULT,
  reads: FACT_READS,
  writes: ['capability', 'spec-delta'],
  run({ view }, { phase: named, rebase }): Change<Merged> {
    const derivation = derive(view)
    const phase = phaseOrRefuse(derivation.facts, named)
    const path = deltaOfPhase(derivation.facts, phase)
    const delta = deltaAt(view, path)
    const nothing = { phase: phase.id, delta: null, changes: [], specs: [], findings: [] }
    if (delta === null || delta.value.changes.length === 0) return { result: { ...nothing, state: 'none' } }
    const changes = delta.value.changes.map(({ change, capability, name, to }) => {
      return { change, spec: specPath(view, capability), name, to }
    })
    const about = { ...nothing, delta: path, changes }
    if (delta.value.merged !== null) return { result: { ...about, state: 'merged' } }
    const staging = new Staging(view)
    if (rebase) staging.put(path, stampedDelta(view, delta))
    const now = rebase ? (deltaAt(staging.view, path) ?? delta) : delta
    const findings = conflicts(staging.view, now, `gsd-tools specs merge ${phase.id} --rebase`)
    const [first] = findings
    if (first !== undefined) {
      const error = { code: 'CONFLICT', message: first.message, fix: first.fix } as const
      return { result: { ...about, state: 'conflict', findings }, error }
    }
    if (rebase) return { result: { ...about, state: 'rebased' }, edits: staging.edits() }
    if (!derivation.done.has(phase.id)) return { result: { ...about, state: 'waits' } }
    const specs = mergeDelta(staging, delta)
    return { result: { ...about, state: 'merged', specs }, edits: staging.edits() }
  },
})
