// How much a brief explains. Every level has the same steps and calls; what goes, level by level, are examples and reasons, then whatever a careful reader works out alone.

/** The most spare first. */
export const DETAILS = ['minimal', 'standard', 'full'] as const
export type Detail = (typeof DETAILS)[number]

/** What `detail:` may ask for: the levels that say more than the least one. */
export const TOLD_FROM = ['standard', 'full'] as const satisfies readonly Detail[]

const isDetail = (word: unknown): word is Detail => (DETAILS as readonly unknown[]).includes(word)

const rank = (level: Detail): number => DETAILS.indexOf(level)

/** Whether a brief at `level` has what is marked `detail:from`. */
export const tells = (level: Detail, from: string): boolean => isDetail(from) && rank(level) >= rank(from)

/** What the settings want, no more than whoever drives the session wants. */
export const lesser = (wanted: unknown, most: unknown): Detail => {
  const [a, b] = [wanted, most].map((word): Detail => (isDetail(word) ? word : 'full')) as [Detail, Detail]
  return rank(a) < rank(b) ? a : b
}
