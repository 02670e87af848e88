// Goals of a plan: truths, and the files that show them.
import { type FrontValue, isFrontList, isFrontMap } from '../../markdown/frontmatter.js'
import { entryText, type Front, partOf, textOf, textsOf } from '../parts/front-fields.js'

const TEXT_KEYS = ['title', 'text', 'truth', 'name', 'rule', 'path', 'provides'] as const

/** A truth given as an object: its main key, else all of it as text. */
function truthOf(value: FrontValue): string | null {
  const keys = isFrontMap(value) ? Object.keys(value) : []
  // `- The user sees: a list` is a sentence that YAML parses as a map.
  if (keys.length === 1 && !TEXT_KEYS.includes(keys[0] as (typeof TEXT_KEYS)[number])) return textOf(value)
  return entryText(value, ...TEXT_KEYS)
}

/** A file path: alone, below a key, or as `src/a.ts: what it provides`. */
function artifactOf(value: FrontValue): string | null {
  const path = textOf(partOf(value, 'path', 'file', 'name'))
  if (path !== null || partOf(value, 'path') !== undefined) return path
  const [only, ...more] = isFrontMap(value) ? Object.keys(value) : []
  return only !== undefined && more.length === 0 ? only : textOf(value)
}

/** A list directly below `must_haves` is a list of truths. */
function below(front: Front, name: 'truths' | 'artifacts'): FrontValue | undefined {
  const whole = front.at('must_haves', 'must-haves')
  if (whole === undefined) return undefined
  return isFrontList(whole) ? (name === 'truths' ? whole : undefined) : partOf(whole, name)
}

/** The one truth of a plan that promises what ROADMAP.md says of its phase. */
export const AS_PROMISED = 'the success criteria of the phase'

export const mustHavesOf = (front: Front) => ({
  truths: textsOf(below(front, 'truths'), truthOf),
  /** Paths. */
  artifacts: textsOf(below(front, 'artifacts'), artifactOf),
})
