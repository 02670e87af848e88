// `node scripts/pack.mjs <folder> [--repository <url>]`: the package as it is published, as a tarball in `folder`. Its manifest holds what a user's npm needs and nothing else: no
// dependency, no lifecycle script, and the name of every file, so that nothing is published that merely lies there.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What a folder of the package may hold; the other files of the manifest are named one by one. */
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

/** Every file that is published, from what the manifest names; `/` in paths. @returns {string[]} */
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

/** @param {string} destination @param {string | undefined} repository URL that the provenance of a release is about @returns {string} path of the tarball */
export function packInto(destination, repository) {
  const {
    scripts: _scripts,
    devDependencies: _development,
    ...manifest
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const from = repository === undefined ? {} : { repository: { type: 'git', url: repository } }
  const files = packedFiles()
  const stage = mkdtempSync(join(tmpdir(), 'gsd-pack-'))
  try {
    for (const name of files) cpSync(join(root, name), join(stage, name))
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify({ ...manifest, ...from, files }, null, 2)}\n`)
    mkdirSync(destination, { recursive: true })
    const answer = execFileSync('npm', ['pack', '--json', '--pack-destination', resolve(destination)], {
      cwd: stage,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
    })
    return join(resolve(destination), JSON.parse(answer)[0].filename)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, flag, repository] = process.argv.slice(2)
  if (folder === undefined || (flag !== undefined && (flag !== '--repository' || repository === undefined))) {
    console.error('expected a folder for the tarball: node scripts/pack.mjs <folder> [--repository <url>]')
    process.exit(2)
  }
  console.log(packInto(folder, repository))
}
