// Chooses between the native scanner and the reference scanner, and gives the reason. Never prints.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gsdError } from '../errors.js'
import type { Scanner, Spans } from '../ports.js'
import { tsScanner } from './scan.js'
import { ABI } from './spans.js'

interface Addon {
  abi(): number
  scan(text: string): Spans
}

type Loaded = { readonly addon: Addon | null; readonly reason: string }

/** Text length from which the addon outweighs the cost of its call. */
const NATIVE_TEXT = 256 * 1024

type ReaderName = 'native' | 'ts'

export interface Reader {
  /** Returns the scanner for long texts and the reason, for `gsd doctor`. Loads the addon if that was not tried yet. */
  choice(): { readonly name: ReaderName; readonly reason: string }
  /** Falls back to the reference scanner if the addon fails. */
  readonly scanner: Scanner
}

interface ReaderOptions {
  /** Forces a scanner; `native` throws if it cannot be loaded. Default: GSD_READER, else by length. */
  readonly want?: ReaderName
  /** Files to try instead of the usual paths. */
  readonly candidates?: readonly string[]
}

/** Returns paths of this installation only, because native code from a project is never loaded. */
function usualPlaces(): readonly string[] {
  const here = import.meta.dirname
  const target = `${process.platform}-${process.arch}`
  // Next to a bundle, above it, and above the sources.
  return [here, join(here, '..'), join(here, '../..')].flatMap((base) =>
    [target, `${target}-musl`].flatMap((name) => [
      join(base, 'native', `gsd-native.${name}.node`),
      join(base, 'node_modules/@gsd-pack', `native-${name}`, 'gsd-native.node'),
      join(base, '../@gsd-pack', `native-${name}`, 'gsd-native.node'),
    ]),
  )
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''

function load(candidates: readonly string[]): Loaded {
  const problems: string[] = []
  for (const file of candidates.filter((path) => existsSync(path))) {
    const module = { exports: {} as Partial<Addon> }
    try {
      process.dlopen(module, file)
      const abi = module.exports.abi?.()
      if (abi === ABI) return { addon: module.exports as Addon, reason: `loaded ${file}` }
      problems.push(`${file} speaks ABI ${abi ?? 'none'}, this version needs ${ABI}`)
    } catch (error) {
      problems.push(`${file} does not load: ${messageOf(error)}`)
    }
  }
  const none = `no addon for ${process.platform}-${process.arch} is installed`
  return { addon: null, reason: problems.join('; ') || none }
}

const refused = (message: string) =>
  gsdError('NOT_FOUND', message, 'build it with `npm run build:native`, or unset GSD_READER')

/** Returns a reader, which loads the addon when a long text needs it, or at once if `native` is forced. */
export function chooseReader(options: ReaderOptions = {}): Reader {
  const want = options.want ?? process.env['GSD_READER'] ?? ''
  if (!['', 'native', 'ts'].includes(want)) throw refused(`GSD_READER is "${want}"; it must be native or ts`)
  let state: Loaded | null = want === 'ts' ? { addon: null, reason: 'the TypeScript scanner was asked for' } : null
  const loaded = (): Loaded => {
    state ??= load(options.candidates ?? usualPlaces())
    return state
  }
  const scanned = (text: string): Spans | null => {
    try {
      return loaded().addon?.scan(text) ?? null
    } catch (error) {
      state = { addon: null, reason: `READER_PANIC: ${messageOf(error)}; the TypeScript scanner took over` }
      return null
    }
  }
  if (want === 'native' && loaded().addon === null)
    throw refused(`the native scanner was asked for, but ${loaded().reason}`)
  return {
    choice() {
      const { addon, reason } = loaded()
      return { name: addon === null ? 'ts' : 'native', reason }
    },
    scanner: {
      name: want === 'native' ? 'native' : 'ts',
      scan: (text) => (want === 'native' || text.length >= NATIVE_TEXT ? scanned(text) : null) ?? tsScanner.scan(text),
    },
  }
}
