// Detects files that git left unmerged: no verb may write anything based on them.
import type { Source } from '../../ports.js'
import { positionOf } from '../../std/text.js'
import type { View } from '../view.js'

const OPENING = /^<{7} /m
const CLOSING = /^>{7} /m

/** Returns the line of the first conflict marker of an unfinished merge, or null. */
function conflictLine(text: string): number | null {
  if (!text.includes('<<<<<<< ')) return null
  const found = OPENING.exec(text)
  return found !== null && CLOSING.test(text.slice(found.index)) ? positionOf(text, found.index).line : null
}

/** Returns the line of the first conflict marker; 0 if the file is not text; null if the file is readable. */
export const unreadableLine = ({ text }: Source): number | null => (text === null ? 0 : conflictLine(text))

/** Files that every answer about a project depends on, in the planning base and in `.planning`. */
const BASIC_FILES = ['ROADMAP.md', 'REQUIREMENTS.md', 'PROJECT.md', 'config.json'] as const

/** Finds conflict markers in the basic files and all files read or written; if `isMerging`, in every planning file. */
export function unmergedAfter(
  view: View,
  after: ReadonlyMap<string, string>,
  isMerging: boolean,
): readonly { readonly path: string; readonly line: number }[] {
  const top = BASIC_FILES.flatMap((name) => [view.at(name), `.planning/${name}`])
  const merged = isMerging ? planningFiles(view, '.planning') : []
  const paths = [...new Set([...top, ...view.touched(), ...after.keys(), ...merged])].filter(isPlanning)
  return paths.flatMap((path) => {
    const text = after.get(path)
    const line = text === undefined ? conflictLineIn(view.source(path)) : conflictLine(text)
    return line === null ? [] : [{ path, line }]
  })
}

/** Returns the line of the first conflict marker; null if there is none, or the file is absent or not text. */
export const conflictLineIn = (source: Source | null): number | null =>
  source === null ? null : unreadableLine(source) || null

const planningFiles = (view: View, folder: string): readonly string[] =>
  view.list(folder).flatMap(({ name, kind }) => {
    const path = `${folder}/${name}`
    if (kind === 'file') return [path]
    return kind === 'directory' && isPlanning(`${path}/`) ? planningFiles(view, path) : []
  })

/** Folders of our own data and journal, not of the user's plans. */
const OWN_FOLDERS = ['.runtime', 'journal'].map((name) => `.planning/${name}/`)

/** Files in which conflict markers are harmless: STATE.md is derived, and both sides of a ledger count. */
const HARMLESS = /\/(?:STATE\.md|state\.json|ledger\.jsonl)$/

const isPlanning = (path: string): boolean =>
  path.startsWith('.planning/') && !OWN_FOLDERS.some((folder) => path.startsWith(folder)) && !HARMLESS.test(path)
