// Decisions of an unattended run about single offers of the engine.
import { describe, expect, it } from 'vitest'
import {
  type Decision,
  decide,
  type Limits,
  type Offer,
  outcomeOf,
  type PastSession,
  type SessionEnd,
} from '../../../../lib/core/auto/decide.js'
import { type ListedCommand, trustDecision } from '../../../../lib/core/auto/unapproved-commands.js'
import { type PhaseId, parsePhaseId } from '../../../../lib/core/ids.js'
import { fallbackAfter } from '../../../../lib/core/project/routing.js'
import { OFFER } from '../../../support/auto/offer.js'

const DISCUSSION: Partial<Offer> = { run: 'workflow', unit: { unitType: 'discuss-phase', unitId: '02' } }
const LIMITS: Limits = { sessions: 9, minutes: 60, tokens: null, cost: null, to: null }
const endOf = (decision: Decision) => (decision.do === 'end' ? decision.end : decision.do)
const decided = (more: Partial<Offer>, tried: readonly PastSession[] = [], limits: Partial<Limits> = {}, minutes = 0) =>
  decide(
    { ...OFFER, ...more },
    tried,
    { ...LIMITS, ...limits },
    { sessions: tried.length, minutes, tokens: 500, cost: 2 },
  )
const hold = (code: string) => ({ code, reason: 'because', resume: 'gsd-tools unit reset' })
const tried = (outcome: PastSession['outcome'], more: Partial<PastSession> = {}): PastSession => ({
  unit: 'execute-plan 01-01',
  revision: 'r1',
  outcome,
  ...more,
})

describe('an offer', () => {
  it.each<readonly [string, Partial<Offer>, string]>([
    ['of a unit is run', {}, 'run'],
    ['of subagents is run: the session starts them', { run: 'subagents' }, 'run'],
    ['of the CLI alone is run', { run: 'cli', unit: { unitType: 'transition', unitId: '01' } }, 'run'],
    ['with a hold needs the user', { hold: hold('DECISION'), unit: null }, 'person'],
    ['with a hold for a repeated unit is stuck', { hold: hold('LOOP_CAP'), unit: null }, 'stuck'],
    ['of a discussion needs the user', DISCUSSION, 'person'],
    ['of a discussion within an order is run', { ...DISCUSSION, order: { fulfilled: false } }, 'run'],
    ['of a manual test needs the user', { step: 'human-uat', run: 'session' }, 'person'],
    ['without a project needs the user', { step: 'no-project', run: 'session' }, 'person'],
    ['after the last phase ends the run', { step: 'milestone-audit', run: 'session' }, 'done'],
    ['of nothing ends the run', { unit: null }, 'done'],
    ['after a fulfilled order ends the run', { order: { fulfilled: true } }, 'done'],
  ])('%s', (_what, more, expected) => {
    expect(endOf(decided(more))).toBe(expected)
  })

  it('ends the run only if it concerns a phase beyond the given last one', () => {
    const to = parsePhaseId('2') as PhaseId
    const unit = (unitId: string) => ({ unit: { unitType: 'execute-plan', unitId } })
    expect(endOf(decided(unit('02-09'), [], { to }))).toBe('run')
    expect(endOf(decided(unit('02.1-01'), [], { to }))).toBe('done')
    expect(endOf(decided(unit('10-01'), [], { to }))).toBe('done')
    const held = (phase: string | null) => ({ hold: hold('DECISION'), about: phase, unit: null })
    expect(endOf(decided(held('03'), [], { to }))).toBe('done')
    for (const phase of ['02', null]) expect(endOf(decided(held(phase), [], { to }))).toBe('person')
    const asked = (about: string | null) => ({ unit: { unitType: 'extension', unitId: 'a.review.3' }, about })
    expect(endOf(decided(asked('03'), [], { to }))).toBe('done')
    for (const phase of ['02', null]) expect(endOf(decided(asked(phase), [], { to }))).toBe('run')
  })
})

