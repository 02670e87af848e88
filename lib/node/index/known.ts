// What was found out about single files, each under its stamp: digests, listings, and what readers noted by a name. A file that has its stamp still is not
// opened unless somebody asks for its text. A cache and nothing else: whatever is wrong with it, files are read.
import { hostname } from 'node:os'
import { GsdError } from '../../errors.js'
import type { Entry, Source, Spans, Tree } from '../../ports.js'
import { isFields } from '../../std/fields.js'
import { parentOf } from '../../std/paths.js'
import type { Kept } from './entry.js'
import { isAbout, openKept, putKept } from './kept.js'
import type { Place } from './place.js'
import {
  isOlder,
  isStamp,
  joined,
  kindAt,
  NO_STAMPS,
  STAMP_WORDS,
  Stamper,
  type Stamps,
  sizeAt,
  stampAt,
} from './stamps.js'

/** What a reader noted about a file, by name. JSON. */
type Notes = Record<string, unknown>

interface Known {
  readonly stamp: Stamps
  /** JSON of a listing or of notes, read when it is asked for. */
  readonly line: string
}

/** What this call saw or found out. `fresh`: some of it is new. */
interface Seen {
  readonly what: readonly Entry[] | Notes
  readonly kept: Known | null
  fresh: boolean
}

/** New facts from which on writing them is worth its time: so many files, or one in a large document; and files from which on reading them is. */
const WORTH = { files: 32, document: 1 << 15, opening: 128 } as const

const DIGEST = 'sha256'

interface Asked {
  readonly place: Place
  readonly call: string
  /** When the call began, by the system's clock, milliseconds; and the caller's clock. */
  readonly begun: number
  readonly at: number
  /** The program: another one may read files otherwise. */
  readonly script: string
  readonly stamper: Stamper
  /** Whatever is new is written. */
  readonly always: boolean
}

export class KnownFiles {
  readonly #asked: Asked
  #opened: ReadonlyMap<string, Known> | null = null
  readonly #seen = new Map<string, Seen>()
  /** Whether a folder is one, not a link, and lies in such folders; whether nothing came into it or left it. */
  readonly #folders = new Map<string, 'same' | 'plain' | 'other'>()
  #large = false
  #little = 0
  #hasLinks = false

  constructor(asked: Asked) {
    this.#asked = asked
  }

