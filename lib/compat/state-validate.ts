// Where STATE.md does not say what derivation says.
import { STATE_STATUSES } from '../artifacts/state/state.js'
import { type Derivation, derive } from '../core/derivation/derive.js'
import { FACT_READS } from '../core/derivation/facts.js'
import { displayPhaseId } from '../core/ids.js'
import { type Drift, differencesOf, withPosition } from '../core/writing/state-projection.js'
import { any, bool, mapOf, record, text } from '../std/shape.js'
import { type Finding, findingsShape } from '../verbs/findings.js'
import { readState, stateMissing, statePath } from '../verbs/state/reading.js'
import { query } from '../verbs/verb.js'

const STATUS_WORDS: ReadonlySet<string> = new Set(STATE_STATUSES)

export const stateValidate = query('state.validate', {
  about: 'Whether STATE.md says what derivation says',
  result: record({
    valid: bool(),
    warnings: findingsShape,
    drift: mapOf(any(), 'By field: what STATE.md states, what derivation says'),
    scope: text('How sure the phase window is'),
  }),
  reads: [...new Set(['state', 'requirements', ...FACT_READS] as const)],
  run(_args, view) {
    const derivation = derive(view)
    const { scope } = derivation.facts
    const value = readState(view)
    if (value === null) return { result: { valid: false, warnings: [], drift: {}, scope }, error: stateMissing(view) }
    const found = differencesOf(value, withPosition(value, derivation))
    const free = found.filter(isFreeText)
    const wrong = found.filter((row) => !free.includes(row))
    const path = statePath(view)
    const warnings = [
      ...wrong.map((row) => driftFinding(row, path)),
      ...free.map((row) => freeFinding(row, path)),
      ...emptyTicks(derivation),
    ]
    const drift = Object.fromEntries(wrong.map(({ field, stated, derived }) => [field, { stated, derived }]))
    return {
      result: { valid: wrong.length === 0, warnings, drift, scope },
      ...(wrong.length === 0 ? {} : { exit: 1 as const }),
    }
  },
})

/** A status in somebody's own words is shown as it stands until the next write. */
const isFreeText = ({ field, stated }: Drift) =>
  field.toLowerCase() === 'status' && typeof stated === 'string' && !STATUS_WORDS.has(stated.trim().toLowerCase())

/** Counters that only ever grew were kept by other tools; here the evidence counts. */
const isLarger = ({ stated, derived }: Drift) =>
  typeof stated === 'number' && (derived === null || (typeof derived === 'number' && stated > derived))

const driftFinding = (row: Drift, path: string): Finding => ({
  code: isLarger(row) ? 'STATE_COUNTER_LARGER' : 'STATE_DRIFT',
  message: `${row.field} says ${row.stated ?? 'nothing'}, the evidence says ${row.derived ?? 'nothing'}`,
  fix: 'gsd-tools state sync',
  path,
  repairable: true,
})

const freeFinding = ({ stated, derived }: Drift, path: string): Finding => ({
  code: 'STATE_STATUS_FREE',
  message: `the status "${stated}" is none of the known words; the evidence says ${derived}`,
  fix: 'gsd-tools state sync writes the derived word',
  path,
  repairable: true,
})

/** Boxes of ROADMAP.md that nothing proves: shown beside the evidence, never taken for it. */
const emptyTicks = ({ facts, done }: Derivation): readonly Finding[] =>
  facts.phases
    .filter(({ id, ticked }) => ticked && !done.has(id))
    .map(({ id }) => ({
      code: 'TICK_WITHOUT_EVIDENCE',
      message: `ROADMAP.md ticks phase ${displayPhaseId(id)}, but its evidence is incomplete`,
      fix: 'gsd-tools next says what is missing',
      path: facts.view.at('ROADMAP.md'),
    }))
