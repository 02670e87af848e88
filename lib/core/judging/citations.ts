// Ids that documents cite: requirements and decisions, found as whole words outside of comments.
import { visibleText } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'

const isIdChar = (char: string | undefined): boolean => char !== undefined && /[A-Za-z0-9_-]/.test(char)

/** Whether the id stands in the text as a word: `D-1` is not in `D-10`. */
export function cites(text: string, id: string): boolean {
  if (id === '') return false
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1))
    if (!isIdChar(text[at - 1]) && !isIdChar(text[at + id.length])) return true
  return false
}

/** The text of a document without its comments. */
export const citable = (source: Source): string => visibleText(source, 0, (source.text ?? '').length)
