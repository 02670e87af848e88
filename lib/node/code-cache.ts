// Compiled code beside the bundles: V8's cached data of the chunks, one file per Node version, written at install and only read afterwards.
import { fstatSync, openSync, readFileSync, readSync, renameSync, writeFileSync } from 'node:fs'
import NodeModule from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'

/** Name of the file for one Node, beside the bundle. */
export const codeCacheName = (bundle: string, version = process.version, arch: string = process.arch): string =>
  `${bundle}.${version}-${arch}.cache`

/** Chunks carry a hash of their content in their names, so a name is enough to know the code by; files without one are compiled from source. */
const HASHED = /-[A-Za-z0-9]{8}\.cjs$/

/** Where the data of each chunk lies behind the header. */
type Index = Readonly<Record<string, readonly [offset: number, length: number]>>

interface Header {
  /** Bytes behind the header. */
  readonly total: number
  readonly index: Index
}

interface Store {
  /** Stays open for as long as the process lives. */
  readonly file: number
  readonly base: number
  readonly index: Index
}

function bytesAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length)
  readSync(file, bytes, 0, length, offset)
  return bytes
}

/** V8 trusts the data it is given, so a file that is not whole is none. */
function openStore(path: string): Store | null {
  try {
    const file = openSync(path, 'r')
    const base = 4 + bytesAt(file, 0, 4).readUInt32LE(0)
    const { size } = fstatSync(file)
    if (base > size) return null
    const { total, index } = JSON.parse(bytesAt(file, 4, base - 4).toString('latin1')) as Header
    return base + total === size ? { file, base, index } : null
  } catch {
    return null
  }
}

interface Loadable {
  exports: unknown
  require(id: string): unknown
}
type Extensions = Record<string, (module: Loadable, path: string) => void>
const extensions = (NodeModule as unknown as { _extensions: Extensions })._extensions

/** Loads every further `.cjs` file through `compile`. */
function interceptLoading(compile: (name: string, source: string, path: string) => Script): void {
  extensions['.cjs'] = (module, path) => {
    const source = readFileSync(path, 'utf8')
    const script = compile(basename(path), `(function(exports,require,module,__filename,__dirname){${source}\n})`, path)
    const run = script.runInThisContext() as (...parts: unknown[]) => void
    run.call(module.exports, module.exports, (id: string) => module.require(id), module, path, dirname(path))
  }
}

/** From here on chunks are compiled from what the install left; without it, or where V8 refuses it, from their source. */
export function useCodeCache(folder: string, bundle: string): void {
  const store = openStore(join(folder, codeCacheName(bundle)))
  if (store === null) return
  const { file, base, index } = store
  interceptLoading((name, source, filename) => {
    const slot = index[name]
    if (slot === undefined) return new Script(source, { filename })
    return new Script(source, { filename, cachedData: bytesAt(file, base + slot[0], slot[1]) })
  })
}

/** Notes every chunk loaded from here on; the answer writes what was compiled of them until then, functions that ran included. */
export function recordCodeCache(folder: string, bundle: string): () => void {
  const scripts = new Map<string, Script>()
  interceptLoading((name, source, filename) => {
    const script = new Script(source, { filename })
    if (HASHED.test(name)) scripts.set(name, script)
    return script
  })
  return () => {
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
    const path = join(folder, codeCacheName(bundle))
    writeFileSync(`${path}.tmp`, Buffer.concat([length, header, ...parts]))
    renameSync(`${path}.tmp`, path)
  }
}
