// How much of a specification can be read in two ways: four scores with a weight and a least value each, as get-shit-done weighs them.

interface Dimension {
  readonly name: 'goal' | 'boundaries' | 'constraints' | 'acceptance'
  /** Share of the whole, 0 to 1; all together make 1. */
  readonly weight: number
  /** Least score, 0 to 1, at which this one is clear enough. */
  readonly minimum: number
}

const DIMENSIONS: readonly Dimension[] = [
  { name: 'goal', weight: 0.35, minimum: 0.75 },
  { name: 'boundaries', weight: 0.25, minimum: 0.7 },
  { name: 'constraints', weight: 0.2, minimum: 0.65 },
  { name: 'acceptance', weight: 0.2, minimum: 0.7 },
]

/** Most that may stay open, 0 to 1. */
export const MOST_AMBIGUITY = 0.2

/** A row of the table: what it is about, and the score as it stands there. */
export interface Row {
  readonly dimension: string
  readonly score: string
}

interface Judged extends Dimension {
  /** 0 to 1; null where the table has no number for it. */
  readonly score: number | null
  readonly clear: boolean
}

export interface Ambiguity {
  /** 0 (one meaning) to 1; null where a score is missing. */
  readonly ambiguity: number | null
  readonly passed: boolean
  readonly dimensions: readonly Judged[]
}

export function ambiguityOf(rows: readonly Row[]): Ambiguity {
  const dimensions = DIMENSIONS.map((dimension): Judged => {
    const row = rows.find(({ dimension: words }) => isAbout(words, dimension))
    const score = row === undefined ? null : scoreIn(row.score)
    return { ...dimension, score, clear: score !== null && score >= dimension.minimum }
  })
  const scores = dimensions.map(({ score, weight }) => (score === null ? Number.NaN : score * weight))
  const open = 1 - scores.reduce((sum, part) => sum + part, 0)
  const ambiguity = Number.isNaN(open) ? null : Math.round(open * 100) / 100
  return {
    ambiguity,
    passed: ambiguity !== null && ambiguity <= MOST_AMBIGUITY && dimensions.every(({ clear }) => clear),
    dimensions,
  }
}

/** The first four letters tell them apart, in the singular and the plural. */
const isAbout = (words: string, { name }: Dimension): boolean =>
  words
    .toLowerCase()
    .replace(/[^a-z]+/g, '')
    .startsWith(name.slice(0, 4))

const SCORE = /^(\d{1,3}(?:[.,]\d+)?)\s*(%)?$/

/** `0.8`, `0,8`, `80 %`; null for anything else and for what lies outside of 0 to 1. */
function scoreIn(text: string): number | null {
  const [, digits, percent] = SCORE.exec(text.replace(/[*_`]/g, '').trim()) ?? []
  if (digits === undefined) return null
  const value = Number(digits.replace(',', '.')) / (percent === undefined ? 1 : 100)
  return value <= 1 ? value : null
}
