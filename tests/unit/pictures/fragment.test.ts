// Which phase the board shows for a URL fragment.
import { expect, it } from 'vitest'
import { decoded, phaseAt } from '../../../lib/pictures/app.js'
import type { PhaseProps } from '../../../lib/pictures/phase.js'

it.each([
  ['#phase-2.1', '2.1'],
  ['#phase-2%2E1', '2.1'],
  ['#phase-9', null],
  ['#%', null],
])('%s shows the phase %s', (hash, phase) => {
  const phases = [{ id: '2.1' }] as unknown as readonly PhaseProps['phase'][]
  expect(phaseAt({ phases }, hash)).toBe(phase)
})

it('a malformed fragment stays as it is', () => {
  expect(decoded('%')).toBe('%')
})
