// Entry of the hook program: loads it from compiled code where there is some.
import { type ChunkFiles, openChunks } from '../node/code-cache.js'
import { hookBundle } from './hook-bundle.js'

/** Files of the chunks, and the chunk of the program; set by the build. */
declare const __GSD_FILES__: ChunkFiles
declare const __GSD_HOOK__: number

const bin = import.meta.dirname
const load = openChunks({ name: 'gsd-tools', folder: bin, files: __GSD_FILES__, builtin: require })
const { run } = load(__GSD_HOOK__) as typeof import('./hook.js')
run(hookBundle(bin, load))
