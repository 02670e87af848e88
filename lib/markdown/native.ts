// Chooses between the native scanner and the reference scanner, and says why. Prints nothing.
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gsdError } from '../errors.js'
import type { Scanner, Spans } from '../ports.js'
import { tsScanner } from './scan.js'
import { ABI } from './spans.js'

interface Addon {
  abi(): number
  scan(text: string): Spans
}

type Loaded = { readonly addon: Addon | null; readonly reason: string }

/** From this length of a text on, the addon saves more than its call costs. */
const NATIVE_MIN_LENGTH = 256 * 1024

type ReaderName = 'native' | 'ts'

export interface Reader {
  /** Returns the scanner for long texts and the reason, for `gsd doctor`. Tries to load the addon unless `ts` is forced. */
  choice(): { readonly name: ReaderName; readonly reason: string }
  /** Uses the addon for long texts (all texts if `native` is forced), and the reference scanner if the addon cannot scan. */
  readonly scanner: Scanner
}

interface ReaderOptions {
  /** Forces a scanner; `native` throws if the addon cannot be loaded. Default: GSD_READER, or else by length. */
  readonly scannerName?: ReaderName
  /** Files to try instead of the usual paths. */
  readonly candidates?: readonly string[]
}

/** Returns the addon's possible paths, in this installation or next to its package in `node_modules`, never in a project. */
export function usualPaths(here = import.meta.dirname): readonly string[] {
  const target = `${process.platform}-${process.arch}`
  // A bundle's folder and the one above it, or the root of the sources.
  const bases = basename(here) === 'markdown' ? [join(here, '../..')] : [here, join(here, '..')]
  return bases.flatMap((base) =>
    [target, `${target}-musl`].flatMap((name) => [
      join(base, 'native', `gsd-native.${name}.node`),
      join(base, 'node_modules/@gsd-pack', `native-${name}`, 'gsd-native.node'),
      ...(basename(dirname(base)) === 'node_modules'
        ? [join(base, `../@gsd-pack/native-${name}/gsd-native.node`)]
        : []),
    ]),
  )
}

const firstLineOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''

function load(candidates: readonly string[]): Loaded {
  const problems: string[] = []
  for (const file of candidates.filter((path) => existsSync(path))) {
    const module = { exports: {} as Partial<Addon> }
    try {
      process.dlopen(module, file)
      const abi = module.exports.abi?.()
      if (abi === ABI) return { addon: module.exports as Addon, reason: `loaded ${file}` }
      problems.push(`${file} has ABI ${abi ?? 'none'}, but this version needs ${ABI}`)
    } catch (error) {
      problems.push(`${file} does not load: ${firstLineOf(error)}`)
    }
  }
  const none = `no addon for ${process.platform}-${process.arch} is installed`
  return { addon: null, reason: problems.join('; ') || none }
}

const readerError = (message: string) =>
  gsdError('NOT_FOUND', message, 'build the addon with `npm run build:native`, or unset GSD_READER')

/** Returns a reader that loads the addon when first needed. If `native` is forced, loads the addon at once or throws. */
export function chooseReader(options: ReaderOptions = {}): Reader {
  const want = options.scannerName ?? process.env['GSD_READER'] ?? ''
  if (!['', 'native', 'ts'].includes(want)) throw readerError(`GSD_READER is "${want}"; it must be native or ts`)
  let state: Loaded | null = want === 'ts' ? { addon: null, reason: 'the TypeScript scanner was requested' } : null
  const loaded = (): Loaded => {
    state ??= load(options.candidates ?? usualPaths())
    return state
  }
  const nativeSpans = (text: string): Spans | null => {
    try {
      return loaded().addon?.scan(text) ?? null
    } catch (error) {
      state = { addon: null, reason: `READER_PANIC: ${firstLineOf(error)}; the TypeScript scanner took over` }
      return null
    }
  }
  if (want === 'native' && loaded().addon === null)
    throw readerError(`the native scanner was requested, but ${loaded().reason}`)
  return {
    choice() {
      const { addon, reason } = loaded()
      return { name: addon === null ? 'ts' : 'native', reason }
    },
    scanner: {
      name: want === 'native' ? 'native' : 'ts',
      scan: (text) =>
        (want === 'native' || text.length >= NATIVE_MIN_LENGTH ? nativeSpans(text) : null) ?? tsScanner.scan(text),
    },
  }
}
