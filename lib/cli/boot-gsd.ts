// Entry of the `gsd` bundle.
import { type ChunkFiles, startChunk } from '../node/chunks.js'

/** Files of the chunks, and the chunk of the main; set by the build. */
declare const __GSD_FILES__: ChunkFiles
declare const __GSD_MAIN__: number

startChunk({ name: 'gsd-tools', folder: import.meta.dirname, files: __GSD_FILES__, builtin: require }, __GSD_MAIN__)
