// Loads the chunks of a bundle without Node's own search for modules, and from compiled code where an install left some: V8's cached data,
// one file per Node version beside the bundle, only read at run time.
import { openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'

/** Name of the file for one Node, beside the bundle. */
export const codeCacheName = (bundle: string, version = process.version, arch: string = process.arch): string =>
  `${bundle}.${version}-${arch}.cache`

/** The files whose code is kept compiled. Their names hold a digest of the content, so a name is enough to know the code by. */
const KEPT = /^hot-[a-z]+-[0-9a-f]{8}\.cjs$/

/** Room of the header, so that one read gets all of it: whole numbers of four bytes. */
const HEADER = 1024
/** Bytes behind the header, and how many files it names. */
const HEAD = 2
/** Of each file: the digest in its name, where its data lies behind the header, how long that is. */
const SLOT = 3

type Compile = (name: string, source: string, filename: string) => Script

/** Files of a bundle in the order of their chunks' ids, each with the id after its last chunk. */
export type ChunkFiles = readonly (readonly [name: string, end: number])[]

/** Gives the exports of a chunk. */
export type LoadChunk = (id: number) => unknown

export interface Bundle {
  readonly name: string
  readonly folder: string
  readonly files: ChunkFiles
  /** Node's own require of the entry: making another one costs a millisecond. */
  readonly builtin: NodeJS.Require
}

type Loaders = Readonly<Record<string, () => Promise<unknown>>>

/** What a file of chunks is: a function that gives the makers of its chunks by id. */
type ChunkFile = (
  chunk: LoadChunk,
  late: (id: number) => Promise<unknown>,
  loaders: (lines: string) => Loaders,
  ofNode: (name: string) => unknown,
  builtin: NodeJS.Require,
  folder: string,
) => Readonly<Record<number, () => unknown>>

const digestIn = (name: string): number => Number.parseInt(name.slice(-12, -4), 16) | 0

const wordsIn = ({ buffer, byteOffset, length }: Uint8Array): Int32Array =>
  new Int32Array(buffer, byteOffset, length >> 2)

const fromSource: Compile = (_, source, filename) => new Script(source, { filename })

/** The second copy goes through one small piece of memory: fresh pages cost more than reading. */
function isAt(file: number, start: number, data: Buffer): boolean {
  const piece = Buffer.allocUnsafeSlow(Math.min(PIECE, data.length))
  for (let done = 0, length = 0; done < data.length; done += length) {
    length = readSync(file, piece, 0, Math.min(piece.length, data.length - done), start + done)
    if (length === 0 || piece.compare(data, done, done + length, 0, length) !== 0) return false
  }
  return true
}
const PIECE = 65_536

/**
 * What is not there whole is not used. V8 looks at the head of its data alone and crashes on what a disk has damaged behind it, so the data lies there twice:
 * to compare both takes a hundredth of the time that any sum of them would.
 */
function fromCache(path: string): Compile | null {
  try {
    const file = openSync(path, 'r')
    const header = Buffer.allocUnsafeSlow(HEADER)
    if (readSync(file, header) !== HEADER) return null
    const words = wordsIn(header)
    return (name, source, filename) => {
      const digest = digestIn(name)
      let cachedData: Buffer | undefined
      for (let at = HEAD; at < HEAD + (words[1] as number) * SLOT; at += SLOT) {
        if (words[at] !== digest) continue
        const [start, length] = [HEADER + (words[at + 1] as number), words[at + 2] as number]
        const data = Buffer.allocUnsafeSlow(length)
        if (readSync(file, data, 0, length, start) === length && isAt(file, start + length, data)) cachedData = data
      }
      return new Script(source, { filename, cachedData })
    }
  } catch {
    return null
  }
}

/** `line`: a name, the chunk, and the export of it that is promised. */
const loaderOf = (line: string, chunk: LoadChunk) => async () => {
  const [, id, member] = line.split(' ') as [string, string, string]
  return (chunk(Number(id)) as Record<string, unknown>)[member]
}

function chunkLoader(compile: Compile, { folder, files, builtin }: Bundle): LoadChunk {
  const below = join(folder, 'chunks')
  const makers = new Map<string, ReturnType<ChunkFile>>()
  const made: unknown[] = []
  const chunk: LoadChunk = (id) => (made[id] ??= make(id))
  const late = async (id: number) => chunk(id)
  const tables = new Map<string, Loaders>()
  const loaders = (lines: string): Loaders => {
    const known = tables.get(lines)
    if (known !== undefined) return known
    const made: Record<string, () => Promise<unknown>> = {}
    for (const line of lines.split('\n')) made[line.slice(0, line.indexOf(' '))] = loaderOf(line, chunk)
    tables.set(lines, made)
    return made
  }
  const parts: Record<string, unknown> = {}
  const ofNode = (name: string) => (parts[name] ??= builtin(`node:${name}`))
  const make = (id: number): unknown => {
    for (const [name, end] of files) if (id < end) return (makersIn(name)[id] as () => unknown)()
    throw new Error(`there is no chunk ${id}`)
  }
  const makersIn = (name: string) => {
    let found = makers.get(name)
    if (found === undefined) {
      const path = join(below, name)
      const file = compile(name, sourceOf(path, builtin), path).runInThisContext() as ChunkFile
      found = file(chunk, late, loaders, ofNode, builtin, below)
      makers.set(name, found)
    }
    return found
  }
  return chunk
}

/** The build writes ASCII, and compresses what few calls need. Of all ways to read a text Node has one for UTF-8 that is a single step. */
const sourceOf = (path: string, builtin: NodeJS.Require): string =>
  path.endsWith('.br')
    ? (builtin('node:zlib') as typeof import('node:zlib')).brotliDecompressSync(readFileSync(path)).toString('latin1')
    : readFileSync(path, 'utf8')

const cachePath = ({ folder, name }: Bundle): string => join(folder, codeCacheName(name))

/** Chunks come from what the install left; without it, or where V8 refuses it, from their source. */
export const openChunks = (bundle: Bundle): LoadChunk => chunkLoader(fromCache(cachePath(bundle)) ?? fromSource, bundle)

/** Notes every hot file it loads; `compiled` gives what has been compiled of them until then, functions that ran included. */
export function recordChunks(bundle: Bundle): { readonly load: LoadChunk; compiled(): Uint8Array } {
  const scripts = new Map<string, Script>()
  const load = chunkLoader((name, source) => {
    // The data keeps the name it was compiled under, for stack traces; where it was compiled is of no interest.
    const script = fromSource(name, source, name)
    if (KEPT.test(name)) scripts.set(name, script)
    return script
  }, bundle)
  return { load, compiled: () => cacheOf(scripts) }
}

function cacheOf(scripts: ReadonlyMap<string, Script>): Uint8Array {
  const header = Buffer.alloc(HEADER)
  const words = wordsIn(header)
  if (HEAD + scripts.size * SLOT > words.length) throw new Error(`the header has no room for ${scripts.size} files`)
  const parts: Buffer[] = [header]
  let [offset, at] = [0, HEAD]
  for (const [name, script] of scripts) {
    const data = script.createCachedData()
    words.set([digestIn(name), offset, data.length], at)
    parts.push(data, data)
    offset += 2 * data.length
    at += SLOT
  }
  words.set([offset, scripts.size])
  return Buffer.concat(parts)
}

/** Whether these bytes are what `compiled` gave, all of them. */
export function isWholeCache(bytes: Uint8Array): boolean {
  if (bytes.length < HEADER) return false
  return HEADER + (wordsIn(Buffer.from(bytes.subarray(0, HEADER)))[0] as number) === bytes.length
}
