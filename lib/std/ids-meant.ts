// Suggestions for misspelled ids.
import { nearest } from './text.js'

const spelled = (id: string): string =>
  id
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')

/** Returns the nearest id: `COUNT-01` for `Count-1`, `D-06` for `D6`; null if none is near. */
export function nearestId(word: string, ids: readonly string[]): string | null {
  return ids.find((id) => spelled(id) === spelled(word)) ?? nearest(word.toUpperCase(), ids)
}

/** Returns corrections of unknown ids, such as ` (COUNT-01 for Count-1)`; '' if there are none. */
export function meantIds(words: readonly string[], ids: readonly string[]): string {
  const meant = words.flatMap((word) => {
    const near = nearestId(word, ids)
    return near === null ? [] : [`${near} for ${word}`]
  })
  return meant.length === 0 ? '' : ` (${meant.join(', ')})`
}
