// Files that git left unmerged: no write may rest on them, whichever verb it is.
import { knownOf } from '../../artifacts/parts/known.js'
import type { Source } from '../../ports.js'
import { positionOf } from '../../std/text.js'
import type { View } from '../view.js'

/** Without it a text has no marks. */
export const OPENING_MARK = '<<<<<<< '
const OPENING = /^<{7} /m
const CLOSING = /^>{7} /m

/** Line of the first conflict marker of an unfinished merge, or null. */
function conflictLine(text: string): number | null {
  if (!text.includes(OPENING_MARK)) return null
  const found = OPENING.exec(text)
  return found !== null && CLOSING.test(text.slice(found.index)) ? positionOf(text, found.index).line : null
}

/** Line of the first mark of an unfinished merge, 0 where the bytes are no text, null where it can be read. */
export const troubleIn = ({ text }: Source): number | null => (text === null ? 0 : conflictLine(text))

/** What every answer about a project rests on, in its planning base and in its root. */
const TOP = ['ROADMAP.md', 'STATE.md', 'REQUIREMENTS.md', 'PROJECT.md', 'config.json', 'ledger.jsonl'] as const

/** What says what comes next, whatever the change is about: how far the phases are, and what waits to be looked at. */
const TELLS = /\/phases\/.*(?:PLAN|SUMMARY|VERIFICATION)[^/]*\.md$|s\/pending\/[^/]+$/i

/** Folders of which it is known, without a look at their files, that none of these holds marks. */
export interface Merged {
  has(folder: string): boolean
  /** These were looked through. */
  keep(folders: readonly string[]): void
}

interface Telling {
  readonly files: readonly string[]
  /** Folders without further ones, whose files they are. */
  readonly folders: readonly string[]
}

function telling(view: View, merged: Merged | null): Telling {
  const files: string[] = []
  const folders: string[] = []
  const look = (folder: string): void => {
    if (merged?.has(folder) === true) return
    const entries = view.list(folder)
    for (const { name, kind } of entries) {
      const path = `${folder}/${name}`
      if (kind === 'directory' && isPlanning(`${path}/`)) look(path)
      else if (kind === 'file' && TELLS.test(path)) files.push(path)
    }
    if (entries.length > 0 && entries.every(({ kind }) => kind === 'file')) folders.push(folder)
  }
  for (const base of new Set([view.base, '.planning']))
    for (const name of ['phases', 'todos', 'decisions']) look(`${base}/${name}`)
  return { files, folders }
}

/**
 * Planning files with conflict markers once `after` is written: those that everything rests on, those that say what comes next, and all that were read for the change.
 * @param merging git waits for a merge to be finished: any planning file may be a part of it
 * @param merged null: every file is looked at
 */
export function unmergedAfter(
  view: View,
  after: ReadonlyMap<string, () => string>,
  merging: boolean,
  merged: Merged | null,
): readonly { readonly path: string; readonly line: number }[] {
  const top = TOP.flatMap((name) => [view.at(name), `.planning/${name}`])
  const { files, folders } = merging ? { files: planningFiles(view, '.planning'), folders: [] } : telling(view, merged)
  const paths = [...new Set([...top, ...view.touched(), ...after.keys(), ...files])].filter(isPlanning)
  const found: { readonly path: string; readonly line: number }[] = []
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const some = paths.slice(at, at + AT_ONCE)
    const fresh = some.filter((path) => !after.has(path) && view.held(path) === null)
    view.prefetch(fresh)
    for (const path of some) {
      const text = after.get(path)
      const line = text === undefined ? lineIn(view.source(path)) : conflictLine(text())
      if (line !== null) found.push({ path, line })
    }
    if (paths.length > AT_ONCE) view.letGo(fresh)
  }
  if (found.length === 0) merged?.keep(folders)
  return found
}

/** Line of the first mark in a file; one that is not there or is no text has none. */
export const lineIn = (source: Source | null): number | null =>
  source === null ? null : knownOf(source, 'trouble', () => troubleIn(source)) || null

/** Files whose texts are in memory at the same time. */
const AT_ONCE = 256

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
