// Lays texts over the files of a project without changing the files.
import type { Source, Tree } from '../../ports.js'

export type Overlaid = string | Source | null

/** Returns `files` with these texts or sources; null hides a file. A folder is hidden if nothing is left in it. */
export function withOverlay(
  files: Tree,
  texts: ReadonlyMap<string, Overlaid>,
  toSource: (path: string, text: string) => Source,
): Tree {
  return {
    list(directory) {
      const entries = new Map(files.list(directory).map((entry) => [entry.name, entry]))
      const reducedFolders = new Set<string>()
      for (const [path, text] of texts) {
        if (!path.startsWith(`${directory}/`)) continue
        const [name = '', ...below] = path.slice(directory.length + 1).split('/')
        const isFile = below.length === 0
        if (text !== null) entries.set(name, { name, kind: isFile ? 'file' : 'directory' })
        else if (isFile) entries.delete(name)
        else reducedFolders.add(name)
      }
      for (const name of reducedFolders)
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
