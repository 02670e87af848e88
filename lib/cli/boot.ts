// Entry of the `gsd-tools` bundle. It loads everything else, so that all of it can come from compiled code.
import { join } from 'node:path'
import { openChunks, recordChunks } from '../node/code-cache.js'

const BUNDLE = 'gsd-tools'
const folder = import.meta.dirname
const chunk = (name: string) => join(folder, 'chunks', `${name}.cjs`)

// Set by the installer alone, once, in a process of its own: at run time nothing is written beside the bundle.
if (process.env['GSD_CODE_CACHE'] === 'write') {
  const { load, write } = recordChunks(folder, BUNDLE)
  const { warmUp } = load(chunk('warm-up')) as typeof import('./warm-up.js')
  warmUp(folder).then(write)
} else openChunks(folder, BUNDLE)(chunk('tools'))
