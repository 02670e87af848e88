// The sources of the pack: which files an installation renders from, and how scripts read them.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fastGlob from 'fast-glob'

const SOURCES = ['{agents,commands,hooks,references,templates,workflows}/**/*.md', 'hooks/**/*.{js,mjs}']
/** What is written for people who change them. */
const FOR_PEOPLE = ['**/README.md']

/** Paths from the pack, with `/`, sorted. */
export const sourcePaths = (root) => fastGlob.sync(SOURCES, { cwd: root, ignore: FOR_PEOPLE }).sort()

/** The extensions that come with the pack, by their paths in `examples/`: what runs, without what people read or try. */
export const extensionPaths = (root) => {
  const cwd = join(root, 'examples')
  const ours = fastGlob.sync('*/gsd-extension.json', { cwd }).map((path) => path.replace(/[^/]+$/, '*.{json,mjs}'))
  return fastGlob.sync(ours, { cwd, ignore: ['**/*.test.mjs'] }).sort()
}

/** What `loadAssets` reads from. */
export function sourceReader(root) {
  const paths = sourcePaths(root)
  return {
    list: (folder) => paths.filter((path) => path.startsWith(`${folder}/`) && path.endsWith('.md')),
    read: (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null),
  }
}

/** Texts by their paths below a folder, as compressed JSON. */
export function packed(folder, paths) {
  const texts = paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')])
  return brotliCompressSync(JSON.stringify(Object.fromEntries(texts)))
}
