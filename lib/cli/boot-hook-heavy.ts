// Entry of what the hook program loads when it is due: chunks of the `gsd-tools` bundle.
import { type ChunkFiles, openChunks } from '../node/code-cache.js'

/** Files of the chunks, and the chunk that is asked for; set by the build. */
declare const __GSD_FILES__: ChunkFiles
declare const __GSD_MAIN__: number

const bundle = { name: 'gsd-tools', folder: import.meta.dirname, files: __GSD_FILES__, builtin: require }
export const loaded = openChunks(bundle)(__GSD_MAIN__)
