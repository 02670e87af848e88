// The position in STATE.md, refreshed from evidence.
import type { Edit } from '../../artifacts/codec.js'
import type { StateValue } from '../../artifacts/state/state.js'
import { withField } from '../../artifacts/state/state-edit.js'
import type { Derivation } from '../../core/derivation/derive.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { lastText } from '../../core/history/last-text.js'
import { completeState } from '../../core/project/new-project.js'
import { verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { changeState } from '../../core/writing/change-state.js'
import { refreshState } from '../../core/writing/projections.js'
import { Staging } from '../../core/writing/staging.js'
import { differencesOf } from '../../core/writing/state-projection.js'
import { bool, int, record, text } from '../../std/shape.js'
import { readState, statePath } from './reading.js'

export const POSITION_READS = [...new Set(['state', 'requirements', ...FACT_READS] as const)]

interface Refreshed {
  readonly derivation: Derivation
  readonly before: StateValue
  readonly after: StateValue
  /** `status: planning → executing`. */
  readonly changes: readonly string[]
  readonly edits: readonly Edit[]
}

/** STATE.md as derivation wants it; null without one. */
export function refresh(view: View, prepare: (staging: Staging) => void = () => {}): Refreshed | null {
  const staging = new Staging(view)
  prepare(staging)
  const before = staging.view.parse('state', statePath(view))?.value
  if (before === undefined) return null
  const derivation = refreshState(staging)
  const after = staging.view.parse('state', statePath(view))?.value ?? before
  const changes = differencesOf(before, after).map(
    ({ field, stated, derived }) => `${field}: ${stated ?? 'none'} → ${derived ?? 'none'}`,
  )
  return { derivation, before, after, changes, edits: staging.edits() }
}

export const namesOf = (changes: readonly string[]): readonly string[] =>
  changes.map((change) => change.slice(0, change.indexOf(': ')))

/** Labels of a position for a body that shows none. */
const POSITION = ['Phase', 'Plan', 'Status', 'Progress'] as const

function withPositionLabels(state: StateValue): StateValue {
  if (state.fields.some(({ section }) => section === 'position')) return state
  return POSITION.reduce((value, label) => withField(value, label, 'Not started', 'position'), state)
}

export const stateRebuild = verb('state.rebuild', {
  about: 'Make or repair STATE.md from what is on disk; prose stays',
  result: record({
    rebuilt: bool(),
    mutations: int('Fields that changed'),
    phase_inventory_scan_failed: bool(),
    created: bool('There was no STATE.md'),
    note: text(),
  }),
  reads: [...POSITION_READS, 'project', 'journal'],
  writes: ['state'],
  run({ view }) {
    const created = readState(view) === null
    const isNoText = view.source(statePath(view))?.text === null
    const kept = isNoText ? lastText(view, statePath(view)) : null
    const found = refresh(view, (staging) => {
      if (kept !== null) staging.put(statePath(view), kept.text)
      else if (isNoText) staging.remove(statePath(view))
      completeState(staging)
      changeState(staging, withPositionLabels)
    })
    const { changes = [], edits = [] } = found ?? {}
    const said = created
      ? 'STATE.md was made'
      : kept !== null
        ? `STATE.md was not text: it is what the journal kept of ${kept.at}, brought up to date`
        : isNoText
          ? 'STATE.md was not text, and the journal keeps none of it: it was made anew'
          : edits.length === 0
            ? 'STATE.md is as it should be'
            : 'STATE.md was fixed'
    return {
      result: {
        rebuilt: edits.length > 0,
        mutations: changes.length,
        phase_inventory_scan_failed: false,
        created,
        note: `${said}; ${isNoText ? 'gsd-tools undo brings back the bytes it had' : 'text that people wrote stays'}`,
      },
      edits,
    }
  },
})
