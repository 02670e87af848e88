// Finds, checks and loads the native addon. Never prints.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Spans } from '../ports.js'
import { ABI } from './spans.js'

/** Many files at once, flat. `narrow` holds ASCII texts, `wide` the others as UTF-16. */
export interface Batch {
  readonly meta: Uint32Array
  readonly narrow: Buffer
  readonly wide: Uint16Array
  readonly spans: Spans
}

export interface Addon {
  abi(): number
  scan(text: string): Spans
  /** Hex, of the UTF-8 bytes. */
  sha256(text: string): string
  /** Reads and scans files in parallel. `paths`: absolute, joined by NUL; spans are made for names that end in `.md`. */
  readFiles(paths: string, maxBytes: number): Batch
}

/** Folder of this module: `lib/markdown` in the sources, `chunks` or the folder above it in a bundle. */
const here = () => (typeof __dirname === 'string' ? __dirname : dirname(fileURLToPath(import.meta.url)))

/** Places that belong to this installation, never ones above it: native code from a project folder is not loaded. */
function usualPlaces(): string[] {
  const target = `${process.platform}-${process.arch}`
  const places: string[] = []
  for (const base of [join(here(), '..'), join(here(), '..', '..')])
    for (const name of [target, `${target}-musl`])
      places.push(
        join(base, 'native', `gsd-native.${name}.node`),
        join(base, 'node_modules', '@gsd-pack', `native-${name}`, 'gsd-native.node'),
        join(base, '..', '@gsd-pack', `native-${name}`, 'gsd-native.node'),
      )
  return places
}

export type Loaded =
  | { readonly addon: Addon; readonly reason: string }
  | { readonly addon: null; readonly reason: string }

const FUNCTIONS = ['scan', 'sha256', 'readFiles'] as const

/** The first of the files that serves; of the usual ones when none are named. */
export function load(candidates: readonly string[] = usualPlaces()): Loaded {
  const problems: string[] = []
  for (const file of candidates) {
    if (!existsSync(file)) continue
    const module = { exports: {} as Partial<Addon> }
    try {
      process.dlopen(module, file)
      const { exports } = module
      const abi = exports.abi?.()
      if (abi !== ABI) problems.push(`${file} speaks ABI ${abi ?? 'none'}, this version needs ${ABI}`)
      else if (FUNCTIONS.every((name) => exports[name] !== undefined))
        return { addon: exports as Addon, reason: `loaded ${file}` }
      else problems.push(`${file} lacks a function this version needs`)
    } catch (error) {
      problems.push(`${file} does not load: ${messageOf(error)}`)
    }
  }
  const reason =
    problems.length > 0 ? problems.join('; ') : `no addon for ${process.platform}-${process.arch} is installed`
  return { addon: null, reason }
}

export const messageOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''
