// Suggestions for misspelled ids.
import { nearest } from './text.js'

const spelled = (id: string): string =>
  id
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')

/** The nearest id, in any spelling: `Count-1` is `COUNT-01`, `D6` is `D-06`; null if none. */
export function nearestId(word: string, ids: readonly string[]): string | null {
  return ids.find((id) => spelled(id) === spelled(word)) ?? nearest(word.toUpperCase(), ids)
}

/** ` (COUNT-01 for Count-1)`: corrections of unknown ids. */
export function meantIds(words: readonly string[], ids: readonly string[]): string {
  const meant = words.flatMap((word) => {
    const near = nearestId(word, ids)
    return near === null ? [] : [`${near} for ${word}`]
  })
  return meant.length === 0 ? '' : ` (${meant.join(', ')})`
}
