// Loads the chunks of a bundle without Node's own search for modules.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Script } from 'node:vm'
import { type Compile, fromSource, openCompiled } from './compiled-code.js'

/** The files whose code is kept compiled. Their names hold a digest of the content, so a name is enough to know the code by. */
const KEPT = /^hot-[a-z]+-[0-9a-f]{8}\.cjs$/

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
export type ChunkFile = (
  chunk: LoadChunk,
  late: (id: number) => Promise<unknown>,
  loaders: (lines: string) => Loaders,
  ofNode: (name: string) => unknown,
  builtin: NodeJS.Require,
  folder: string,
) => Makers

type Makers = Readonly<Record<number, () => unknown>>

interface Loaded {
  /** Chunks by id. */
  readonly made: unknown[]
  /** By the name of their file. */
  readonly makers: Map<string, Makers>
}

/** `line`: a name, the chunk, and the export of it that is promised. */
const loaderOf = (line: string, chunk: LoadChunk) => async () => {
  const [, id, member] = line.split(' ') as [string, string, string]
  return (chunk(Number(id)) as Record<string, unknown>)[member]
}

/** Functions that promise one export of one chunk each, by their names: a line each, `name id export`. */
export const loadersOf = (lines: string, chunk: LoadChunk): Loaders =>
  Object.fromEntries(lines.split('\n').map((line) => [line.slice(0, line.indexOf(' ')), loaderOf(line, chunk)]))

/** The last argument: what was loaded before there was a loader. */
export function chunkLoader(
  compile: Compile,
  { folder, files, builtin }: Bundle,
  { made, makers }: Loaded = { made: [], makers: new Map() },
): LoadChunk {
  const below = join(folder, 'chunks')
  const chunk: LoadChunk = (id) => (made[id] ??= make(id))
  const late = async (id: number) => chunk(id)
  const tables = new Map<string, Loaders>()
  const loaders = (lines: string): Loaders => {
    const known = tables.get(lines) ?? loadersOf(lines, chunk)
    tables.set(lines, known)
    return known
  }
  const parts: Record<string, unknown> = {}
  const ofNode = (name: string) => (parts[name] ??= builtin(`node:${name}`))
  const make = (id: number): unknown => {
    // Taking pairs apart would cost a call more than making its chunks.
    const file = files.find((one) => id < one[1])
    if (file === undefined) throw new Error(`there is no chunk ${id}`)
    return (makersIn(file[0])[id] as () => unknown)()
  }
  const makersIn = (name: string) => {
    let found = makers.get(name)
    if (found === undefined) {
      const path = join(below, name)
      try {
        const file = compile(name, sourceOf(path, builtin), path).runInThisContext() as ChunkFile
        found = file(chunk, late, loaders, ofNode, builtin, below)
      } catch (error) {
        throw damaged(path, error as Error)
      }
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

const DAMAGED = 'EDAMAGED'
/** A file of the program that is gone or not what was installed: nothing else can say so. */
const damaged = (path: string, { message }: Error): Error =>
  Object.assign(new Error(`${path} is damaged or gone (${message}). Install the pack again: npx gsd-pack install`), {
    code: DAMAGED,
  })

/** Whether a program ends because of such a file, which is then said. Any other error is not ours to tell. */
export function endsDamaged(program: string, error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  if (code !== DAMAGED) return false
  process.stderr.write(`${program}: ${message}\n`)
  process.exitCode = 70
  return true
}

/** Starts a program by its first chunk. */
export function startChunk(bundle: Bundle, id: number): void {
  try {
    openChunks(bundle)(id)
  } catch (error) {
    if (!endsDamaged(bundle.name, error)) throw error
  }
}

/** Chunks come from what the install left; without it, or where V8 refuses it, from their source. */
const openChunks = (bundle: Bundle): LoadChunk =>
  chunkLoader(openCompiled(bundle.folder, bundle.name, bundle.builtin), bundle)

/** Notes every hot file it loads, by its name. */
export function recordChunks(bundle: Bundle): {
  readonly load: LoadChunk
  readonly scripts: ReadonlyMap<string, Script>
} {
  const scripts = new Map<string, Script>()
  const load = chunkLoader((name, source) => {
    // The data keeps the name it was compiled under, for stack traces; where it was compiled is of no interest.
    const script = fromSource(name, source, name)
    if (KEPT.test(name)) scripts.set(name, script)
    return script
  }, bundle)
  return { load, scripts }
}
