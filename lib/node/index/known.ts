// What was found out about single files, each under its stamp: digests, listings, and what readers noted by a name. A file that has its stamp still is not
// opened unless somebody asks for its text. A cache and nothing else: whatever is wrong with it, files are read.
import { hostname } from 'node:os'
import type { Entry, Source, Tree } from '../../ports.js'
import { isFields } from '../../std/fields.js'
import { parentOf } from '../../std/paths.js'
import { isAbout, openKept, putKept } from './kept.js'
import { LazySource } from './lazy-source.js'
import type { Place } from './place.js'
import {
  isOlder,
  isSame,
  joined,
  kindAt,
  NO_STAMPS,
  STAMP_WORDS,
  Stamper,
  type Stamps,
  sizeAt,
  split,
} from './stamps.js'

/** What a reader noted about a file or the files of a folder, by name. JSON. */
type Notes = Record<string, unknown>

/** A line of what was kept: it counts as long as all its paths have the stamps that stand at these places. The first is what it is about, the others are the files in it. */
interface Known {
  readonly at: number
  readonly paths: readonly string[]
  /** JSON of a `Folder` or of notes, read when it is asked for. */
  readonly line: string
}

interface Folder {
  readonly entries: readonly Entry[]
  /** About the files in it. */
  readonly notes: Notes
}

/** What this call saw or found out. `fresh`: some of it is new. */
interface Seen<What> {
  readonly what: What
  readonly kept: Known | null
  fresh: boolean
}

/**
 * New facts from which on writing them is worth its time: so many files or folders, or one in a large document; files from which on reading them is; folders from which on the
 * stamps of all files are taken together.
 */
const WORTH = { files: 32, document: 1 << 15, opening: 128, folders: 16 } as const

interface Asked {
  readonly place: Place
  readonly call: string
  /** When the call began, by the system's clock, milliseconds; and the caller's clock. */
  readonly begun: number
  readonly at: number
  /** Absolute paths: the program, because another one may read files otherwise, and whose seals and words count. */
  readonly outside: readonly string[]
  readonly stamper: Stamper
  /** Whatever is new is written. */
  readonly always: boolean
  /** Whether a file may be known: those that are about to be changed are read. */
  readonly mayKnow: (path: string) => boolean
}

interface Opened {
  readonly stamps: Stamps
  readonly paths: readonly string[]
  readonly lines: ReadonlyMap<string, Known>
  /** What lies outside, as it was when this was opened. */
  readonly outside: Stamps
}

export class KnownFiles {
  readonly #asked: Asked
  #opened: Opened | null = null
  readonly #files = new Map<string, Seen<Notes>>()
  readonly #listed = new Map<string, Seen<Folder>>()
  #large = false
  #little = 0
  #hasLinks = false

  constructor(asked: Asked) {
    this.#asked = asked
  }

