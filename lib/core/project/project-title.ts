// Reads the project's title: the first top-level heading of its PROJECT.md.
import { headingsOf } from '../../markdown/reader.js'
import type { View } from '../view.js'

const MAX_TITLE = 200

/** Reads the planning base's own file, else the root's. `exists` is false if there is neither. A file may lack a title. */
export function projectTitle(view: View): { readonly exists: boolean; readonly title: string | null } {
  const source = view.source(view.at('PROJECT.md')) ?? view.source('.planning/PROJECT.md')
  if (source === null) return { exists: false, title: null }
  const title = headingsOf(source).find(({ level, text }) => level === 1 && text !== '')?.text
  return { exists: true, title: title?.slice(0, MAX_TITLE) ?? null }
}
