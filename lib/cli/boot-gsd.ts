// Entry of the `gsd` bundle.
import { join } from 'node:path'
import { openChunks } from '../node/code-cache.js'

/** File of the bundle that holds the main; set by the build. */
declare const __GSD_MAIN__: string

const folder = import.meta.dirname
const load = openChunks(folder, 'gsd-tools', require)
;(load(join(folder, __GSD_MAIN__)) as (chunk: string) => unknown)('gsd')
