// Whole runs with a simulated runner: random projects, captures, session results and usage. Every run ends with a reason.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type Decision,
  decide,
  type Limits,
  type Offer,
  OUTCOMES,
  type PastSession,
  type Unit,
  unitName,
} from '../../../../lib/core/auto/decide.js'

const RUNS = ['session', 'subagents', 'workflow'] as const
const project = fc.array(fc.constantFrom(...RUNS, ...RUNS.slice(0, 2), ...RUNS.slice(0, 2)), { maxLength: 12 })
/** The effect and usage of one session, and captures meanwhile. `triage`: the class that it gives to captures. */
const session = fc.record({
  outcome: fc.constantFrom(...OUTCOMES, 'moved', 'moved'),
  tokens: fc.nat(200),
  cost: fc.double({ min: 0, max: 3, noNaN: true }),
  captures: fc.boolean(),
  triage: fc.constantFrom('note', 'quick', 'stop'),
})
const limits = fc.record({
  ...{ sessions: fc.integer({ min: 1, max: 40 }), minutes: fc.integer({ min: 1, max: 500 }) },
  tokens: fc.option(fc.integer({ min: 1, max: 5000 })),
  cost: fc.option(fc.integer({ min: 1, max: 60 })),
  ...{ to: fc.constant(null) },
})
type Session = typeof session extends fc.Arbitrary<infer T> ? T : never

const unitAt = (index: number): Unit => ({ unitType: 'execute-plan', unitId: `01-${index + 1}` })
const offerAt = (kinds: readonly string[], index: number, more: Partial<Offer>): Offer => ({
  ...{ revision: `r${index}`, step: 'executing', mode: 'yolo', reason: 'a plan is open' },
  ...{ unit: index < kinds.length ? unitAt(index) : null, run: kinds[index] ?? null },
  ...{ ready: [], beside: [], command: null, hold: null, about: null, order: null },
  ...more,
})

interface Played {
  readonly end: Extract<Decision, { do: 'end' }>
  readonly done: readonly string[]
  readonly tried: readonly PastSession[]
  readonly waits: readonly Unit[]
}

function play(kinds: readonly string[], sessions: readonly Session[], given: Limits, minutesEach: number): Played {
  const [done, tried]: [string[], PastSession[]] = [[], []]
  const spent = { sessions: 0, minutes: 0, tokens: 0, cost: 0 }
  let [waits, stopped, planned, made]: [Unit[], boolean, number, number] = [[], false, 0, 0]
  for (;;) {
    const hold = stopped ? { code: 'STOP', reason: 'a thought says stop', resume: 'gsd-tools stop --clear' } : null
    const offer = offerAt(kinds, planned, { beside: waits, hold })
    const decision = decide(offer, tried, given, spent)
    if (decision.do === 'end') return { end: decision, done, tried, waits }
    // No session begins beyond a limit, and no regular unit before side work.
    for (const name of ['sessions', 'minutes', 'tokens', 'cost'] as const)
      expect(spent[name]).toBeLessThan(given[name] ?? Number.POSITIVE_INFINITY)
    expect(decision.beside).toEqual(waits[0] ?? null)
    expect(decision.attempt + decision.errors).toBeGreaterThan(0)
    const does = sessions[tried.length % sessions.length] as Session
    spent.sessions++
    spent.minutes += minutesEach
    spent.tokens += does.tokens
    spent.cost += does.cost
    tried.push({ unit: decision.unit, revision: offer.revision, outcome: does.outcome })
    if (does.outcome === 'moved') {
      done.push(decision.unit)
      if (decision.beside === null) planned++
      else waits = waits.slice(1)
      if (decision.beside?.unitType === 'triage-captures' && does.triage === 'stop') stopped = true
      if (decision.beside?.unitType === 'triage-captures' && does.triage === 'quick')
        waits = [...waits, { unitType: 'quick', unitId: `task-${++made}` }]
    }
    if (does.captures && !waits.some(({ unitType }) => unitType === 'triage-captures'))
      waits = [{ unitType: 'triage-captures', unitId: `thought-${++made}` }, ...waits]
  }
}

it('every run ends with a reason, does no unit twice and skips no capture', () => {
  const given = [project, fc.array(session, { minLength: 1, maxLength: 30 }), limits, fc.nat(20)] as const
  fc.assert(
    fc.property(...given, (kinds, sessions, max, minutesEach) => {
      const { end, done, tried } = play(kinds, sessions, max, minutesEach)
      expect(end.reason).not.toBe('')
      expect(new Set(done).size).toBe(done.length)
      const path = done.filter((name) => name.startsWith('execute-plan'))
      expect(path).toEqual(kinds.slice(0, path.length).map((_, index) => unitName(unitAt(index))))
      if (end.end === 'done') expect(path).toHaveLength(kinds.length)
      if (end.end === 'person') expect(end.reason).toMatch(/a thought says stop|needs you/)
      // A capture may have been triaged after the last error.
      const last = tried.findLast(({ unit }) => end.reason.startsWith(`${unit}:`))
      if (end.end === 'failed') expect(last?.outcome).toBe('error')
    }),
    { numRuns: 1000 },
  )
})
