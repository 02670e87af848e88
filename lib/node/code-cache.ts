// Loads the chunks of a bundle without Node's own search for modules, and from compiled code where an install left some: V8's cached data,
// one file per Node version beside the bundle, only read at run time.
import { fstatSync, openSync, readFileSync, readSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'

/** Name of the file for one Node, beside the bundle. */
export const codeCacheName = (bundle: string, version = process.version, arch: string = process.arch): string =>
  `${bundle}.${version}-${arch}.cache`

/** The files whose code is kept compiled. Their names hold a digest of the content, so a name is enough to know the code by. */
const KEPT = /^hot-[a-z]+-[0-9a-f]{8}\.cjs$/

/** Where the data of each file lies behind the header. */
type Index = Readonly<Record<string, readonly [offset: number, length: number]>>

interface Header {
  /** Bytes behind the header. */
  readonly total: number
  readonly index: Index
}

type Compile = (name: string, source: string, filename: string) => Script

/** Gives the exports of a file of the bundle; `path` is absolute. */
export type LoadChunk = (path: string) => unknown

function bytesAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length)
  readSync(file, bytes, 0, length, offset)
  return bytes
}

const fromSource: Compile = (_, source, filename) => new Script(source, { filename })

/** V8 trusts the data it is given, so a file that is not whole is none. */
function fromCache(path: string): Compile | null {
  try {
    const file = openSync(path, 'r')
    const base = 4 + bytesAt(file, 0, 4).readUInt32LE(0)
    const { size } = fstatSync(file)
    if (base > size) return null
    const { total, index } = JSON.parse(bytesAt(file, 4, base - 4).toString('latin1')) as Header
    if (base + total !== size) return null
    return (name, source, filename) => {
      const slot = Object.hasOwn(index, name) ? index[name] : undefined
      const cachedData = slot === undefined ? undefined : bytesAt(file, base + slot[0], slot[1])
      return new Script(source, { filename, cachedData })
    }
  } catch {
    return null
  }
}

/** `builtin` is Node's own require of the entry: making another one costs a millisecond. */
function chunkLoader(compile: Compile, builtin: NodeJS.Require): LoadChunk {
  const loaded = new Map<string, { exports: unknown }>()
  const load: LoadChunk = (path) => {
    const known = loaded.get(path)
    if (known !== undefined) return known.exports
    const module = { exports: {} as unknown }
    loaded.set(path, module)
    const folder = dirname(path)
    // The build writes ASCII, and compresses what few calls need.
    const text = path.endsWith('.br')
      ? (builtin('node:zlib') as typeof import('node:zlib')).brotliDecompressSync(readFileSync(path)).toString('latin1')
      : readFileSync(path, 'latin1')
    const source = `(function(exports,require,module,__filename,__dirname){${text}\n})`
    const run = compile(basename(path), source, path).runInThisContext() as (...parts: unknown[]) => void
    const require = (id: string) => (id.startsWith('.') ? load(join(folder, id)) : builtin(id))
    run.call(module.exports, module.exports, require, module, path, folder)
    return module.exports
  }
  return load
}

/** Chunks come from what the install left; without it, or where V8 refuses it, from their source. */
export const openChunks = (folder: string, bundle: string, builtin: NodeJS.Require): LoadChunk =>
  chunkLoader(fromCache(join(folder, codeCacheName(bundle))) ?? fromSource, builtin)

/** Notes every hot file it loads; `write` keeps what has been compiled of them until then, functions that ran included. */
export function recordChunks(
  folder: string,
  bundle: string,
  builtin: NodeJS.Require,
): { readonly load: LoadChunk; write(): void } {
  const scripts = new Map<string, Script>()
  const load = chunkLoader((name, source, filename) => {
    const script = fromSource(name, source, filename)
    if (KEPT.test(name)) scripts.set(name, script)
    return script
  }, builtin)
  return { load, write: () => writeCache(join(folder, codeCacheName(bundle)), scripts) }
}

function writeCache(path: string, scripts: ReadonlyMap<string, Script>): void {
  const index: Record<string, readonly [number, number]> = {}
  const parts: Buffer[] = []
  let offset = 0
  for (const [name, script] of scripts) {
    const data = script.createCachedData()
    index[name] = [offset, data.length]
    offset += data.length
    parts.push(data)
  }
  const header = Buffer.from(JSON.stringify({ total: offset, index } satisfies Header), 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32LE(header.length)
  writeFileSync(`${path}.tmp`, Buffer.concat([length, header, ...parts]))
  renameSync(`${path}.tmp`, path)
}
