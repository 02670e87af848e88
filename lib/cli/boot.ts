// Entry of the `gsd-tools` bundle. It loads everything else, so that all of it can come from compiled code.
import { join } from 'node:path'
import { type LoadChunk, openChunks, recordChunks } from '../node/code-cache.js'

/** Files of the bundle that hold the two mains; set by the build. */
declare const __GSD_MAIN__: string
declare const __GSD_WARM_UP__: string

const BUNDLE = 'gsd-tools'
const folder = import.meta.dirname
const main = (load: LoadChunk, file: string, chunk: string) =>
  (load(join(folder, file)) as (chunk: string) => unknown)(chunk)

// Set by the installer alone, once, in a process of its own: at run time nothing is written beside the bundle.
if (process.env['GSD_CODE_CACHE'] === 'write') {
  const { load, write } = recordChunks(folder, BUNDLE, require)
  const { warmUp } = main(load, __GSD_WARM_UP__, 'warm-up') as typeof import('./warm-up.js')
  warmUp(folder).then(write)
} else main(openChunks(folder, BUNDLE, require), __GSD_MAIN__, 'tools')
