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

/** Room of the header, a JSON text and blanks, so that one read gets all of it. */
const HEADER = 1024

/** Where the data of each file lies behind the header, and what it sums up to. */
type Index = Readonly<Record<string, readonly [offset: number, length: number, sum: number]>>

interface Header {
  /** Bytes behind the header. */
  readonly total: number
  readonly index: Index
}

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

/** Null where the file ends before. */
function bytesAt(file: number, offset: number, length: number): Buffer | null {
  const bytes = Buffer.allocUnsafeSlow(length)
  return readSync(file, bytes, 0, length, offset) === length ? bytes : null
}

const headerIn = (bytes: Buffer): Header => JSON.parse(bytes.toString('latin1', 0, HEADER)) as Header

/**
 * V8 crashes on damaged data: it looks at the header alone. This looks at one word in sixty-four, because all of them would cost more than reading the file;
 * damage as disks and crashes leave it, whole blocks of other bytes, is seen. `data` fills its buffer.
 */
function sumOf({ buffer, length }: Buffer): number {
  const words = new Int32Array(buffer, 0, length >> 2)
  let sum = length
  for (let at = 0; at < words.length; at += 64) sum = (Math.imul(sum, 31) + (words[at] as number)) | 0
  return sum
}

const fromSource: Compile = (_, source, filename) => new Script(source, { filename })

/** What is not there whole is not used. */
function fromCache(path: string): Compile | null {
  try {
    const file = openSync(path, 'r')
    const header = bytesAt(file, 0, HEADER)
    if (header === null) return null
    const { index } = headerIn(header)
    return (name, source, filename) => {
      const slot = Object.hasOwn(index, name) ? index[name] : undefined
      const data = slot === undefined ? null : bytesAt(file, HEADER + slot[0], slot[1])
      const cachedData = data !== null && sumOf(data) === slot?.[2] ? data : undefined
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

/** The build writes ASCII, and compresses what few calls need. */
const sourceOf = (path: string, builtin: NodeJS.Require): string =>
  path.endsWith('.br')
    ? (builtin('node:zlib') as typeof import('node:zlib')).brotliDecompressSync(readFileSync(path)).toString('latin1')
    : readFileSync(path, 'latin1')

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
  const index: Record<string, readonly [number, number, number]> = {}
  const parts: Buffer[] = []
  let offset = 0
  for (const [name, script] of scripts) {
    const made = script.createCachedData()
    const data = Buffer.allocUnsafeSlow(made.length)
    made.copy(data)
    index[name] = [offset, data.length, sumOf(data)]
    offset += data.length
    parts.push(data)
  }
  const header = JSON.stringify({ total: offset, index } satisfies Header)
  if (header.length > HEADER) throw new Error(`the index of ${scripts.size} files takes more than ${HEADER} bytes`)
  return Buffer.concat([Buffer.from(header.padEnd(HEADER), 'latin1'), ...parts])
}

/** Whether these bytes are what `compiled` gave, all of them. */
export function isWholeCache(bytes: Uint8Array): boolean {
  try {
    return HEADER + headerIn(Buffer.from(bytes.subarray(0, HEADER))).total === bytes.length
  } catch {
    return false
  }
}
