// An offer of the engine to an unattended run: a plan that a session can execute.
import type { Offer } from '../../../lib/core/auto/decide.js'

export const OFFER: Offer = {
  revision: 'r1',
  step: 'executing',
  mode: 'yolo',
  reason: 'a plan is open',
  unit: { unitType: 'execute-plan', unitId: '01-01' },
  ready: [],
  beside: [],
  run: 'session',
  command: '/gsd-execute-phase 1',
  hold: null,
  about: null,
  order: null,
}
