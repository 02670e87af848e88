// The text after a finished unit.
import { expect, it } from 'vitest'
import { finishedUnitText, fulfilledText } from '../../../../lib/core/brief/begun.js'

it('lists a check only once if it proved several plans', () => {
  const unit = { unitType: 'verify-phase', unitId: '01', notCommitted: null, took: null }
  const checks = ['node --test a.mjs (1 passed)', 'npm test (8 passed)', 'npm test (8 passed)']
  expect(finishedUnitText({ ...unit, checks })).toContain(
    'passed: “node --test a.mjs (1 passed), npm test (8 passed)”.',
  )
})

it('names the next command after the last ordered phase', () => {
  const next = { reason: 'phase 2 has no plan', command: '/gsd-plan-phase 2' }
  expect(fulfilledText('1', next)).toContain('next would be /gsd-plan-phase 2.')
  expect(fulfilledText('1', { ...next, command: null })).not.toContain('next would be')
})
