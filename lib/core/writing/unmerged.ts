// Files that git left unmerged: no write may rest on them, whichever verb it is.
import { knownOf } from '../../artifacts/parts/known.js'
import type { Source } from '../../ports.js'
import { positionOf } from '../../std/text.js'
import type { View } from '../view.js'

const OPENING = /^<{7} /m
const CLOSING = /^>{7} /m

/** Line of the first conflict marker of an unfinished merge, or null. */
function conflictLine(text: string): number | null {
  if (!text.includes('<<<<<<< ')) return null
  const found = OPENING.exec(text)
  return found !== null && CLOSING.test(text.slice(found.index)) ? positionOf(text, found.index).line : null
}

/** Line of the first mark of an unfinished merge, 0 where the bytes are no text, null where it can be read. */
export const troubleIn = ({ text }: Source): number | null => (text === null ? 0 : conflictLine(text))

/** What every answer about a project rests on, in its planning base and in its root. */
const TOP = ['ROADMAP.md', 'STATE.md', 'REQUIREMENTS.md', 'PROJECT.md', 'config.json', 'ledger.jsonl'] as const

/** What says what comes next, whatever the change is about: how far the phases are, and what waits to be looked at. */
const TELLS = /\/phases\/.*(?:PLAN|SUMMARY|VERIFICATION)[^/]*\.md$|s\/pending\/[^/]+$/i
const telling = (view: View): readonly string[] =>
  [...new Set([view.base, '.planning'])]
    .flatMap((base) => ['phases', 'todos', 'decisions'].flatMap((name) => planningFiles(view, `${base}/${name}`)))
    .filter((path) => TELLS.test(path))

/**
 * Planning files with conflict markers once `after` is written: those that everything rests on, those that say what comes next, and all that were read for the change.
 * @param merging git waits for a merge to be finished: any planning file may be a part of it
 */
export function unmergedAfter(
  view: View,
  after: ReadonlyMap<string, string | null>,
  merging: boolean,
): readonly { readonly path: string; readonly line: number }[] {
  const top = TOP.flatMap((name) => [view.at(name), `.planning/${name}`])
  const more = merging ? planningFiles(view, '.planning') : telling(view)
  const paths = [...new Set([...top, ...view.touched(), ...after.keys(), ...more])].filter(isPlanning)
  view.prefetch(paths)
  return paths.flatMap((path) => {
    const text = after.get(path)
    const line = after.has(path) ? conflictLine(text ?? '') : lineIn(view.source(path))
    return line === null ? [] : [{ path, line }]
  })
}

/** Line of the first mark in a file; one that is not there or is no text has none. */
export const lineIn = (source: Source | null): number | null =>
  source === null ? null : knownOf(source, 'trouble', () => troubleIn(source)) || null

const planningFiles = (view: View, folder: string): readonly string[] =>
  view.list(folder).flatMap(({ name, kind }) => {
    const path = `${folder}/${name}`
    if (kind === 'file') return [path]
    return kind === 'directory' && isPlanning(`${path}/`) ? planningFiles(view, path) : []
  })

/** Nobody's plans: what we keep, and what was set aside. */
const APART = ['.runtime', '.aside', 'journal'].map((name) => `.planning/${name}/`)

const isPlanning = (path: string): boolean =>
  path.startsWith('.planning/') && !APART.some((folder) => path.startsWith(folder))
