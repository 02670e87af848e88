// The path of STATE.md, and its content.
import type { StateValue } from '../../artifacts/state/state.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'

export const statePath = (view: View) => view.at('STATE.md')

export const stateMissing = (view: View): ErrorBody => ({
  code: 'STATE_MISSING',
  message: `expected ${statePath(view)}, it is not there`,
  fix: 'gsd-tools state rebuild makes one from what is on disk',
})

export const readState = (view: View): StateValue | null => view.parse('state', statePath(view))?.value ?? null
