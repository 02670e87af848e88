// Conditions in prompts: a closed registry of predicates, evaluated when a brief is served.
import type { Json } from '../../std/json.js'

export const PREDICATES = ['flag', 'cfg', 'has', 'state', 'host'] as const
type Predicate = (typeof PREDICATES)[number]

/** One `[not ]predicate:subject[=value]`; `predicate` is null if it is not in the registry. */
export interface Condition {
  readonly predicate: Predicate | null
  readonly subject: string
  /** Right side of `cfg:key=value`. */
  readonly value: string | null
  readonly negated: boolean
  readonly text: string
}

/** Subjects of `has:`: files of the phase in capitals, top-level files or folders by name. */
export const HAS_NAMES = ['SPEC', 'CONTEXT', 'SUMMARY', 'STATE', 'codebase'] as const
export type HasName = (typeof HAS_NAMES)[number]

/** Subjects of `state:`. */
export const STATE_FACTS = {
  'project-exists': 'PROJECT.md exists',
  'phases-exist': 'the roadmap has phases',
  'auto-active': 'the user gave --auto, or workflow.auto_advance or a running chain is set',
  'field-researched': '--research, workflow.project_research or depth heavy asks for research before the roadmap',
  'field-open': 'neither flag nor setting decides on research',
  'patterns-mapped': '--patterns or depth heavy asks for code patterns before planning',
  'has-code': 'the folder has files other than .planning and hidden ones',
  'no-git': 'the project is not in a git repository',
  'phase-known': 'the roadmap has the phase of the arguments',
  'phase-proven': 'the phase has all its evidence and can be closed',
  'phase-planned': 'the phase has at least one plan',
  'phase-outlined': 'its plan follows from the roadmap alone',
  light: 'the depth of the phase is light',
  'plans-open': 'a plan of the phase is open, or a finished one needs a follow-up',
  'has-gaps': 'verification or acceptance tests of the phase found gaps',
  'between-milestones': 'no milestone is open',
  'handed-over': 'a paused session left notes',
  'order-typed': 'a hook saw the user type the request',
  worded: 'the user wrote text after the command',
  'commits-disturb': 'a git hook sets aside all uncommitted work in the tree while it runs',
} as const satisfies Readonly<Record<string, string>>
export type StateFact = keyof typeof STATE_FACTS

/** Current values of all predicates. */
export interface ConditionWorld {
  readonly flags: ReadonlySet<string>
  setting(key: string): Json | null
  has(name: HasName): boolean
  state(fact: StateFact): boolean
  readonly abilities: Readonly<Record<string, boolean>>
}

/** Parses a condition text; an empty one gives no conditions and always holds. */
export function parseConditions(text: string): readonly Condition[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(conditionOf)
}

function conditionOf(text: string): Condition {
  const negated = text.startsWith('not ')
  const bare = negated ? text.slice(4).trim() : text
  const colon = bare.indexOf(':')
  const word = bare.slice(0, Math.max(colon, 0))
  const predicate = (PREDICATES as readonly string[]).includes(word) ? (word as Predicate) : null
  const rest = bare.slice(colon + 1)
  const equals = predicate === 'cfg' ? rest.indexOf('=') : -1
  return {
    predicate,
    subject: equals < 0 ? rest : rest.slice(0, equals),
    value: equals < 0 ? null : rest.slice(equals + 1),
    negated,
    text,
  }
}

const TRUTH: Readonly<Record<Predicate, (condition: Condition, world: ConditionWorld) => boolean>> = {
  flag: ({ subject }, world) => world.flags.has(subject),
  cfg: ({ subject, value }, world) => {
    const set = world.setting(subject)
    return value === null ? set !== null && set !== false && set !== '' && set !== 0 : String(set) === value
  },
  has: ({ subject }, world) => world.has(subject as HasName),
  state: ({ subject }, world) => world.state(subject as StateFact),
  host: ({ subject }, world) => world.abilities[subject] === true,
}

const holds = (condition: Condition, world: ConditionWorld): boolean =>
  condition.predicate !== null && TRUTH[condition.predicate](condition, world) !== condition.negated

export const allHold = (conditions: readonly Condition[], world: ConditionWorld): boolean =>
  conditions.every((condition) => holds(condition, world))

/** Predicates that cannot change while a workflow runs: flags and the client. */
const FIXED: ReadonlySet<Predicate | null> = new Set(['flag', 'host'] as const)

/** False only if a condition that cannot change during the workflow fails. */
export const mayHold = (conditions: readonly Condition[], world: ConditionWorld): boolean =>
  allHold(
    conditions.filter((condition) => FIXED.has(condition.predicate)),
    world,
  )
