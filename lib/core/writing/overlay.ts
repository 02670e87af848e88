// Lays texts over the files of a project, without touching any.
import type { Entry, Source, Tree } from '../../ports.js'

/** `files` with the given texts or sources in place of theirs; null hides a file, and with its last one a folder. */
export function layOver(
  files: Tree,
  texts: ReadonlyMap<string, string | Source | null>,
  toSource: (path: string, text: string) => Source,
): Tree {
  return {
    list(directory) {
      const laid = [...texts].filter(([path]) => path.startsWith(`${directory}/`))
      if (laid.length === 0) return files.list(directory)
      const entries = new Map(files.list(directory).map((entry) => [entry.name, entry]))
      const thinned = new Set<string>()
      for (const [path, text] of laid) {
        const [name, ...deeper] = path.slice(directory.length + 1).split('/') as [string, ...string[]]
        const entry: Entry = { name, kind: deeper.length > 0 ? 'directory' : 'file' }
        if (text !== null) entries.set(name, entry)
        else if (deeper.length === 0) entries.delete(name)
        else thinned.add(name)
      }
      for (const name of thinned)
        if (entries.get(name)?.kind === 'directory' && this.list(`${directory}/${name}`).length === 0)
          entries.delete(name)
      return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    read(paths) {
      const asked = paths.filter((path) => !texts.has(path))
      const found = new Map(asked.map((path, index) => [path, index]))
      const sources = files.read(asked)
      return paths.map((path) => {
        const text = texts.get(path)
        if (typeof text === 'string') return toSource(path, text)
        return text === undefined ? (sources[found.get(path) as number] ?? null) : text
      })
    },
    digests: (paths, word) => {
      const digests = files.digests?.(paths, word) ?? []
      return paths.map((path, index) => (texts.has(path) ? undefined : digests[index]))
    },
  }
}
