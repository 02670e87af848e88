import { describe, expect, it } from 'vitest'
import { allHold, type ConditionWorld, mayHold, parseConditions } from '../../../../lib/core/brief/conditions.js'

const world: ConditionWorld = {
  flags: new Set(['--auto']),
  setting: (key) => ({ 'workflow.research': true, 'workflow.plan_check': false, mode: 'yolo', zero: 0 })[key] ?? null,
  has: (name) => name === 'CONTEXT',
  state: (fact) => fact === 'project-exists',
  abilities: { subagents: true, questions: false },
}

describe('conditions', () => {
  it.each([
    ['', true],
    ['flag:--auto', true],
    ['flag:--gaps', false],
    ['not flag:--gaps', true],
    ['cfg:workflow.research', true],
    ['cfg:workflow.plan_check', false],
    ['cfg:not.set', false],
    ['cfg:zero', false],
    ['cfg:mode=yolo', true],
    ['cfg:mode=interactive', false],
    ['cfg:workflow.plan_check=false', true],
    ['has:CONTEXT', true],
    ['not has:CONTEXT', false],
    ['state:project-exists', true],
    ['host:subagents', true],
    ['host:questions', false],
    ['flag:--auto, has:CONTEXT, not host:questions', true],
    ['flag:--auto, has:STATE', false],
    ['no-such:thing', false],
    ['not no-such:thing', false],
  ])('%j is %s', (text, expected) => {
    expect(allHold(parseConditions(text), world)).toBe(expected)
  })

  it.each([
    ['has:CONTEXT', true],
    ['state:phase-planned', true],
    ['cfg:workflow.plan_check', true],
    ['flag:--gaps', false],
    ['host:questions', false],
    ['has:CONTEXT, flag:--gaps', false],
  ])('%j may hold in a later part: %s', (text, expected) => {
    expect(mayHold(parseConditions(text), world)).toBe(expected)
  })
})
