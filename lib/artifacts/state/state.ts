// STATE.md: the projected position, and the memory people and agents keep in it.

import type { FrontMap } from '../../markdown/frontmatter.js'
import { any, int, listOf, mapOf, oneOf, orNull, record, type Shape, text } from '../../std/shape.js'
import type { Codec, Parsed, Rendered } from '../codec.js'
import { Draft } from '../parts/draft.js'
import { notText } from '../parts/issues.js'
import { freshState } from './state-fresh.js'
import { readState } from './state-read.js'
import { changeState } from './state-write.js'

export type StateStatus = 'unknown' | 'paused' | 'executing' | 'planning' | 'discussing' | 'verifying' | 'completed'

/** null: not stated, or not a whole number. */
export interface StateProgress {
  readonly totalPhases: number | null
  readonly completedPhases: number | null
  readonly totalPlans: number | null
  readonly completedPlans: number | null
  readonly percent: number | null
}

/** Known keys of the front matter; null where absent. All scalars are text. */
export interface StateFront {
  readonly version: string | null
  readonly milestone: string | null
  readonly milestoneName: string | null
  readonly currentPhase: string | null
  readonly currentPhaseName: string | null
  readonly currentPlan: string | null
  /** As written. */
  readonly status: string | null
  readonly stoppedAt: string | null
  readonly pausedAt: string | null
  readonly lastUpdated: string | null
  readonly lastActivity: string | null
  readonly progress: StateProgress | null
}

/** Parts of the body that hold labelled lines, in the order the value lists them. */
export const SECTION_ORDER = ['project', 'position', 'metrics', 'session', 'other'] as const
export type StateSection = (typeof SECTION_ORDER)[number]

/** One labelled line of the body. Labels are matched without regard to case. */
export interface StateField {
  readonly section: StateSection
  readonly label: string
  readonly value: string
}

export interface StateDecision {
  /** Text of the bracket or cell, e.g. `Phase 2`. */
  readonly phase: string | null
  readonly summary: string
  readonly rationale: string | null
}

export interface StateValue {
  readonly front: StateFront
  /** Every other key of the front matter, `extensions` included. Never written through this codec. */
  readonly other: FrontMap
  readonly title: string | null
  /** Ordered by section, then as in the file. */
  readonly fields: readonly StateField[]
  /** null: there is no such section. */
  readonly decisions: readonly StateDecision[] | null
  /** Placeholders (`None yet.`) are left out. */
  readonly blockers: readonly string[] | null
  readonly todos: readonly string[] | null
  readonly evolution: readonly string[] | null
}

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
