// The addon in separate packages: npm installs the one for the machine; without it, or if it does not load, the TypeScript scanner is used.
import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { lastingFolder } from '../support/temporary.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const base = lastingFolder('gsd-native-test-')

const run = promisify(execFile)
const script = (name: string, ...words: string[]) =>
  execFileSync(process.execPath, [join(ROOT, 'scripts', name), ...words], { encoding: 'utf8' }).trim()

const TARGET = `${process.platform}-${process.arch}`
const BUILT = join(ROOT, 'native', `gsd-native.${TARGET}.node`)

interface Manifest {
  readonly name: string
  readonly version: string
  readonly os: readonly string[]
  readonly optionalDependencies: Readonly<Record<string, string>>
}
const manifestIn = (tarball: string): Manifest =>
  JSON.parse(execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' }))

/** Starts a registry that serves the tarballs; `fetched` lists those it has served. */
async function registry(tarballs: readonly string[]) {
  const fetched: string[] = []
  const server: Server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1)
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const archive = tarballs.find((tarball) => basename(tarball) === path)
    if (archive !== undefined) {
      fetched.push(path)
      return void response.end(readFileSync(archive))
    }
    const found = tarballs.find((tarball) => manifestIn(tarball).name === path)
    if (found === undefined) return void response.writeHead(404).end('{}')
    const manifest = manifestIn(found)
    const integrity = `sha512-${createHash('sha512').update(readFileSync(found)).digest('base64')}`
    const version = { ...manifest, dist: { tarball: `${at}/${basename(found)}`, integrity } }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        name: path,
        'dist-tags': { latest: manifest.version },
        versions: { [manifest.version]: version },
      }),
    )
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, fetched, close: () => server.close() }
}

/** Installs the package by name as the user would; returns the installed and the fetched addons, and doctor's line on the scanner. */
async function installPackage(name: string, tarballs: readonly string[]) {
  const [home, prefix] = [join(base, name, 'home'), join(base, name, 'prefix')]
  for (const folder of [home, prefix]) mkdirSync(folder, { recursive: true })
  const { url, fetched, close } = await registry(tarballs)
  const env = { HOME: home, PATH: process.env['PATH'] ?? '', TMPDIR: base, npm_config_update_notifier: 'false' }
  await run('npm', ['install', '--no-audit', '--no-fund', '--registry', url, 'gsd-pack'], { cwd: prefix, env })
  close()
  const scope = join(prefix, 'node_modules/@gsd-pack')
  const doctor = run(process.execPath, [join(prefix, 'node_modules/gsd-pack/bin/install.js'), 'doctor'], {
    cwd: home,
    env,
  })
  const { stdout } = await doctor.catch((error: { stdout: string }) => error)
  return {
    addons: existsSync(scope) ? readdirSync(scope) : [],
    fetched: fetched.filter((path) => path.includes('native')),
    scanner: /^Scanner: (.*)$/m.exec(stdout)?.[1],
  }
}

const pack = script('pack.mjs', base, '--native')
/** Packs the package of a target, with the addon built here or an invalid one; returns the path of the tarball. */
async function packageOf(target: string, addon: string): Promise<string> {
  const { packNative } = (await import(new URL('../../scripts/native-packages.mjs', import.meta.url).href)) as {
    packNative: (destination: string, target: string, repository: undefined, addon: string) => string
  }
  return packNative(base, target, undefined, addon)
}
const broken = join(base, 'broken.node')
writeFileSync(broken, 'no program')

it('has a package for each machine of a release, all named by the published package', async () => {
  const { optionalDependencies, version } = manifestIn(pack)
  const names = Object.keys(optionalDependencies)
  expect(names).toContain(`@gsd-pack/native-${TARGET}`)
  expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([version]))
  const release = readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8')
  const released = [...release.matchAll(/\{ target: ([\w-]+), os/g)].map(([, target]) => `@gsd-pack/native-${target}`)
  expect(released.sort()).toEqual([...names].sort())
})

it('is installed for this machine alone, and used if it loads; otherwise the TypeScript scanner is used', async () => {
  const foreign = TARGET.startsWith('darwin') ? 'linux-arm64' : 'darwin-arm64'
  const own = existsSync(BUILT) ? BUILT : broken
  const packages = await Promise.all(
    [TARGET, foreign].map((target) => packageOf(target, target === TARGET ? own : broken)),
  )
  const { addons, fetched, scanner } = await installPackage('fits', [pack, ...packages])
  expect(addons).toEqual([`native-${TARGET}`])
  expect(fetched).toEqual([`gsd-pack-native-${TARGET}-${manifestIn(pack).version}.tgz`])
  expect(scanner).toMatch(own === BUILT ? /^native \(loaded .*native-/ : /^ts \(.*does not load/)
})

it('is optional: without it the TypeScript scanner is used', async () => {
  const { addons, scanner } = await installPackage('none', [pack])
  expect([addons, scanner]).toEqual([[], expect.stringMatching(/^ts \(no addon /)])
})
