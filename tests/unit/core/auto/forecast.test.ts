// The sequence that a run foretells: up to where it would end, for the reason that would end it.
import { describe, expect, it } from 'vitest'
import type { Limits, Offer } from '../../../../lib/core/auto/decide.js'
import { type Ahead, forecast } from '../../../../lib/core/auto/forecast.js'
import { type PhaseId, parsePhaseId } from '../../../../lib/core/ids.js'
import { OFFER } from '../../../support/auto/offer.js'

const LIMITS: Limits = { sessions: 9, minutes: 60, tokens: 9, cost: 9, to: null, untilQuestion: false }
const ahead = (unitType: string, unitId: string, more: Partial<Ahead> = {}): Ahead => ({
  ...{ step: 'executing', unit: { unitType, unitId }, run: 'session', reason: 'because', ordered: true },
  ...more,
})
const ALL = [
  ahead('execute-plan', '01-01'),
  ahead('transition', '01', { run: 'cli' }),
  ahead('discuss-phase', '02', { run: 'workflow', ordered: false }),
  ahead('execute-plan', '02-01', { ordered: false }),
]
const told = (now: Partial<Offer> = {}, limits: Partial<Limits> = {}, all = ALL) => {
  const { units, end } = forecast({ ...OFFER, ...now }, all, { ...LIMITS, ...limits })
  return [...units.map(({ unit }) => unit), end.end]
}
const PHASE_1 = ['execute-plan 01-01', 'transition 01']

describe('it goes', () => {
  it('to where a person is needed', () => expect(told()).toEqual([...PHASE_1, 'person']))
  it('to the last phase', () => expect(told({}, { to: parsePhaseId('1') as PhaseId })).toEqual([...PHASE_1, 'done']))
  it('to the end of what was asked for', () =>
    expect(told({ order: { fulfilled: false, ours: true } })).toEqual([...PHASE_1, 'done']))
  it('to the end of the milestone', () => expect(told({}, {}, ALL.slice(0, 2))).toEqual([...PHASE_1, 'done']))
  it('to a limit, by sessions', () => expect(told({}, { sessions: 1 })).toEqual([...PHASE_1.slice(0, 1), 'budget']))
  it('nowhere from a hold', () =>
    expect(told({ unit: null, hold: { code: 'STOP', reason: 'wait', resume: 'x' } })).toEqual(['person']))
  it('by what waits beside the path first', () =>
    expect(told({ beside: [{ unitType: 'triage-captures', unitId: 'a' }] })).toEqual([
      ...['triage-captures a', ...PHASE_1, 'person'],
    ]))
  it('by what an extension puts in front', () =>
    expect(told({ unit: { unitType: 'extension', unitId: 'review' } })).toEqual([
      'extension review',
      ...PHASE_1,
      'person',
    ]))
})
