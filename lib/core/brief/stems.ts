// Whether two texts speak of the same things: beginnings of their longer words, so that "parsing" meets "parser".

/** Letters by which a word is known; shorter ones are left out. */
const STEM = 4

/** Words that stand in every text. */
const COMMON: ReadonlySet<string> = new Set(
  'that this with from they them then than when what which where have will would could should does must user phase only each every spike sketch question verdict follows number validated partial invalidated'
    .split(' ')
    .map((word) => word.slice(0, STEM)),
)

export const stemsIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= STEM)
      .map((word) => word.slice(0, STEM))
      .filter((stem) => !COMMON.has(stem)),
  )
