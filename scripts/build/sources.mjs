// Every source that an installation renders in one compressed file, so that an installed copy can render what it does not list yet.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const FOLDERS = ['agents', 'commands', 'hooks', 'references', 'templates', 'workflows']

/** The texts by their paths in the pack, as compressed JSON. */
export function packedSources(root) {
  const paths = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(md|m?js)$/.test(name))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .sort(),
  )
  return brotliCompressSync(
    JSON.stringify(Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))),
  )
}
