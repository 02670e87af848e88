// Entry of the hook program: loads it from compiled code where there is some.
import { dirname, resolve } from 'node:path'
import { type ChunkFiles, openChunks } from '../node/code-cache.js'
import { hookBundle } from './hook-bundle.js'

/** Files of the chunks, and the chunk of the program; set by the build. */
declare const __GSD_FILES__: ChunkFiles
declare const __GSD_HOOK__: number

// The registration runs this text as a script, which has no folder of its own.
const bin = dirname(resolve(process.argv[1] ?? ''))
const load = openChunks({ name: 'gsd-tools', folder: bin, files: __GSD_FILES__, builtin: require })
const { run } = load(__GSD_HOOK__) as typeof import('./hook.js')
run(hookBundle(bin, load))
