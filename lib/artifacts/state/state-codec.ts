// STATE.md: the projected position, and the memory people and agents keep in it.
import type { Codec, Parsed, Rendered } from '../codec.js'
import { Draft } from '../parts/draft.js'
import { emptyOf } from '../parts/empty-of.js'
import { notText } from '../parts/issues.js'
import { STATE, type StateValue } from './state.js'
import { freshState } from './state-fresh.js'
import { readState } from './state-read.js'
import { changeState } from './state-write.js'

const NOTHING = emptyOf(STATE)

export const state: Codec<StateValue> = {
  id: 'state',
  about: 'Position and memory of the project',
  shape: STATE,
  empty: {
    ...NOTHING,
    front: { ...NOTHING.front, version: '1.0', status: 'planning' },
    title: 'Project State',
    fields: [
      { section: 'project', label: 'Core value', value: 'Not written yet' },
      { section: 'project', label: 'Current focus', value: 'Not started' },
      { section: 'position', label: 'Phase', value: 'Not started' },
      { section: 'position', label: 'Plan', value: 'Not started' },
      { section: 'position', label: 'Status', value: 'Ready to plan' },
      { section: 'position', label: 'Last activity', value: 'None' },
      { section: 'position', label: 'Progress', value: '[░░░░░░░░░░] 0%' },
      { section: 'metrics', label: 'Total plans completed', value: '0' },
      { section: 'session', label: 'Last session', value: 'None' },
      { section: 'session', label: 'Stopped at', value: 'None' },
      { section: 'session', label: 'Resume file', value: 'None' },
    ],
    decisions: [],
    blockers: [],
    todos: [],
    evolution: [],
  },

  parse(source): Parsed<StateValue> {
    if (source.text === null) return { value: NOTHING, issues: [notText(source)] }
    const { value, issues } = readState(source)
    return { value, issues }
  },

  render(value, previous): Rendered {
    if (previous === undefined) return { text: freshState(value) }
    const draft = new Draft(previous)
    changeState(draft, previous, value)
    return draft.finish()
  },
}
