// STATE.md: the projected position, and the memory people and agents keep in it.
import type { FrontMap } from '../../markdown/frontmatter.js'
import { any, int, listOf, mapOf, oneOf, orNull, record, type Shape, text } from '../../std/shape.js'
import type { Codec, Parsed, Rendered } from '../codec.js'
import { Draft } from '../parts/draft.js'
import { notText } from '../parts/issues.js'
import { SECTION_ORDER, type StateFront, type StateValue } from './state.js'
import { freshState } from './state-fresh.js'
import { readState } from './state-read.js'
import { changeState } from './state-write.js'

const maybe = orNull(text())

const number = orNull(int())

const shape: Shape<StateValue> = record({
  front: record({
    version: maybe,
    milestone: maybe,
    milestoneName: maybe,
    currentPhase: maybe,
    currentPhaseName: maybe,
    currentPlan: maybe,
    status: maybe,
    stoppedAt: maybe,
    pausedAt: maybe,
    lastUpdated: maybe,
    lastActivity: maybe,
    progress: orNull(
      record({
        totalPhases: number,
        completedPhases: number,
        totalPlans: number,
        completedPlans: number,
        percent: number,
      }),
    ),
  }),
  other: mapOf(any()) as Shape<FrontMap>,
  title: maybe,
  fields: listOf(
    record({
      section: oneOf(SECTION_ORDER),
      label: text(),
      value: text(),
    }),
  ),
  decisions: orNull(listOf(record({ phase: maybe, summary: text(), rationale: maybe }))),
  blockers: orNull(listOf(text())),
  todos: orNull(listOf(text())),
  evolution: orNull(listOf(text())),
})

const NO_FRONT: StateFront = {
  version: null,
  milestone: null,
  milestoneName: null,
  currentPhase: null,
  currentPhaseName: null,
  currentPlan: null,
  status: null,
  stoppedAt: null,
  pausedAt: null,
  lastUpdated: null,
  lastActivity: null,
  progress: null,
}

const NOTHING: StateValue = {
  front: NO_FRONT,
  other: {},
  title: null,
  fields: [],
  decisions: null,
  blockers: null,
  todos: null,
  evolution: null,
}

export const state: Codec<StateValue> = {
  id: 'state',
  about: 'Position and memory of the project',
  path: 'STATE.md',
  shape,
  empty: {
    ...NOTHING,
    front: { ...NO_FRONT, version: '1.0', status: 'planning' },
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
