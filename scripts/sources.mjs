// Lists and compresses the sources that an installation renders, and the code of the bundled extensions.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fastGlob from 'fast-glob'

const SOURCES = ['{agents,commands,hooks,references,templates,workflows}/**/*.md', 'hooks/**/*.{js,mjs}']
/** Pages for contributors, which are not installed. */
const FOR_CONTRIBUTORS = ['**/README.md']

/** Returns the paths of the sources relative to the repository, with `/`, sorted. */
export const sourcePaths = (root) => fastGlob.sync(SOURCES, { cwd: root, ignore: FOR_CONTRIBUTORS }).sort()

/** Returns the paths of the bundled extensions' code in `examples/`, without docs and tests. */
export const extensionPaths = (root) => {
  const cwd = join(root, 'examples')
  const ours = fastGlob.sync('*/gsd-extension.json', { cwd }).map((path) => path.replace(/[^/]+$/, '*.{json,mjs}'))
  return fastGlob.sync(ours, { cwd, ignore: ['**/*.test.mjs'] }).sort()
}

/** Returns the texts of files in a folder, by path, as compressed JSON. */
export function compressedTexts(folder, paths) {
  const texts = paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')])
  return brotliCompressSync(JSON.stringify(Object.fromEntries(texts)))
}
