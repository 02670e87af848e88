// Conditions in prompts, `[not ]predicate:subject[=value]`, parsed.

export const PREDICATES = ['flag', 'cfg', 'has', 'state', 'host'] as const
export type Predicate = (typeof PREDICATES)[number]

/** One `[not ]predicate:subject[=value]`; `predicate` is null if it is not in the registry. */
export interface Condition {
  readonly predicate: Predicate | null
  readonly subject: string
  /** Right side of `cfg:key=value`. */
  readonly value: string | null
  readonly negated: boolean
  readonly text: string
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
