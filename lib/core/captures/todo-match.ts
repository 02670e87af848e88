// How well a todo fits a phase: shared words, its area, and files that the plans of the phase touch.
import { wordTable } from '../../std/text.js'

interface MatchPhase {
  /** Title, goal and criteria. */
  readonly text: string
  readonly files: readonly string[]
}

export interface MatchTodo {
  readonly title: string
  readonly text: string
  readonly area: string
  readonly files: readonly string[]
}

export interface Match {
  /** 0 to 1.3, two decimals. */
  readonly score: number
  readonly reasons: readonly string[]
}

/** Words that stand in every text. */
const COMMON = new Set(
  wordTable(`
    the and for with from that this will are was has have been not but all can into each when any use new its one out
    per via add todo phase plan
  `),
)

const PER_WORD = 0.2
const MOST_WORDS = 0.6
const AREA = 0.3
const FILES = 0.4
const TEXT_LIMIT = 200

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2 && !COMMON.has(word)),
  )

const pathOf = (file: string) => file.replace(/^\.\//, '').replace(/:\d+(?:[-:]\d+)*$/, '')

/** The same file, or one that lies in the other, which is a folder; a name without folders stands for any file of that name. */
function overlaps(a: string, b: string): boolean {
  const [left, right] = [pathOf(a), pathOf(b)]
  const within = (outer: string, inner: string) => inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`)
  const named = (name: string, path: string) => !name.includes('/') && path.endsWith(`/${name}`)
  return left === right || within(left, right) || within(right, left) || named(left, right) || named(right, left)
}

export function matchTodo(todo: MatchTodo, phase: MatchPhase): Match {
  const words = wordsOf(phase.text)
  const shared = [...wordsOf(`${todo.title} ${todo.text.slice(0, TEXT_LIMIT)}`)].filter((word) => words.has(word))
  const area = todo.area.toLowerCase()
  const inArea = area !== 'general' && [...wordsOf(area)].some((word) => words.has(word))
  const files = todo.files.filter((file) => phase.files.some((other) => overlaps(file, other)))
  const score = Math.min(shared.length * PER_WORD, MOST_WORDS) + (inArea ? AREA : 0) + (files.length > 0 ? FILES : 0)
  return {
    score: Math.round(score * 100) / 100,
    reasons: [
      ...(shared.length > 0 ? [`keywords: ${shared.slice(0, 5).join(', ')}`] : []),
      ...(inArea ? [`area: ${todo.area}`] : []),
      ...(files.length > 0 ? [`files: ${files.slice(0, 3).join(', ')}`] : []),
    ],
  }
}
