import { describe, expect, it } from 'vitest'
import type { BriefWorld } from '../../../../lib/core/brief/brief-world.js'
import { allHold, mayHold } from '../../../../lib/core/brief/conditions.js'
import { parseConditions } from '../../../../lib/core/brief/workflow.js'

const SETTINGS: Readonly<Record<string, unknown>> = {
  'workflow.research': true,
  'workflow.plan_check': false,
  mode: 'yolo',
  zero: 0,
}
const world = {
  input: { flags: new Map([['--auto', '']]), args: new Map(), words: '' },
  setting: (key: string) => SETTINGS[key] ?? null,
  host: { abilities: { subagents: true, questions: false } },
  phase: { files: { context: 'a' }, plans: [] },
  derivation: { facts: { hasProject: true } },
} as unknown as BriefWorld

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
    ['flag:--auto, has:SUMMARY', false],
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
