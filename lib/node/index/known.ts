// What was found out about single files, each under its stamp: digests, listings, and what readers noted by a name. A file that has its stamp still is not
// opened unless somebody asks for its text. A cache and nothing else: whatever is wrong with it, files are read.
import { hostname } from 'node:os'
import type { Entry, Source, Tree } from '../../ports.js'
import { parentOf } from '../../std/paths.js'
import { isAbout, openKept, putKept } from './kept.js'
import { LazySource } from './lazy-source.js'
import { Notes, parsed } from './notes.js'
import type { Place } from './place.js'
import {
  isOlder,
  isSame,
  isSameFrom,
  joined,
  kindAt,
  NO_STAMPS,
  STAMP_WORDS,
  Stamper,
  type Stamps,
  sizeAt,
  split,
  stampsIn,
  type Whole,
} from './stamps.js'

/**
 * A line of what was kept: it counts as long as all its paths have the stamps that stand at these places. The first is what it is about, the others are the files
 * in it. How many they are and how long they are together, then fields: the entries of a folder, and notes.
 */
interface Known {
  /** Of the first stamp, and of the path in the text of all paths. */
  readonly at: number
  readonly from: number
  readonly count: number
  readonly length: number
  readonly line: string
}

/** The entries and what is noted about the files in it. */
interface Folder {
  readonly entries: readonly Entry[]
  readonly notes: Notes
}

/** What this call saw or found out. `fresh`: some of it is new. */
interface Seen<What> {
  readonly what: What
  readonly kept: Known | null
  fresh: boolean
  /** Its stamps were taken together with those of others, and are what they were. */
  readonly isWhole?: boolean
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
  readonly paths: string
  readonly lines: ReadonlyMap<string, Known>
  /** Those of folders with notes, which come first, together; null: there are none. */
  readonly whole: Pick<Known, 'count' | 'length'> | null
  /** What lies outside, as it was when this was opened. */
  readonly outside: Stamps
}

export class KnownFiles {
  readonly #asked: Asked
  #opened: Opened | null = null
  /** Stamps of whole folders as they are now; undefined: nobody took them. */
  #whole: Whole | null | undefined
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
      digests: (paths, words) => tree.digests?.(paths, words) ?? [],
      known: (directory, name, make) => this.#about(directory, name, make, tree),
      knows: (directory, name) => !this.#isLittle([directory]) && this.#folder(directory, tree).what.notes.has(name),
      isWhole: (directory) => this.#listed.get(directory)?.isWhole === true,
    }
  }

  #folder(directory: string, tree: Tree): Seen<Folder> {
    const seen = this.#listed.get(directory) ?? this.#keptFolder(directory, tree)
    if (seen !== null) return seen
    const what = { entries: tree.list(directory), notes: new Notes() }
    const found = { what, kept: null, fresh: true }
    this.#listed.set(directory, found)
    return found
  }

  #keptFolder(directory: string, tree: Tree): Seen<Folder> | null {
    const kept = this.#known.lines.get(directory)
    const parent = parentOf(directory)
    if (kept === undefined || !this.#asked.stamper.isPlain(parent)) return null
    // From here on all of them are asked for.
    if (this.#whole === undefined && (this.#asked.always || this.#listed.size >= WORTH.folders)) this.#takeWhole()
    const isWhole = this.#isWhole(kept)
    if (isWhole) this.#whole?.above.add(parent)
    if (!isWhole && !this.#isSame(kept, 0)) return null
    const isKept = isWhole || pathsOf(this.#known, kept).every((_, index) => this.#isSame(kept, index))
    const what = new KeptFolder(kept.line, isKept, () => tree.list(directory))
    const seen = { what, kept: isKept ? kept : null, fresh: !isKept, isWhole }
    this.#listed.set(directory, seen)
    return seen
  }

  #takeWhole(): void {
    const { stamper, always } = this.#asked
    const { paths, whole } = this.#known
    this.#whole = null
    if (whole === null) return
    const own = paths.slice(0, whole.length)
    const stamps = stamper.block(own, whole.count) ?? (always ? stamper.all(split(own)) : null)
    if (stamps === null) return
    this.#whole = { paths: own, stamps, above: new Set() }
    stamper.whole = this.#whole
  }

  /** Whether all stamps of a line that were taken together are what they were. */
  #isWhole({ at, count }: Known): boolean {
    const now = this.#whole?.stamps
    if (now === undefined || (at + count) * STAMP_WORDS > now.length) return false
    return isSameFrom(now, this.#known.stamps, at, count)
  }

  #about<T>(directory: string, name: string, make: () => T, tree: Tree): T {
    if (this.#isLittle([directory])) return make()
    const seen = this.#folder(directory, tree)
    const { notes } = seen.what
    const found = notes.get(name)
    if (found !== undefined) return found as T
    const { entries } = seen.what
    // What lies deeper, or elsewhere, would be no ground of it.
    if (entries.length === 0 || entries.some(({ kind }) => kind !== 'file')) return make()
    const made = make()
    notes.set(name, made)
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
      return this.#source(
        path,
        source,
        tree,
        known ?? this.#files.get(path) ?? { what: new Notes(), kept: null, fresh: false },
      )
    })
  }

  #source(path: string, source: Source | null, tree: Tree, seen: Seen<Notes>): Source {
    this.#files.set(path, seen)
    const before = () => new Notes(this.#known.lines.get(path)?.line)
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
    return { what: new Notes(kept.line), kept, fresh: false }
  }

  /** Whether the path at that place of the line has the stamp that it had. */
  #isSame(known: Known, index: number): boolean {
    try {
      const path = pathsOf(this.#known, known)[index] as string
      return this.#asked.stamper.has(path, this.#known.stamps, known.at + index)
    } catch {
      return false
    }
  }

  /** Writes what is new down, if it is much. */
  keep(): void {
    const { always } = this.#asked
    const seen = [...this.#listed.values(), ...this.#files.values()]
    const fresh = seen.filter(({ fresh }) => fresh).length
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
            lines.set(path, { paths: pathsOf(this.#opened, known), text: fieldsIn(known.line), kept: known })
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
        const inside = what.notes.isEmpty ? [] : what.entries.map(({ name }) => `${path}/${name}`)
        news.set(path, {
          paths: [path, ...inside],
          text: () => `\t${JSON.stringify(what.entries)}${what.notes.text()}`,
          kept: null,
        })
      }
    for (const [path, { what, fresh }] of this.#files)
      if (fresh) news.set(path, { paths: [path], text: () => `\t${what.text()}`, kept: null })
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
      const isOf = stamper.isOlder(path, begun) || (before !== undefined && this.#isAsKept(before, index, path))
      return isOf && !path.includes('\0') && stamper.kindOf(path) === (isFolder && index === 0 ? 'folder' : 'file')
    })
  }

  #isAsKept(before: Known, index: number, path: string): boolean {
    return pathsOf(this.#known, before)[index] === path && this.#isSame(before, index)
  }

  /** Null where something outside is not as it was when the call began. */
  #settledOutside(): Stamps | null {
    const { outside, begun } = this.#asked
    const stamps = new Stamper('').all(outside)
    const isSettled = outside.every((_, index) => kindAt(stamps, index) === 'absent' || isOlder(stamps, index, begun))
    const isAsOpened = this.#opened === null || isSame(stamps, this.#opened.outside)
    return isSettled && isAsOpened ? stamps : null
  }

  #put(known: ReadonlyMap<string, Line>, outsideStamps: Stamps): void {
    const { place, call, at, outside, stamper } = this.#asked
    const all = [...known.values()]
    const lines = [...all.filter(isOfWhole), ...all.filter((line) => !isOfWhole(line))]
    const paths = lines.flatMap((line) => line.paths)
    const stamps = new Uint32Array(paths.length * STAMP_WORDS)
    let index = 0
    for (const { kept, paths } of lines) {
      const own = kept === null ? stamper.all(paths) : stampsIn(this.#known.stamps, kept.at, kept.count)
      stamps.set(own, index * STAMP_WORDS)
      index += paths.length
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
      answer: linesOf(lines),
    })
  }
}