describe('one unit', () => {
  const times = (count: number, more: Partial<PastSession>) =>
    Array.from({ length: count }, (_, at) => tried('moved', { revision: `r${at}`, ...more }))

  it('ends the run after too many sessions, whatever they changed', () => {
    expect(endOf(decided({}, times(9, {}), { sessions: 99 }))).toBe('run')
    expect(decided({}, times(10, {}), { sessions: 99 })).toMatchObject({
      end: 'stuck',
      reason: expect.stringMatching(/10 sessions/),
    })
    expect(endOf(decided({}, times(10, { unit: 'execute-plan 01-02' }), { sessions: 99 }))).toBe('run')
  })

  it('counts an attempt if its session changed nothing, but not if the client failed', () => {
    expect(decided({}, [])).toMatchObject({ attempt: 1, errors: 0 })
    expect(decided({}, [tried('nothing')])).toMatchObject({ attempt: 2, errors: 0 })
    expect(decided({}, [tried('nothing'), tried('error')])).toMatchObject({ attempt: 2, errors: 1 })
    expect(decided({}, [tried('nothing'), tried('error'), tried('moved')])).toMatchObject({ attempt: 1, errors: 0 })
    // The client works again, so the unit gets the model of its tier again.
    expect(decided({}, [tried('error'), tried('nothing')])).toMatchObject({ attempt: 2, errors: 0, waitSeconds: 0 })
    const mixed = [tried('error'), tried('nothing'), tried('error')]
    expect(decided({}, mixed)).toMatchObject({ attempt: 2, errors: 1, waitSeconds: 10 })
  })
})

it('a unit gets another model after two consecutive errors, and the model of its tier after a success', () => {
  const models = ['sonnet', 'opus', null]
  const after = (...outcomes: readonly PastSession['outcome'][]) => {
    const decision = decided(
      {},
      outcomes.map((outcome) => tried(outcome)),
    )
    return decision.do === 'run' ? fallbackAfter(models, decision.errors) : decision.end
  }
  expect([after(), after('error'), after('error', 'error')]).toEqual(['sonnet', 'sonnet', 'opus'])
  expect(after('error', 'error', 'error')).toBe(null)
  expect(after('error', 'nothing', 'error')).toBe('sonnet')
  expect(after('error', 'nothing')).toBe('sonnet')
  expect(after('error', 'error', 'moved')).toBe('sonnet')
})

it('continues beyond a finished order to the phase that the user names', () => {
  const over = { order: { fulfilled: true } }
  expect(endOf(decided(over, [], { to: parsePhaseId('2') }))).toBe('run')
  expect(decided(over)).toMatchObject({ end: 'done', fix: 'gsd auto --to <phase>' })
})

it('does not report a phase as done without a project', () => {
  const none = { step: 'no-project', unit: { unitType: 'new-project', unitId: 'project' } }
  expect(decided(none, [], { to: parsePhaseId('2') })).toMatchObject({ end: 'person', reason: 'no project yet' })
})

it('leaves a discussion to the session in yolo mode with an order', () => {
  const ordered: Partial<Offer> = { ...DISCUSSION, order: { fulfilled: false } }
  expect(endOf(decided(ordered))).toBe('run')
  expect(endOf(decided({ ...ordered, mode: 'interactive' }))).toBe('person')
})

describe('side work', () => {
  const beside = [{ unitType: 'triage-captures', unitId: 'the-readme' }]

  it('comes first if the run continues', () => {
    expect(decided({ beside })).toMatchObject({ do: 'run', unit: 'triage-captures the-readme', beside: beside[0] })
    expect(endOf(decided({ beside, hold: hold('STOP'), unit: null }))).toBe('person')
    expect(endOf(decided({ beside, unit: null }))).toBe('done')
  })

  it('ends the run as stuck after three sessions that change nothing', () => {
    const own = { unit: 'triage-captures the-readme' }
    expect(endOf(decided({ beside }, [tried('nothing', own), tried('nothing', own)]))).toBe('run')
    expect(endOf(decided({ beside }, [tried('nothing', own), tried('nothing', own), tried('nothing', own)]))).toBe(
      'stuck',
    )
  })

  it('counts as progress once it is gone', () => {
    const ended: SessionEnd = { exit: 0, killed: null, hadOutput: true, line: 'The end.' }
    expect(outcomeOf({ ...OFFER, beside }, OFFER, ended)).toBe('moved')
  })
})

