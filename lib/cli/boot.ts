// Entry of the `gsd-tools` bundle. It loads everything else, so that all of it can come from compiled code.
import { type Bundle, type ChunkFiles, recordChunks, startChunk } from '../node/chunks.js'
import { fromSource } from '../node/compiled-code.js'
import { hookBundle } from './hook-bundle.js'
import type { HookProgram } from './warm-up.js'

/** Files of the chunks, and the chunks of what is run; set by the build. */
declare const __GSD_FILES__: ChunkFiles
declare const __GSD_MAIN__: number
declare const __GSD_WARM_UP__: number
declare const __GSD_HOOK__: number
declare const __GSD_READING__: number

const folder = import.meta.dirname
const bundle: Bundle = { name: 'gsd-tools', folder, files: __GSD_FILES__, builtin: require }

// Set by the installer alone, once, in a process of its own, which it reads: the program itself never writes beside the bundle.
if (process.env['GSD_CODE_CACHE'] === 'print') {
  const { load, scripts } = recordChunks(bundle)
  const { warmUp } = load(__GSD_WARM_UP__) as typeof import('./warm-up.js')
  const { answerTo, chunkLoader, readEveryWay } = load(__GSD_HOOK__) as typeof import('./hook-look.js')
  // What it loads others with has run too, with the smallest file that leads to another.
  chunkLoader(fromSource, bundle)(__GSD_READING__)
  const hooks: HookProgram = {
    hear: async (words, payload) => answerTo(words, () => payload, hookBundle(folder, load)),
    read: readEveryWay,
  }
  // Leaving at once: nobody needs what else would be tidied up.
  warmUp(hooks, scripts).then((data) => process.stdout.write(data, () => process.exit(0)))
} else startChunk(bundle, __GSD_MAIN__)
