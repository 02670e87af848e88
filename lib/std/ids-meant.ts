// Suggestions for misspelled ids.
import { nearest } from './text.js'

/** Reduces an id to upper-case letters and digits, without leading zeros. */
const comparable = (id: string): string =>
  id
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')

/** Returns the nearest id: `COUNT-01` for `Count-1`, `D-06` for `D6`; null if none is near. */
export function nearestId(word: string, ids: readonly string[]): string | null {
  return ids.find((id) => comparable(id) === comparable(word)) ?? nearest(word.toUpperCase(), ids)
}

/** Returns corrections of unknown ids, such as ` (COUNT-01 for Count-1)`; '' if there are none. */
export function correctionsText(words: readonly string[], ids: readonly string[]): string {
  const meant = words.flatMap((word) => {
    const near = nearestId(word, ids)
    return near === null ? [] : [`${near} for ${word}`]
  })
  return meant.length === 0 ? '' : ` (${meant.join(', ')})`
}
