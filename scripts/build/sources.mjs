// What an installed copy finds in one compressed file each: every source that an installation renders, so that it can render what it does not list yet, and the extensions that come with the pack.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { extensionPaths, sourcePaths } from '../sources.mjs'

/** Texts by their paths below a folder, as compressed JSON. */
const packed = (root, paths) =>
  brotliCompressSync(
    JSON.stringify(Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))),
  )

export const packedSources = (root) => packed(root, sourcePaths(root))

export const packedExtensions = (root) => packed(join(root, 'examples'), extensionPaths(root))
