// Answers that were kept, each with the stamps of all it rests on: one counts as long as every stamp is what it was. A cache and nothing else: whatever is
// wrong with it, the answer is made again.
import { closeSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { plainFile } from '../plain-file.js'
import { decode, encode, type Grounds, type Keeping, type Kept } from './entry.js'
import { isOwnFolder } from './own-folder.js'
import type { Place } from './place.js'
import {
  isOlder,
  isSame,
  joined,
  type Kind,
  kindAt,
  STAMP_WORDS,
  Stamper,
  type Stamps,
  split,
  stampsIn,
  type Whole,
  withoutChanges,
} from './stamps.js'
import type { Watch } from './watch.js'

/** An entry of a tree of five thousand phases has five million bytes. */
const MOST_BYTES = 256 * 1024 * 1024

/** Entries of a project, and projects, beyond which the oldest go. */
const MOST = { entries: 16, projects: 64 } as const

export interface Now {
  /** The caller's clock, milliseconds. */
  readonly at: number
  readonly day: string
}

/** What lies there, if this user wrote it and it is whole. */
export function openKept(place: Place): Kept | null {
  if (!isOwnFolder(place.all) || !isOwnFolder(place.project)) return null
  const found = plainFile(place.file, { most: MOST_BYTES })
  if (typeof found === 'string' || (process.getuid !== undefined && found.stat.uid !== process.getuid())) return null
  return decode(found.bytes)
}

/** Puts it there in one step; the oldest beyond the limits go. */
export function putKept(place: Place, kept: Keeping): void {
  mkdirSync(place.project, { recursive: true, mode: 0o700 })
  if (!isOwnFolder(place.all) || !isOwnFolder(place.project)) return
  const fresh = `${place.file}.${process.pid}`
  rmSync(fresh, { force: true })
  try {
    write(fresh, kept)
    renameSync(fresh, place.file)
  } catch (error) {
    // A disk that is full would keep half of it, from every call one.
    rmSync(fresh, { force: true })
    throw error
  }
  dropOldest(place.project, MOST.entries)
  dropOldest(place.all, MOST.projects)
}

function write(path: string, kept: Keeping): void {
  const file = openSync(path, 'wx', 0o600)
  const write = (bytes: Uint8Array, at: number | null) => {
    for (let done = 0; done < bytes.length; )
      done += writeSync(file, bytes, done, bytes.length - done, at === null ? null : at + done)
  }
  try {
    encode(kept, { write: (bytes) => write(bytes, null), patch: write })
  } finally {
    closeSync(file)
  }
}

/** The answer to the call, if all it rests on is as it was; its JSON. */
export function findKept(place: Place, call: string, now: Now, stamper: Stamper): string | null {
  try {
    const kept = openKept(place)
    return kept !== null && isAbout(kept, call, now) && stands(kept.grounds, stamper) ? kept.answer : null
  } catch {
    return null
  }
}

export const isAbout = (kept: Kept, call: string, now: Now): boolean =>
  kept.call === call &&
  kept.host === hostname() &&
  // A clock that was set back makes stamps come again.
  kept.at <= now.at &&
  (kept.day === null || kept.day === now.day)

function stands(grounds: Grounds, stamper: Stamper): boolean {
  const { paths, stamps, folders, folderStamps, outside, outsideStamps } = grounds
  return (
    isSame(withoutChanges(stamper.all(split(folders))), folderStamps) &&
    new Stamper('').have(outside, outsideStamps) &&
    stamper.have(paths, stamps)
  )
}

interface Answered {
  readonly place: Place
  readonly call: string
  readonly root: string
  readonly watch: Watch
  /** Absolute paths. */
  readonly outside: readonly string[]
  /** Below the root; an answer that is kept was given while nothing lay in them. */
  readonly empty: readonly string[]
  /** When the answer was begun, by the system's clock, milliseconds. */
  readonly begun: number
  readonly at: number
  readonly answer: unknown
}

/** Keeps the answer, if stamps can say when it holds no more. */
export function keep(
  { place, call, root, watch, outside, empty, begun, at, answer }: Answered,
  stamper: Stamper,
): void {
  try {
    const grounds = groundsOf(root, watch, outside, empty, begun, stamper)
    if (grounds === null) return
    putKept(place, { call, host: hostname(), at, day: watch.day, grounds, answer: [JSON.stringify(answer)] })
  } catch {
    // The next call makes the answer again.
  }
}

function dropOldest(folder: string, most: number): void {
  const names = readdirSync(folder)
  if (names.length <= most) return
  const aged = names.map((name) => ({
    path: join(folder, name),
    at: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }))
  for (const { path } of aged.sort((a, b) => b.at - a.at).slice(most)) rmSync(path, { recursive: true, force: true })
}

/** What was looked at as it lies there now; null where that may not be what was read, or where a stamp does not tell. */
function groundsOf(
  root: string,
  { files, folders: listed, isFleeting }: Pick<Watch, 'files' | 'folders' | 'isFleeting'>,
  outside: readonly string[],
  empty: readonly string[],
  begun: number,
  stamper: Stamper,
): Grounds | null {
  if (isFleeting) return null
  const asked = [...new Set([...files.keys(), ...listed.keys(), ...empty])]
  const { whole } = stamper
  const above = [...(whole?.above ?? [])].map((folder) => `${folder}/`)
  const between = [...foldersAbove([...above, ...asked])].filter((path) => !listed.has(path))
  if ([...asked, ...outside].some((path) => path.includes('\n'))) return null
  const own = { paths: joined(asked), stamps: stamper.all(asked) }
  const folders = { folders: joined(between), folderStamps: stamper.all(between) }
  const beyond = { outside: joined(outside), outsideStamps: new Stamper('').all(outside) }
  const isSettled = (stamps: Stamps, index: number, kind: Kind): boolean =>
    kind === 'absent' || isOlder(stamps, index, begun)
  const isAsSeen = asked.every((path, index) => {
    const kind = kindAt(own.stamps, index)
    return isSettled(own.stamps, index, kind) && fits(kind, files.get(path), listed.get(path))
  })
  const isPlain = outside.every((_, index) => {
    const kind = kindAt(beyond.outsideStamps, index)
    return isSettled(beyond.outsideStamps, index, kind) && (kind === 'file' || kind === 'absent')
  })
  const isStraight = between.every((_, index) => ['folder', 'absent'].includes(kindAt(folders.folderStamps, index)))
  if (!isAsSeen || !isPlain || !isStraight || !empty.every((path) => isEmpty(join(root, path)))) return null
  // First, so that whoever knows these folders finds their stamps where the answer does not hold.
  const all = whole === null ? own : behind(whole, asked, own.stamps)
  return { ...all, ...folders, folderStamps: withoutChanges(folders.folderStamps), ...beyond }
}

/** What was asked for behind what was compared in one piece; no path is looked at twice that had one stamp both times. */
function behind(whole: Whole, asked: readonly string[], stamps: Stamps): Pick<Grounds, 'paths' | 'stamps'> {
  const places = new Map(split(whole.paths).map((path, index) => [path, index]))
  const isTold = (path: string, index: number): boolean => {
    const place = places.get(path)
    return place !== undefined && isSame(stampsIn(whole.stamps, place, 1), stampsIn(stamps, index, 1))
  }
  const rest = [...asked.keys()].filter((index) => !isTold(asked[index] as string, index))
  const both = new Uint32Array(whole.stamps.length + rest.length * STAMP_WORDS)
  both.set(whole.stamps)
  for (const [at, index] of rest.entries()) both.set(stampsIn(stamps, index, 1), whole.stamps.length + at * STAMP_WORDS)
  return { paths: joined([...split(whole.paths), ...rest.map((index) => asked[index] as string)]), stamps: both }
}

/** `read`, `filled`: whether a file was found there, whether a listing named something; undefined: nobody asked. */
function fits(kind: Kind, read: boolean | undefined, filled: boolean | undefined): boolean {
  if (kind === 'file') return read === true && filled !== true
  if (kind === 'folder') return read !== true
  return kind === 'absent' && read !== true && filled !== true
}

function foldersAbove(paths: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  let last = ''
  for (const path of paths) {
    let end = path.lastIndexOf('/')
    // Files of one folder stand together.
    if (end === last.length && path.startsWith(last)) continue
    last = path.slice(0, Math.max(end, 0))
    for (; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end)
      if (found.has(folder)) break
      found.add(folder)
    }
  }
  return found
}

const isEmpty = (folder: string): boolean => {
  try {
    return readdirSync(folder).length === 0
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}