  get #known(): Opened {
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
      list: (directory) =>
        this.#isLittle([directory]) ? tree.list(directory) : this.#folder(directory, tree).what.entries,
      read: (paths) => this.#read(paths, tree),
      digests: (paths, word) => tree.digests?.(paths, word) ?? [],
      known: (directory, name, make) => this.#about(directory, name, make, tree),
      knows: (directory, name) =>
        !this.#isLittle([directory]) && Object.hasOwn(this.#folder(directory, tree).what.notes, name),
    }
  }

  #folder(directory: string, tree: Tree): Seen<Folder> {
    const seen = this.#listed.get(directory) ?? this.#keptFolder(directory)
    if (seen !== null) return seen
    const found = { what: { entries: tree.list(directory), notes: {} }, kept: null, fresh: true }
    this.#listed.set(directory, found)
    return found
  }

  #keptFolder(directory: string): Seen<Folder> | null {
    const kept = this.#known.lines.get(directory)
    if (kept === undefined || !this.#asked.stamper.isPlain(directory)) return null
    // From here on all of them are asked for.
    if (this.#listed.size === WORTH.folders) this.#asked.stamper.takeAhead(this.#known.paths)
    if (!this.#isSame(kept, 0)) return null
    const what = parsed(kept.line)
    if (!isFields(what) || !Array.isArray(what['entries']) || !isFields(what['notes'])) return null
    const isWhole = kept.paths.every((_, index) => this.#isSame(kept, index))
    const folder = { entries: what['entries'] as readonly Entry[], notes: isWhole ? what['notes'] : {} }
    const seen = { what: folder, kept: isWhole ? kept : null, fresh: !isWhole }
    this.#listed.set(directory, seen)
    return seen
  }

  #about<T>(directory: string, name: string, make: () => T, tree: Tree): T {
    if (this.#isLittle([directory])) return make()
    const seen = this.#folder(directory, tree)
    const { entries, notes } = seen.what
    // What lies deeper, or elsewhere, would be no ground of it.
    if (entries.length === 0 || entries.some(({ kind }) => kind !== 'file')) return make()
    if (Object.hasOwn(notes, name)) return notes[name] as T
    const made = make()
    notes[name] = made
    seen.fresh = true
    return made
  }

  #read(paths: readonly string[], tree: Tree): readonly (Source | null)[] {
    const { mayKnow } = this.#asked
    if (!paths.every(mayKnow))
      return paths.length === 1 ? tree.read(paths) : paths.flatMap((path) => this.#read([path], tree))
    if (this.#isLittle(paths)) return tree.read(paths)
    this.#asked.stamper.takeAhead(paths)
    const notes = paths.map((path) => this.#notes(path))
    const found = tree.read(paths.filter((_, index) => notes[index] === null))
    let next = 0
    return paths.map((path, index) => {
      const known = notes[index] ?? null
      const source = known === null ? (found[next++] ?? null) : null
      if (known === null && source === null) return null
      // A file that was let go of is read again; what was found out about it stays.
      return this.#source(path, source, tree, known ?? this.#files.get(path) ?? { what: {}, kept: null, fresh: false })
    })
  }

  #source(path: string, source: Source | null, tree: Tree, seen: Seen<Notes>): Source {
    this.#files.set(path, seen)
    const before = () => {
      const what = parsed(this.#known.lines.get(path)?.line ?? '')
      return isFields(what) ? what : {}
    }
    return new KnownSource(path, source, tree, seen.what, before, (length) => {
      seen.fresh = true
      this.#large ||= length > WORTH.document
    })
  }

  /** What is known about a file that is as it was; null where nothing is. */
  #notes(path: string): Seen<Notes> | null {
    const seen = this.#files.get(path)
    if (seen !== undefined) return seen.kept === null ? null : seen
    const kept = this.#known.lines.get(path)
    if (kept === undefined || !this.#asked.stamper.isPlain(parentOf(path)) || !this.#isSame(kept, 0)) return null
    const what = parsed(kept.line)
    return isFields(what) ? { what, kept, fresh: false } : null
  }

  /** Whether the path at that place of the line has the stamp that it had. */
  #isSame({ paths, at }: Known, index: number): boolean {
    try {
      return this.#asked.stamper.has(paths[index] as string, this.#known.stamps, at + index)
    } catch {
      return false
    }
  }

  /** Writes what is new down, if it is much. */
  keep(): void {
    const { always } = this.#asked
    const seen = [...this.#listed, ...this.#files]
    const fresh = seen.filter(([, { fresh }]) => fresh).length
    if (this.#hasLinks || fresh === 0 || !(always || this.#large || fresh >= WORTH.files)) return
    try {
      const outside = this.#settledOutside()
      if (outside === null) return
      const lines = new Map<string, Line>()
      // A call that looked at most of the tree says what is left of it.
      const isPart = this.#opened !== null && seen.length < this.#opened.lines.size / 2
      if (this.#opened !== null)
        for (const [path, known] of this.#opened.lines)
          if (isPart || isUnchanged(this.#listed.get(path)) || isUnchanged(this.#files.get(path)))
            lines.set(path, known)
      const news = this.#news()
      this.#asked.stamper.takeAhead([...news.values()].flatMap(({ paths }) => paths))
      for (const [path, line] of news)
        if (this.#isSettled(line)) lines.set(path, line)
        else lines.delete(path)
      this.#put(lines, outside)
    } catch {
      // The next call reads the files.
    }
  }

  #news(): ReadonlyMap<string, Line> {
    const news = new Map<string, Line>()
    for (const [path, { what, fresh }] of this.#listed)
      if (fresh && what.entries.length > 0) {
        const isNoted = Object.keys(what.notes).length > 0
        const inside = isNoted ? what.entries.map(({ name }) => `${path}/${name}`) : []
        news.set(path, { paths: [path, ...inside], line: () => JSON.stringify(what) })
      }
    for (const [path, { what, fresh }] of this.#files)
      if (fresh) news.set(path, { paths: [path], line: () => JSON.stringify(what) })
    return news
  }

  /** What was read is of these stamps: they are the ones that were kept before, or older than the call. */
  #isSettled({ paths }: Line): boolean {
    const [about = ''] = paths
    const { stamper, begun } = this.#asked
    const before = this.#opened?.lines.get(about)
    const isFolder = this.#listed.has(about)
    if (about === '.' || !this.#asked.stamper.isPlain(parentOf(about))) return false
    return paths.every((path, index) => {
      const isOf = stamper.isOlder(path, begun) || (before?.paths[index] === path && this.#isSame(before, index))
      return isOf && !path.includes('\0') && stamper.kindOf(path) === (isFolder && index === 0 ? 'folder' : 'file')
    })
  }

  /** Null where something outside is not as it was when the call began. */
  #settledOutside(): Stamps | null {
    const { outside, begun } = this.#asked
    const stamps = new Stamper('').all(outside)
    const isSettled = outside.every((_, index) => kindAt(stamps, index) === 'absent' || isOlder(stamps, index, begun))
    const isAsOpened = this.#opened === null || isSame(stamps, this.#opened.outside)
    return isSettled && isAsOpened ? stamps : null
  }

  #stampsOf({ at, paths }: Known): Stamps {
    return this.#known.stamps.subarray(at * STAMP_WORDS, (at + paths.length) * STAMP_WORDS)
  }

  #put(lines: ReadonlyMap<string, Line>, outsideStamps: Stamps): void {
    const { place, call, at, outside, stamper } = this.#asked
    const paths = [...lines.values()].flatMap((line) => line.paths)
    const stamps = new Uint32Array(paths.length * STAMP_WORDS)
    let index = 0
    for (const [path, line] of lines) {
      const kept = this.#opened?.lines.get(path)
      stamps.set(kept === line ? this.#stampsOf(kept) : stamper.all(line.paths), index * STAMP_WORDS)
      index += line.paths.length
    }
    putKept(place, {
      call,
      host: hostname(),
      at,
      day: null,
      grounds: {
        paths: joined(paths),
        stamps,
        folders: '',
        folderStamps: NO_STAMPS,
        outside: joined(outside),
        outsideStamps,
      },
      answer: linesOf(lines.values()),
    })
  }
}

/** A line that is to be kept; what is new is put into words when it is written. */
interface Line extends Pick<Known, 'paths'> {
  readonly line: string | (() => string)
}

function* linesOf(lines: Iterable<Line>): Generator<string> {
  let between = ''
  for (const { paths, line } of lines) {
    yield `${between}${paths.length} ${typeof line === 'string' ? line : line()}`
    between = '\n'
  }
}

const isUnchanged = (seen: Seen<unknown> | undefined): boolean => seen?.fresh === false

const nothing = (outside: Stamps): Opened => ({ stamps: NO_STAMPS, paths: [], lines: new Map(), outside })

/** Nothing where the entry is missing, damaged, of another program or of another machine. */
function knownIn({ place, call, at, outside }: Asked): Opened {
  const now = new Stamper('').all(outside)
  const kept = openKept(place)
  if (kept === null || !isAbout(kept, call, { at, day: '' })) return nothing(now)
  const { stamps, outside: beyond, outsideStamps } = kept.grounds
  if (beyond !== joined(outside) || !isSame(now, outsideStamps)) return nothing(now)
  const paths = split(kept.grounds.paths)
  const lines = new Map<string, Known>()
  let next = 0
  for (const line of kept.answer.split('\n')) {
    const count = Number.parseInt(line, 10)
    const own = paths.slice(next, next + count)
    if (!(count > 0) || own.length !== count) return nothing(now)
    lines.set(own[0] as string, { at: next, paths: own, line: line.slice(line.indexOf(' ') + 1) })
    next += count
  }
  return next === paths.length ? { stamps, paths, lines, outside: now } : nothing(now)
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

class KnownSource extends LazySource {
  readonly #notes: Notes
  readonly #before: () => Notes
  readonly #noted: (length: number) => void

  constructor(
    path: string,
    source: Source | null,
    tree: Tree,
    notes: Notes,
    before: () => Notes,
    noted: (length: number) => void,
  ) {
    super(path, source, tree)
    this.#notes = notes
    this.#before = before
    this.#noted = noted
  }

  before<T>(name: string): T | undefined {
    return this.#before()[name] as T | undefined
  }

  known<T>(name: string, make: () => T): T {
    if (Object.hasOwn(this.#notes, name)) return this.#notes[name] as T
    const made = make()
    this.#notes[name] = made
    this.#noted(this.unread ? 0 : (this.text?.length ?? 0))
    return made
  }
}
