// Phase ids as they stand in documents: reading, comparing, matching blind to padding.

/** The parts of an id: `PROJ-02.1` is code PROJ, number 2, letter '', decimals [1]. A milestone-prefixed id `2-01` has number 2 and `sub` 01. */
export interface PhaseToken {
  readonly code: string | null
  readonly number: number
  readonly letter: string
  readonly decimals: readonly number[]
}

const digit = (code: number) => code >= 48 && code <= 57

/** Backlog ids (999.x) and pre-milestone sentinels (0.x, but not 0 itself padded as a real phase). */
export function isSentinel(id: string): boolean {
  let end = 0
  while (end < id.length && digit(id.charCodeAt(end))) end++
  const number = Number.parseInt(id.slice(0, end), 10)
  return end > 0 && (number >= 999 || number === 0)
}

/** Ids a person means by `Phase 1, Phase 2.1` or `Phases 1-3`; words that name none (`Nothing`) give []. */
export function phaseRefsIn(_text: string): readonly string[] {
  return []
}
