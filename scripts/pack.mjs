// `node scripts/pack.mjs <folder>`: the package as it is published, as a tarball in `folder`. Its manifest holds what a user's npm needs and nothing else: no
// dependency, no lifecycle script.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** @param {string} destination @returns {string} path of the tarball */
export function packInto(destination) {
  const {
    scripts: _scripts,
    devDependencies: _development,
    ...manifest
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const stage = mkdtempSync(join(tmpdir(), 'gsd-pack-'))
  try {
    for (const name of manifest.files)
      if (existsSync(join(root, name))) cpSync(join(root, name), join(stage, name), { recursive: true })
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
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
  if (process.argv[2] === undefined) {
    console.error('expected a folder for the tarball: node scripts/pack.mjs <folder>')
    process.exit(2)
  }
  console.log(packInto(process.argv[2]))
}
