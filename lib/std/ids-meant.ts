// Ids as models spell them: what is said where one is unknown.
import { nearest } from './text.js'

const spelled = (id: string): string =>
  id
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')

/** The id that is meant, however it is spelled: `Count-1` is `COUNT-01`, `D6` is `D-06`; null where none is near. */
export function nearestId(word: string, ids: readonly string[]): string | null {
  return ids.find((id) => spelled(id) === spelled(word)) ?? nearest(word.toUpperCase(), ids)
}

/** ` (COUNT-01 for Count-1)`: what to write in the place of unknown ids. */
export function meantIds(words: readonly string[], ids: readonly string[]): string {
  const meant = words.flatMap((word) => {
    const near = nearestId(word, ids)
    return near === null ? [] : [`${near} for ${word}`]
  })
  return meant.length === 0 ? '' : ` (${meant.join(', ')})`
}
