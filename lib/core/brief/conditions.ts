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
  'project-exists': 'PROJECT.md is there',
  'phases-exist': 'the roadmap has phases',
  'auto-active': 'the user gave --auto, or workflow.auto_advance or a running chain is set',
  'field-researched':
    'by --research, workflow.project_research or depth heavy the field is researched before the phases are cut',
  'field-open': 'neither a flag nor a setting says whether the field is researched',
  'patterns-mapped': 'by --patterns, or at depth heavy, code to resemble is looked for before planning',
  'has-code': 'the folder holds files beside .planning and hidden ones',
  'no-git': 'no git repository holds the project',
  'phase-known': 'the roadmap has the phase the arguments name',
  'phase-proven': 'all evidence of the phase is there, so it can be closed',
  'phase-planned': 'the phase has at least one plan',
  'phase-outlined': 'its plan follows from the roadmap, and nothing else was settled',
  light: 'the depth of the phase is light',
  'plans-open': 'a plan of the phase is not carried out, or what was carried out asks for another',
  'has-gaps': 'verification or acceptance tests of the phase left gaps',
  'between-milestones': 'no milestone is open',
  'handed-over': 'a paused session left notes',
  'order-typed': 'a hook saw the user type what they ask for',
  worded: 'the user wrote words behind the command',
  'commits-disturb': 'a hook of git puts the unfinished work of everybody in the tree aside while it runs',
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
