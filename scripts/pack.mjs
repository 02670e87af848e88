// `node scripts/pack.mjs <folder> [--native] [--repository <url>]`: writes the package to publish as a tarball
// in `folder`. Its manifest has no scripts, no dependencies except the addons (with `--native`), and names every file, so
// that no stray file is published.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { NATIVE_TARGETS, nativePackage, packStage } from './native-packages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Allowed endings by folder; the manifest names other files one by one. */
const ENDINGS = {
  bin: ['.js', '.json'],
  dist: ['.cjs', '.br', '.txt', '.mjs', '.ts'],
  commands: ['.md'],
  examples: ['.json', '.md', '.mjs', '.yml'],
  workflows: ['.md'],
  agents: ['.md'],
  hooks: ['.js', '.mjs'],
  references: ['.md'],
  templates: ['.md'],
  schemas: ['.json'],
}

/** Returns the paths (with `/`) of all files to publish, from the names in the manifest. @returns {string[]} */
export function packedFiles() {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return files
    .filter((name) => existsSync(join(root, name)))
    .flatMap((name) =>
      statSync(join(root, name)).isFile()
        ? [name]
        : readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
            .filter((path) => ENDINGS[name].includes(extname(path)))
            .map((path) => `${name}/${path.replaceAll('\\', '/')}`),
    )
    .sort()
}

/**
 * @param {string} destination
 * @param {{ native?: boolean | undefined, repository?: string | undefined }} options
 *   `native`: whether this version's addons are published too · `repository`: URL for the release's provenance
 * @returns {string} path of the tarball
 */
export function packInto(destination, { native = false, repository }) {
  const {
    scripts: _scripts,
    devDependencies: _development,
    ...manifest
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const addons = Object.keys(NATIVE_TARGETS).map((target) => [nativePackage(target), manifest.version])
  const published = {
    ...manifest,
    ...(repository === undefined ? {} : { repository: { type: 'git', url: repository } }),
    ...(native ? { optionalDependencies: Object.fromEntries(addons) } : {}),
    files: packedFiles(),
  }
  const stage = mkdtempSync(join(tmpdir(), 'gsd-pack-'))
  try {
    for (const name of published.files) cpSync(join(root, name), join(stage, name))
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
    return packStage(stage, destination)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { native: { type: 'boolean' }, repository: { type: 'string' } },
  })
  if (positionals[0] === undefined) {
    console.error('expected a folder for the tarball: node scripts/pack.mjs <folder> [--native] [--repository <url>]')
    process.exit(2)
  }
  console.log(packInto(positionals[0], values))
}