/** A line that is to be kept; what is new is put into words when it is written. */
interface Line {
  readonly paths: readonly string[]
  /** Its fields, each behind a tab. */
  readonly text: string | (() => string)
  readonly kept: Known | null
}

const isOfWhole = ({ paths }: Line): boolean => paths.length > 1

function* linesOf(lines: Iterable<Line>): Generator<string> {
  let between = ''
  for (const { paths, text } of lines) {
    yield `${between}${paths.length} ${joined(paths).length}${typeof text === 'string' ? text : text()}`
    between = '\n'
  }
}

const fieldsIn = (line: string): string => line.slice(line.indexOf('\t'))

const pathsOf = ({ paths }: Opened, { from, length }: Known): readonly string[] =>
  split(paths.slice(from, from + length))

const isUnchanged = (seen: Seen<unknown> | undefined): boolean => seen?.fresh === false

const nothing = (outside: Stamps): Opened => ({ stamps: NO_STAMPS, paths: '', lines: new Map(), whole: null, outside })

/** Nothing where the entry is missing, damaged, of another program or of another machine. */
function knownIn({ place, call, at, outside }: Asked): Opened {
  const now = new Stamper('').all(outside)
  const kept = openKept(place)
  if (kept === null || !isAbout(kept, call, { at, day: '' })) return nothing(now)
  const { paths, stamps, outside: beyond, outsideStamps } = kept.grounds
  if (beyond !== joined(outside) || !isSame(now, outsideStamps)) return nothing(now)
  const lines = new Map<string, Known>()
  let [next, from, whole] = [0, 0, null as Opened['whole']]
  for (const line of kept.answer.split('\n')) {
    const count = Number.parseInt(line, 10)
    const length = Number.parseInt(line.slice(line.indexOf(' ')), 10)
    if (!(count > 0 && length > 0 && line.includes('\t'))) return nothing(now)
    const end = count === 1 ? from + length : paths.indexOf('\0', from)
    lines.set(paths.slice(from, end), { at: next, from, count, length, line })
    next += count
    from += length + 1
    if (count > 1) whole = { count: next, length: from - 1 }
  }
  const isAll = next * STAMP_WORDS === stamps.length && from === paths.length + 1
  return isAll ? { stamps, paths, lines, whole, outside: now } : nothing(now)
}

class KeptFolder implements Folder {
  readonly notes: Notes
  readonly #line: string
  readonly #listed: () => readonly Entry[]
  #entries: readonly Entry[] | undefined

  constructor(line: string, isKept: boolean, listed: () => readonly Entry[]) {
    this.notes = new Notes(isKept ? line : '')
    this.#line = line
    this.#listed = listed
  }

  get entries(): readonly Entry[] {
    this.#entries ??= entriesIn(this.#line) ?? this.#listed()
    return this.#entries
  }
}

function entriesIn(line: string): readonly Entry[] | null {
  const found = parsed(line.split('\t', 2)[1] ?? '')
  return Array.isArray(found) ? (found as readonly Entry[]) : null
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
    return this.#before().get(name) as T | undefined
  }

  known<T>(name: string, make: () => T): T {
    const found = this.#notes.get(name)
    if (found !== undefined) return found as T
    const made = make()
    this.#notes.set(name, made)
    this.#noted(this.unread ? 0 : (this.text?.length ?? 0))
    return made
  }
}