  get #known(): ReadonlyMap<string, Known> {
    this.#opened ??= knownIn(this.#asked)
    return this.#opened
  }

  /** Whether this is about so little that to open what is known about thousands would cost more than it saves. */
  #isLittle(paths: readonly string[]): boolean {
    if (this.#opened !== null || this.#asked.always) return false
    this.#little += paths.length
    return this.#little <= WORTH.opening && !paths.some((path) => this.#sizeOf(path) > WORTH.document)
  }

  #sizeOf(path: string): number {
    try {
      return sizeAt(this.#asked.stamper.of(path), 0)
    } catch {
      return 0
    }
  }

  /** A link is there: what it leads to has no stamp here. */
  readonly spoil = (): void => {
    this.#hasLinks = true
  }

  over(tree: Tree): Tree {
    return {
      list: (directory) => this.#list(directory, tree),
      read: (paths) => this.#read(paths, tree),
      digests: (paths, word) => {
        this.#asked.stamper.takeAhead(paths)
        const known = paths.map((path) => this.#notes(path)?.[`${DIGEST} without ${word}`] as string | undefined)
        const rest = paths.filter((_, index) => known[index] === undefined)
        const found = tree.digests?.(rest, word)
        let next = 0
        return known.map((digest) => digest ?? found?.[next++])
      },
    }
  }

  #list(directory: string, tree: Tree): readonly Entry[] {
    if (this.#isLittle([directory])) return tree.list(directory)
    const kept = this.#folder(directory) === 'same' ? this.#known.get(directory) : undefined
    const names = kept === undefined ? null : entriesIn(kept.line)
    if (names !== null) {
      this.#seen.set(directory, { what: names, kept: kept ?? null, fresh: false })
      return names
    }
    const found = tree.list(directory)
    if (found.length > 0) this.#seen.set(directory, { what: found, kept: null, fresh: true })
    return found
  }

  #read(paths: readonly string[], tree: Tree): readonly (Source | null)[] {
    if (this.#isLittle(paths)) return tree.read(paths)
    this.#asked.stamper.takeAhead(paths)
    const notes = paths.map((path) => this.#notes(path))
    const found = tree.read(paths.filter((_, index) => notes[index] === null))
    let next = 0
    return paths.map((path, index) => {
      const known = notes[index] ?? null
      const source = known === null ? (found[next++] ?? null) : null
      if (known === null && source === null) return null
      const seen = known === null ? undefined : this.#seen.get(path)
      return this.#source(path, source, tree, seen ?? { what: {}, kept: null, fresh: true })
    })
  }

  #source(path: string, source: Source | null, tree: Tree, seen: Seen): Source {
    this.#seen.set(path, seen)
    return new KnownSource(path, source, tree, seen.what as Notes, (length) => {
      seen.fresh = true
      this.#large ||= length > WORTH.document
    })
  }

  /** What is known about a file that is as it was; null where nothing is. */
  #notes(path: string): Notes | null {
    const seen = this.#seen.get(path)
    if (seen !== undefined) return seen.kept === null ? null : (seen.what as Notes)
    const kept = this.#known.get(path)
    if (kept === undefined || this.#folder(parentOf(path)) === 'other' || !this.#isSame(path, kept)) return null
    const what = parsed(kept.line)
    if (!isFields(what)) return null
    this.#seen.set(path, { what, kept, fresh: false })
    return what
  }

  #isSame(path: string, { stamp }: Known): boolean {
    try {
      return isStamp(stamp, this.#asked.stamper.of(path))
    } catch {
      return false
    }
  }

  #folder(path: string): 'same' | 'plain' | 'other' {
    const known = this.#folders.get(path)
    if (known !== undefined) return known
    const parent = path === '' || path === '.' ? 'plain' : this.#folder(parentOf(path))
    const found = parent === 'other' ? 'other' : this.#look(path)
    this.#folders.set(path, found)
    return found
  }

  #look(path: string): 'same' | 'plain' | 'other' {
    if (path === '' || path === '.') return 'plain'
    try {
      const stamp = this.#asked.stamper.of(path)
      if (kindAt(stamp, 0) !== 'folder') return 'other'
      const kept = this.#known.get(path)
      return kept !== undefined && isStamp(kept.stamp, stamp) ? 'same' : 'plain'
    } catch {
      return 'other'
    }
  }

  /** Writes what is new down, if it is much. */
  keep(): void {
    const fresh = [...this.#seen].filter(([, { fresh }]) => fresh)
    if (this.#hasLinks || fresh.length === 0 || !(this.#asked.always || this.#large || fresh.length >= WORTH.files))
      return
    try {
      const { place, call, begun, at, script, stamper } = this.#asked
      const lines = new Map<string, Known>()
      // A call that looked at most of the tree says what is left of it.
      if (this.#seen.size < this.#known.size / 2) for (const [path, kept] of this.#known) lines.set(path, kept)
      for (const [path, { kept, fresh: isNew }] of this.#seen) if (kept !== null && !isNew) lines.set(path, kept)
      for (const [path, { what, kept }] of fresh) {
        const stamp = stamper.of(path)
        const isPlain = path !== '.' && !path.includes('\0') && this.#folder(parentOf(path)) !== 'other'
        const isKind = kindAt(stamp, 0) === (Array.isArray(what) ? 'folder' : 'file')
        // What was read is of that stamp: it is the one that the file had before, or older than the call.
        const isOf = kept === null ? isOlder(stamp, 0, begun) : isStamp(kept.stamp, stamp)
        if (isPlain && isKind && isOf) lines.set(path, { stamp, line: JSON.stringify(what) })
        else lines.delete(path)
      }
      putKept(place, bytesOf(lines, { call, at, script }))
    } catch {
      // The next call reads the files.
    }
  }
}

function bytesOf(lines: ReadonlyMap<string, Known>, { call, at, script }: Pick<Asked, 'call' | 'at' | 'script'>): Kept {
  const stamps = new BigInt64Array(lines.size * STAMP_WORDS)
  let index = 0
  for (const { stamp } of lines.values()) stamps.set(stamp, STAMP_WORDS * index++)
  return {
    call,
    host: hostname(),
    at,
    day: null,
    grounds: {
      paths: joined([...lines.keys()]),
      stamps,
      folders: '',
      folderStamps: NO_STAMPS,
      outside: script,
      outsideStamps: new Stamper('').all(script),
    },
    answer: [...lines.values()].map(({ line }) => line).join('\n'),
  }
}

/** Nothing where the entry is missing, damaged, of another program or of another machine. */
function knownIn({ place, call, at, script }: Asked): ReadonlyMap<string, Known> {
  const known = new Map<string, Known>()
  const kept = openKept(place)
  if (kept === null || !isAbout(kept, call, { at, day: '' })) return known
  const { paths, stamps, outside, outsideStamps } = kept.grounds
  const names = paths.split('\0')
  const lines = kept.answer.split('\n')
  if (outside !== script || !new Stamper('').have(outside, outsideStamps) || lines.length !== names.length) return known
  names.forEach((path, index) => {
    known.set(path, { stamp: stampAt(stamps, index), line: lines[index] as string })
  })
  return known
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function entriesIn(line: string): readonly Entry[] | null {
  const found = parsed(line)
  return Array.isArray(found) ? found : null
}

/** A file about which something may be known: it is read when its text is asked for. */
class KnownSource implements Source {
  readonly path: string
  #source: Source | null
  readonly #tree: Tree
  readonly #notes: Notes
  readonly #noted: (length: number) => void

  constructor(path: string, source: Source | null, tree: Tree, notes: Notes, noted: (length: number) => void) {
    this.path = path
    this.#source = source
    this.#tree = tree
    this.#notes = notes
    this.#noted = noted
  }

  get #read(): Source {
    this.#source ??= this.#tree.read([this.path])[0] ?? null
    if (this.#source !== null) return this.#source
    throw new GsdError({ code: 'IO', message: `${this.path} went away while it was read`, fix: 'call again' })
  }

  get text(): string | null {
    return this.#read.text
  }

  get spans(): Spans {
    return this.#read.spans
  }

  get sha256(): string {
    return this.known(DIGEST, () => this.#read.sha256)
  }

  known<T>(name: string, make: () => T): T {
    if (Object.hasOwn(this.#notes, name)) return this.#notes[name] as T
    const made = make()
    this.#notes[name] = made
    this.#noted(this.#source?.text?.length ?? 0)
    return made
  }
}
