// One change of STATE.md, as edits of the keys and lines that differ.
import type { StateValue } from '../../artifacts/state/state.js'
import { differing, writeState } from '../../artifacts/state/state-edit.js'
import type { Staging } from './staging.js'

/** An up-to-date STATE.md is not touched; an absent one stays absent. */
export function changeState(
  staging: Staging,
  change: (value: StateValue) => StateValue,
  path = staging.view.at('STATE.md'),
): void {
  staging.edit('state', path, (doc, value) => {
    const after = change(value)
    if (after === value) return undefined
    writeState(doc, value, after)
    return (now) => differing(after, now)
  })
}
