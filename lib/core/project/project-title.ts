// The project's title: the first top heading of its PROJECT.md.
import { headingsOf } from '../../markdown/reader.js'
import type { View } from '../view.js'

/** Reads the planning base's own file, else the root's. `there` is false if neither exists; a file may lack a title. */
export function projectTitle(view: View): { readonly there: boolean; readonly title: string | null } {
  const source = view.source(view.at('PROJECT.md')) ?? view.source('.planning/PROJECT.md')
  if (source === null) return { there: false, title: null }
  const title = headingsOf(source).find(({ level, text }) => level === 1 && text !== '')?.text
  return { there: true, title: title ?? null }
}
