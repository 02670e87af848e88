// The path of STATE.md, and its content.
import type { StateValue } from '../../artifacts/state/state.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'

export const statePath = (view: View) => view.at('STATE.md')

export const stateMissing = (view: View): ErrorBody => ({
  code: 'STATE_MISSING',
  message: `${statePath(view)} does not exist`,
  fix: 'gsd-tools state rebuild creates it from the files on disk',
})

export const readState = (view: View): StateValue | null => view.parse('state', statePath(view))?.value ?? null
