// Every source that an installation renders in one compressed file, so that an installed copy can render what it does not list yet.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { sourcePaths } from '../sources.mjs'

/** The texts by their paths in the pack, as compressed JSON. */
export const packedSources = (root) =>
  brotliCompressSync(
    JSON.stringify(Object.fromEntries(sourcePaths(root).map((path) => [path, readFileSync(join(root, path), 'utf8')]))),
  )
