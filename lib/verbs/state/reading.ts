// Reads of STATE.md: what it remembers, where the front matter is silent from its body.
import { isSaid } from '../../artifacts/parts/placeholders.js'
import type { StateValue } from '../../artifacts/state/state.js'
import { sameLabel } from '../../artifacts/state/state-edit.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'

export const statePath = (view: View) => view.at('STATE.md')

export const stateMissing = (view: View): ErrorBody => ({
  code: 'STATE_MISSING',
  message: `expected ${statePath(view)}, it is not there`,
  fix: 'gsd-tools state rebuild makes one from what is on disk',
})

export const readState = (view: View): StateValue | null => view.parse('state', statePath(view))?.value ?? null

/** What the body says where the front matter is silent. */
export function fieldIn(state: StateValue | null, name: string): string | null {
  const said = state?.fields.find(({ label }) => sameLabel(label, name))?.value ?? ''
  return isSaid(said) ? said : null
}

export const lastActivity = (state: StateValue | null): string | null =>
  state?.front.lastActivity ?? activityIn(state).day

/** `2026-01-02 — Plan 01-01 finished` as day and words. */
export function activityIn(state: StateValue | null): { readonly day: string | null; readonly what: string | null } {
  const value = fieldIn(state, 'last activity')
  const found = /^(\d{4}-\d{2}-\d{2})\s*(?:[—–:-]+\s*(.*))?$/s.exec(value?.trim() ?? '')
  if (found === null) return { day: null, what: value }
  return { day: found[1] ?? null, what: found[2] || null }
}
