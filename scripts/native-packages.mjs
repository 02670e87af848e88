// `node scripts/native-packages.mjs <folder> <target> [--repository <url>]`: packs the addon built here as a tarball in
// `folder`. npm installs only the addon for the user's machine, so no user needs Rust; without an addon, the TypeScript scanner runs.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** npm's platform conditions for each target; `lib/markdown/native.ts` looks for the addons by the same names. */
export const NATIVE_TARGETS = {
  'linux-x64': { os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
  'linux-x64-musl': { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  'linux-arm64': { os: ['linux'], cpu: ['arm64'], libc: ['glibc'] },
  'linux-arm64-musl': { os: ['linux'], cpu: ['arm64'], libc: ['musl'] },
  'darwin-x64': { os: ['darwin'], cpu: ['x64'] },
  'darwin-arm64': { os: ['darwin'], cpu: ['arm64'] },
  'win32-x64': { os: ['win32'], cpu: ['x64'] },
  'win32-arm64': { os: ['win32'], cpu: ['arm64'] },
}

/** Returns the name of a target's npm package. @param {string} target */
export const nativePackage = (target) => `@gsd-pack/native-${target}`

/** Returns the path at which this machine builds a target's addon; the file name never says musl. */
const builtAddon = (target) => join(root, 'native', `gsd-native.${target.replace('-musl', '')}.node`)

/**
 * @param {string} destination
 * @param {string} target
 * @param {string | undefined} repository
 * @returns {string} path of the tarball
 */
export function packNative(destination, target, repository, addon = builtAddon(target)) {
  const machine = NATIVE_TARGETS[target]
  if (machine === undefined)
    throw new Error(`expected one of ${Object.keys(NATIVE_TARGETS).join(', ')}, received ${target}`)
  if (!existsSync(addon)) throw new Error(`${addon} does not exist; run npm run build:native -- --require`)
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifest = {
    name: nativePackage(target),
    version,
    description: `The native Markdown scanner of gsd-pack for ${target}`,
    license,
    ...(repository === undefined ? {} : { repository: { type: 'git', url: repository } }),
    ...machine,
    files: ['gsd-native.node'],
  }
  const stage = mkdtempSync(join(tmpdir(), 'gsd-native-'))
  try {
    copyFileSync(addon, join(stage, 'gsd-native.node'))
    copyFileSync(join(root, 'LICENSE'), join(stage, 'LICENSE'))
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    return packStage(stage, destination)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/**
 * @param {string} stage the package's folder
 * @param {string} destination
 * @returns {string} path of the tarball
 */
export function packStage(stage, destination) {
  mkdirSync(destination, { recursive: true })
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', resolve(destination)], {
    cwd: stage,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  })
  const packed = JSON.parse(output)
  return join(resolve(destination), Object.values(packed)[0].filename.replace('@', '').replace('/', '-'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, target, flag, repository] = process.argv.slice(2)
  if (target === undefined || (flag !== undefined && (flag !== '--repository' || repository === undefined))) {
    console.error(
      'expected a folder and a target: node scripts/native-packages.mjs <folder> <target> [--repository <url>]',
    )
    process.exit(2)
  }
  console.log(packNative(folder, target, repository))
}
