// Reads a folder or file of another tool: what found a place in the neutral form, and what did not.
import type { View } from '../view.js'
import { FORMATS, type FormatId } from './formats.js'
import { outlineOf } from './outline.js'
import type { Entry, Outside, Place } from './outside.js'

/** Folders that hold nobody's plan. */
const PASSED: ReadonlySet<string> = new Set(['.git', 'node_modules', '.planning', 'dist', 'vendor'])

/** Lines that follow each other without one that found a place. */
export interface Passage extends Place {
  /** Line its last entry begins on. */
  readonly to: number
  /** How it begins. */
  readonly text: string
}

export interface Imported {
  readonly outside: Outside
  readonly files: readonly string[]
  /** What the format has no place for, in the order of the files. */
  readonly left: readonly Passage[]
}

function filesBelow(view: View, folder: string): readonly string[] {
  return view.list(folder).flatMap(({ name, kind }) => {
    const path = folder === '.' ? name : `${folder}/${name}`
    if (kind === 'directory') return PASSED.has(name) ? [] : filesBelow(view, path)
    return kind === 'file' ? [path] : []
  })
}

/** Lines of what is no Markdown; a JSON file is one piece. */
function piecesOf(text: string, path: string): readonly Entry[] {
  const lines = path.endsWith('.json') ? [text] : text.split('\n')
  return lines.flatMap((line, index) =>
    line.trim() === ''
      ? []
      : [{ kind: 'text', level: 0, text: line.trim(), box: null, path, line: index + 1, above: [] } as const],
  )
}

/** Null where nothing of this kind lies there. */
export function readOutside(view: View, id: FormatId, path: string): Imported | null {
  const format = FORMATS[id]
  const root = path === '' ? '.' : path
  const paths = (view.source(root) === null ? filesBelow(view, root) : [root]).filter(format.holds)
  const files = new Map<string, readonly Entry[]>()
  for (const file of paths) {
    const source = view.source(file)
    if (source === null || source.text === null) continue
    files.set(file, file.endsWith('.md') ? outlineOf(source, file) : piecesOf(source.text, file))
  }
  const taken = new Set<Entry>()
  const outside = format.read({
    files,
    take(entry) {
      taken.add(entry)
      return entry.text
    },
  })
  const isNothing = [outside.phases, outside.requirements, outside.works].every(({ length }) => length === 0)
  if (isNothing) return null
  const left = [...files.values()].flatMap((entries) => passagesIn(entries, taken))
  return { outside, files: [...files.keys()], left }
}

function passagesIn(entries: readonly Entry[], taken: ReadonlySet<Entry>): readonly Passage[] {
  const found: Passage[] = []
  let isOpen = false
  for (const entry of entries) {
    const last = found.at(-1)
    if (taken.has(entry)) isOpen = false
    else if (entry.kind === 'heading') continue
    else if (isOpen && last !== undefined) found.splice(-1, 1, { ...last, to: entry.line })
    else {
      found.push({ path: entry.path, line: entry.line, to: entry.line, text: entry.text })
      isOpen = true
    }
  }
  return found
}
