// Entry of the hook program. A client waits for it before each call of a tool, and it is compiled from its source every time: so it finds the compiled code of
// what looks at a call first, and no more. Whatever else the program loads, it loads with the means that lie in that code.
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { ChunkFile, ChunkFiles, LoadChunk } from '../node/chunks.js'
import { openCompiled } from '../node/compiled-code.js'
import { hookBundle } from './hook-bundle.js'

/** Files of the chunks, which of them is started, and its chunk; set by the build. */
declare const __GSD_FILES__: ChunkFiles
declare const __GSD_HOOK_FILE__: string
declare const __GSD_HOOK__: number

// The registration runs this text as a script, which has no folder of its own.
const folder = dirname(resolve(process.argv[1] ?? ''))
const compile = openCompiled(folder, 'gsd-tools', require)
const path = join(folder, 'chunks', __GSD_HOOK_FILE__)
const file = compile(__GSD_HOOK_FILE__, readFileSync(path, 'utf8'), path).runInThisContext() as ChunkFile
const made: unknown[] = []
let others: LoadChunk | undefined
const chunk: LoadChunk = (id) => (made[id] ??= (makers[id] ?? (() => rest()(id)))())
const program = () => chunk(__GSD_HOOK__) as typeof import('./hook-look.js')
const rest = () =>
  (others ??= program().chunkLoader(
    compile,
    { name: 'gsd-tools', folder, files: __GSD_FILES__, builtin: require },
    { made, makers: new Map([[__GSD_HOOK_FILE__, makers]]) },
  ))
const makers = file(
  chunk,
  async (id) => chunk(id),
  (lines) => program().loadersOf(lines, chunk),
  (name) => require(`node:${name}`),
  require,
  join(folder, 'chunks'),
)
program().run(hookBundle(folder, chunk))
