// Chooses between the native addon and the reference, and says why. Never prints.
import { GsdError } from '../errors.js'
import type { Scanner, Spans } from '../ports.js'
import { type Addon, type Batch, type Loaded, load, messageOf } from './addon.js'
import { tsScanner } from './scan.js'

/** Files of one call from which on the addon is worth it: below, the call costs as much as reading them here does. */
export const NATIVE_FROM = 8

/** Length of a single text from which on the addon is worth it. */
const NATIVE_TEXT = 256 * 1024

/** Files handed to the addon in one call: bounds the memory that its buffers and the texts hold at the same time. */
const PER_CALL = 1024

/** Words of `Batch.meta` for one file: state, offset and length of its text (in units of its buffer), offset and length of its spans (in words). */
const META_WORDS = 5

/** What became of a file: `other` is left to the caller (link, folder, not UTF-8, too large, refused by the system). */
const FILE_STATE = { absent: 0, narrow: 1, wide: 2, other: 3 } as const

export type ReaderName = 'native' | 'ts'

/** Which scanner serves, and why; for `gsd doctor`. */
interface ReaderChoice {
  readonly name: ReaderName
  readonly reason: string
}

/** One file of a batch: its text and, for whoever asks, its spans; `null` when it is absent, `'other'` when the caller must look for itself. */
type BatchFile = { readonly text: string; readonly spans: () => Spans } | 'other' | null

export interface Reader {
  /** Tries to load the addon if nobody has, and says which scanner serves. */
  choice(): ReaderChoice
  /** Reads and scans files given by absolute path; null where the addon does not serve: the files are few, it is absent, it failed. */
  readFiles(paths: readonly string[], maxBytes: number): readonly BatchFile[] | null
  /** Hex sha256 of a text's UTF-8 bytes; null where the addon does not serve. Loading it costs less than loading node:crypto. */
  sha256(text: string): string | null
  /** Falls back to the reference for the call when the addon fails. */
  readonly scanner: Scanner
}

export interface ReaderOptions {
  /** Forces one scanner; `native` throws when it cannot be loaded. Default: the environment's GSD_READER, else by batch size. */
  readonly want?: ReaderName | undefined
  /** Files to try instead of the usual places. */
  readonly candidates?: readonly string[] | undefined
}

function wanted(options: ReaderOptions): ReaderName | null {
  if (options.want !== undefined) return options.want
  const named = process.env['GSD_READER']
  if (named === undefined || named === '') return null
  if (named === 'native' || named === 'ts') return named
  throw new GsdError({
    code: 'USAGE',
    message: `GSD_READER is "${named}"; it names a scanner and takes native or ts`,
    fix: 'unset GSD_READER, or set it to native or ts',
  })
}

function unpack(batch: Batch, files: number, out: BatchFile[]): void {
  const { meta, narrow, spans } = batch
  const wide = Buffer.from(batch.wide.buffer, batch.wide.byteOffset, batch.wide.byteLength)
  for (let at = 0; at < files * META_WORDS; at += META_WORDS) {
    const state = meta[at]
    if (state === FILE_STATE.absent) out.push(null)
    else if (state === FILE_STATE.other) out.push('other')
    else {
      const from = meta[at + 1] as number
      const to = from + (meta[at + 2] as number)
      const text =
        state === FILE_STATE.narrow ? narrow.toString('latin1', from, to) : wide.toString('utf16le', from * 2, to * 2)
      const first = meta[at + 3] as number
      const last = first + (meta[at + 4] as number)
      // Of most files of a large project nobody asks for them.
      out.push({ text, spans: () => spans.subarray(first, last) })
    }
  }
}

/** Chooses between the addon and the reference. Nothing is loaded before it is needed, unless `native` is forced. */
export function chooseReader(options: ReaderOptions = {}): Reader {
  const want = wanted(options)
  let state: Loaded | null = null
  const loaded = (): Loaded => {
    state ??= want === 'ts' ? { addon: null, reason: 'the TypeScript scanner was asked for' } : load(options.candidates)
    return state
  }
  /** A failure in the addon costs its speed, never the answer. */
  const guarded = <T>(call: (addon: Addon) => T): T | null => {
    const { addon } = loaded()
    if (addon === null) return null
    try {
      return call(addon)
    } catch (error) {
      state = { addon: null, reason: `READER_PANIC: ${messageOf(error)}; the TypeScript scanner took over` }
      return null
    }
  }
  if (want === 'native' && loaded().addon === null)
    throw new GsdError({
      code: 'NOT_FOUND',
      message: `the native scanner was asked for, but ${loaded().reason}`,
      fix: 'build it with `npm run build:native`, or drop --reader native and GSD_READER',
    })
  return {
    choice() {
      const { addon, reason } = loaded()
      return { name: addon === null ? 'ts' : 'native', reason }
    },
    readFiles(paths, maxBytes) {
      if (want !== 'native' && paths.length < NATIVE_FROM) return null
      return guarded((addon) => {
        const files: BatchFile[] = []
        for (let at = 0; at < paths.length; at += PER_CALL) {
          const part = paths.slice(at, at + PER_CALL)
          unpack(addon.readFiles(part.join('\0'), maxBytes), part.length, files)
        }
        return files
      })
    },
    sha256: (text) => guarded((addon) => addon.sha256(text)),
    scanner: {
      // A document at a time costs more through the addon than it saves, unless it is a large one or the addon is forced.
      name: want === 'native' ? 'native' : 'ts',
      scan: (text) =>
        (want === 'native' || text.length >= NATIVE_TEXT ? guarded((addon) => addon.scan(text)) : null) ??
        tsScanner.scan(text),
    },
  }
}
