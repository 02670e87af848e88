// Entry of the `gsd-tools` bundle. It loads everything else, so that all of it can come from compiled code.
import { recordCodeCache, useCodeCache } from '../node/code-cache.js'

const BUNDLE = 'gsd-tools'

// Set by the installer alone, once, in a process of its own: at run time nothing is written beside the bundle.
if (process.env['GSD_CODE_CACHE'] === 'write') {
  const write = recordCodeCache(import.meta.dirname, BUNDLE)
  import('./warm-up.js').then(({ warmUp }) => warmUp(import.meta.dirname)).then(write)
} else {
  useCodeCache(import.meta.dirname, BUNDLE)
  import('./tools.js')
}
