// The pack's sources: the files an installation renders from.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fastGlob from 'fast-glob'

const SOURCES = ['{agents,commands,hooks,references,templates,workflows}/**/*.md', 'hooks/**/*.{js,mjs}']
/** For contributors. */
const FOR_PEOPLE = ['**/README.md']

/** Relative to the pack, with `/`, sorted. */
export const sourcePaths = (root) => fastGlob.sync(SOURCES, { cwd: root, ignore: FOR_PEOPLE }).sort()

/** Bundled extensions by path in `examples/`: code only, without docs and tests. */
export const extensionPaths = (root) => {
  const cwd = join(root, 'examples')
  const ours = fastGlob.sync('*/gsd-extension.json', { cwd }).map((path) => path.replace(/[^/]+$/, '*.{json,mjs}'))
  return fastGlob.sync(ours, { cwd, ignore: ['**/*.test.mjs'] }).sort()
}

/** Texts by path below a folder, as compressed JSON. */
export function packed(folder, paths) {
  const texts = paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')])
  return brotliCompressSync(JSON.stringify(Object.fromEntries(texts)))
}