describe('sessions that changed nothing', () => {
  it.each([
    ['nothing', 3, 'stuck'],
    ['silent', 3, 'stuck'],
    ['idle', 2, 'stuck'],
    ['overtime', 2, 'stuck'],
    ['error', 4, 'failed'],
  ] as const)('%s: %i in a row end the run as %s', (outcome, limit, expected) => {
    const times = (count: number) => Array.from({ length: count }, () => tried(outcome))
    expect(endOf(decided({}, times(limit - 1)))).toBe('run')
    expect(endOf(decided({}, times(limit)))).toBe(expected)
  })

  it('are counted anew after progress', () => {
    const before = [tried('nothing'), tried('nothing'), tried('moved')]
    expect(endOf(decided({}, before))).toBe('run')
    expect(endOf(decided({ revision: 'r2' }, [tried('nothing'), tried('nothing'), tried('nothing')]))).toBe('run')
  })

  it('are followed by longer waits after each provider error', () => {
    const waits = [0, 1, 2, 3].map((count) =>
      decided(
        {},
        Array.from({ length: count }, () => tried('error')),
      ),
    )
    expect(waits.map((one) => (one.do === 'run' ? one.waitSeconds : -1))).toEqual([0, 10, 60, 300])
  })
})

it('sessions do not start beyond a limit, or after the quota is used up', () => {
  expect(endOf(decided({}, [tried('moved')], { sessions: 1 }))).toBe('budget')
  expect(endOf(decided({}, [], {}, 60))).toBe('budget')
  expect(endOf(decided({}, [], { tokens: 500 }))).toBe('budget')
  expect(endOf(decided({}, [], { tokens: 501 }))).toBe('run')
  expect(endOf(decided({}, [], { cost: 2 }))).toBe('budget')
  expect(endOf(decided({}, [], { cost: 2.01 }))).toBe('run')
  const elsewhere = [tried('quota', { unit: 'execute-plan 01-02' }), tried('moved')]
  expect(decided({}, elsewhere)).toMatchObject({ end: 'budget', reason: expect.stringContaining('quota') })
})

describe('the outcome of a session', () => {
  const ended: SessionEnd = { exit: 0, killed: null, hadOutput: true, line: 'The end.' }
  it.each<readonly [string, Partial<Offer>, Partial<SessionEnd>, string]>([
    ['the next unit is offered', { unit: { unitType: 'execute-plan', unitId: '01-02' } }, {}, 'moved'],
    ['the same unit at another revision', { revision: 'r2' }, { exit: 1 }, 'moved'],
    ['a hold is in force now', { hold: hold('CHECKPOINT') }, {}, 'moved'],
    ['only words, and no error', {}, {}, 'nothing'],
    ['no output', {}, { hadOutput: false }, 'silent'],
    ['an error', {}, { exit: 1 }, 'error'],
    ['a signal', {}, { exit: null }, 'error'],
    ['a provider that is busy', {}, { exit: 1, line: '429 rate limit exceeded, try again in 10 s' }, 'error'],
    ['no quota', {}, { exit: 1, line: 'Usage limit reached. It resets at 5 pm.' }, 'quota'],
    ['no money', {}, { exit: 1, line: '{"type":"insufficient_quota"}' }, 'quota'],
    ['words about a quota, and no error', {}, { line: 'The quota of requests is tested.' }, 'nothing'],
    ['killed for being idle', {}, { exit: null, killed: 'idle' }, 'idle'],
  ])('%s', (_what, more, how, expected) => {
    expect(outcomeOf(OFFER, { ...OFFER, ...more }, { ...ended, ...how })).toBe(expected)
  })
})

describe('unapproved commands', () => {
  const listed = (path: string, more: Partial<ListedCommand> = {}): ListedCommand => ({
    ...{ command: 'npm test', kind: 'run', by: null, sources: [{ path }] },
    ...more,
  })
  const PLAN = '.planning/phases/01-a/01-01-PLAN.md'
  const endWith = (...all: readonly ListedCommand[]) =>
    trustDecision([{ unitType: 'execute-plan', unitId: '01-01' }], all)?.end ?? null

  it.each([
    ['of the plan end the run', listed(PLAN), 'person'],
    ['of the settings end the run', listed('.planning/config.json'), 'person'],
    ['of another plan do not', listed('.planning/phases/01-a/01-02-PLAN.md'), null],
    ['that are only shown to agents do not', listed(PLAN, { kind: 'told' }), null],
    ['that are approved do not', listed(PLAN, { by: 'here' }), null],
  ] as const)('%s', (_what, one, expected) => expect(endWith(one)).toBe(expected))

  it('of any plan prevent the verification of its phase', () =>
    expect(trustDecision([{ unitType: 'verify-phase', unitId: '01' }], [listed(PLAN)])).toMatchObject({
      end: 'person',
    }))
})
