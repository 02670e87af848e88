// Moves what stands in the way to where nothing reads it: nothing is followed, nothing is lost.
import { renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Move } from '../verbs/verb.js'
import { ignoreFolder } from './commit.js'
import { clear } from './confined.js'
import { confined } from './confined-files.js'
import { durableFiles, type FilePort } from './durable.js'

/** The folder ignores itself in git. The lock must be held. */
export function setAside(root: string, moves: readonly Move[], port: FilePort = durableFiles): void {
  const files = confined(root, port)
  for (const { from, to } of moves) {
    // The last part is moved as it is; what leads there must be folders.
    clear(root, dirname(from), 'folder')
    ignoreFolder(root, '.planning/.aside', files)
    // Tells a person where it was; it also makes the folder.
    files.append(join(root, `${dirname(to)}/moved.jsonl`), `${JSON.stringify({ from, to })}\n`)
    renameSync(join(root, from), join(root, to))
  }
}
