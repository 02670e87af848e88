// Lays texts over the files of a project, without touching any.
import type { Entry, Source, Tree } from '../../ports.js'
import { once } from '../../std/once.js'

type Laid = string | Source | null

/** What a text makes of a name in a folder. */
interface Mark {
  readonly name: string
  readonly kind: Entry['kind']
  /** It hides a file, or something below a folder. */
  readonly hides: boolean
}

/** The files of a project with texts over them. */
export interface Overlaid extends Tree {
  /** Whether one of the texts lies in that folder, however deep. */
  isLaid(directory: string): boolean
}

/** `files` with the given texts or sources in place of theirs; null hides a file, and with its last one a folder. */
export function layOver(
  files: Tree,
  texts: ReadonlyMap<string, Laid>,
  toSource: (path: string, text: string) => Source,
): Overlaid {
  const laid = once(() => marksIn(texts))
  return {
    isLaid: (directory) => laid().has(directory),
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
    digests: (paths, words) => {
      const digests = files.digests?.(paths, words) ?? []
      return paths.map((path, index) => (texts.has(path) ? undefined : digests[index]))
    },
  }
}

/** By folder, in the order of the texts: one change may lay thousands, and each folder is asked for what lies in it. */
function marksIn(texts: ReadonlyMap<string, Laid>): ReadonlyMap<string, readonly Mark[]> {
  const found = new Map<string, Mark[]>()
  for (const [path, text] of texts) {
    const hides = text === null
    let kind: Entry['kind'] = 'file'
    let end = path.length
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const [folder, name] = [path.slice(0, slash), path.slice(slash + 1, end)]
      const marks = found.get(folder) ?? []
      if (marks.length === 0) found.set(folder, marks)
      const last = marks.at(-1)
      // Files of one folder stand together.
      if (last?.name !== name || last.kind !== kind || last.hides !== hides) marks.push({ name, kind, hides })
      kind = 'directory'
      end = slash
    }
  }
  return found
}
