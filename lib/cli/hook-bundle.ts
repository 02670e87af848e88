// What the hook program loads when it is due, by the chunks of the bundle.
import type { LoadChunk } from '../node/chunks.js'
import type { HookBundle } from './hook-look.js'

/** Ids of chunks, set by the build. */
declare const __GSD_CHECKS__: number
declare const __GSD_READING__: number
declare const __GSD_HEAVY__: number
declare const __GSD_ASKING__: number

export const hookBundle = (bin: string, load: LoadChunk): HookBundle => ({
  bin,
  program: () => load(__GSD_CHECKS__) as typeof import('./hook.js'),
  reading: () => load(__GSD_READING__) as typeof import('./hook-reading.js'),
  heavy: () => load(__GSD_HEAVY__) as typeof import('./hook-heavy.js'),
  asking: () => load(__GSD_ASKING__) as typeof import('./hook-asking.js'),
})
