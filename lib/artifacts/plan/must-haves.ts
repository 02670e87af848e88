// Goals of a plan: what must be true afterwards.
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

/** A list directly below `must_haves` is a list of truths. */
function truthsBelow(front: Front): FrontValue | undefined {
  const whole = front.at('must_haves', 'must-haves')
  return whole === undefined || isFrontList(whole) ? whole : partOf(whole, 'truths')
}

/** The one truth of a plan that promises what ROADMAP.md says of its phase. */
export const AS_PROMISED = 'the success criteria of the phase'

export const mustHavesOf = (front: Front) => ({ truths: textsOf(truthsBelow(front), truthOf) })
