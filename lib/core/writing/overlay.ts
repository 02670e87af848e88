// Lays texts over the files of a project, without touching any.
import type { Entry, Source, Tree } from '../../ports.js'
import { once } from '../../std/once.js'

type Laid = string | Source | null

/** The effect of a text on a name in a folder. */
interface Mark {
  readonly name: string
  readonly kind: Entry['kind']
  /** The text hides a file, or an entry below a folder. */
  readonly hides: boolean
}

/** `files` with these texts or sources in place; null hides a file, and its folder with the last one. */
export function layOver(
  files: Tree,
  texts: ReadonlyMap<string, Laid>,
  toSource: (path: string, text: string) => Source,
): Tree {
  const laid = once(() => marksIn(texts))
  return {
    list(directory) {
      const marks = laid().get(directory)
      if (marks === undefined) return files.list(directory)
      const entries = new Map(files.list(directory).map((entry) => [entry.name, entry]))
      const thinned = new Set<string>()
      for (const { name, kind, hides } of marks) {
        if (!hides) entries.set(name, { name, kind })
        else if (kind === 'file') entries.delete(name)
        else thinned.add(name)
      }
      for (const name of thinned)
        if (entries.get(name)?.kind === 'directory' && this.list(`${directory}/${name}`).length === 0)
          entries.delete(name)
      return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    read(path) {
      const text = texts.get(path)
      if (typeof text === 'string') return toSource(path, text)
      return text === undefined ? files.read(path) : text
    },
  }
}

/** Marks by folder, in the order of the texts. */
function marksIn(texts: ReadonlyMap<string, Laid>): ReadonlyMap<string, readonly Mark[]> {
  const found = new Map<string, Mark[]>()
  for (const [path, text] of texts) {
    const hides = text === null
    const parts = path.split('/')
    for (let depth = parts.length - 1; depth > 0; depth--) {
      const folder = parts.slice(0, depth).join('/')
      const mark: Mark = {
        name: parts[depth] as string,
        kind: depth === parts.length - 1 ? 'file' : 'directory',
        hides,
      }
      const marks = found.get(folder)
      if (marks === undefined) found.set(folder, [mark])
      else marks.push(mark)
    }
  }
  return found
}
