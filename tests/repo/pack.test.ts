// The published package: what is in it, and that it installs and runs in an empty home without anything else.
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { RUNTIME_IDS, type RuntimeId } from '../../lib/runtimes/all.js'
import { SCOPES } from '../../lib/runtimes/runtime.js'
import type { Scope } from '../../lib/runtimes/terms.js'
import { pathOfReadyNode } from '../support/compiled.js'
import { lastingFolder } from '../support/temporary.js'

const ROOT = new URL('../..', import.meta.url).pathname
const base = lastingFolder('gsd-pack-test-')
const [home, prefix] = [join(base, 'home'), join(base, 'prefix')]
const environment = {
  HOME: home,
  PATH: process.env['PATH'] ?? '',
  TMPDIR: tmpdir(),
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
}
const npm = (...args: string[]) => spawnSync('npm', args, { cwd: prefix, env: environment, encoding: 'utf8' })

let names: string[] = []
let tarball = ''
beforeAll(() => {
  for (const folder of [home, prefix]) mkdirSync(folder)
  tarball = execFileSync(process.execPath, [join(ROOT, 'scripts/pack.mjs'), base], { encoding: 'utf8' }).trim()
  const installed = npm('install', '--no-audit', '--no-fund', tarball)
  if (installed.status !== 0) throw new Error(installed.stderr)
  names = readdirSync(join(prefix, 'node_modules'))
})

/** What `npx` starts. */
const bin = (program: string) => join(prefix, 'node_modules/.bin', program)
const inPackage = (...path: string[]) => join(prefix, 'node_modules/gsd-pack', ...path)

describe('the published package', () => {
  it('brings no other package and runs no script of its own on the user’s machine', () => {
    expect(names.filter((name) => !name.startsWith('.'))).toEqual(['gsd-pack'])
    const manifest = JSON.parse(readFileSync(inPackage('package.json'), 'utf8'))
    expect(Object.keys(manifest).filter((key) => /scripts|[dD]ependencies/.test(key))).toEqual([])
  })

  it('has no script that npm asks a user to allow, also where npm packs the sources as they are', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    expect(Object.keys(scripts).filter((name) => /^(?:(?:pre|post)?install|prepare)$/.test(name))).toEqual([])
    // Whoever clones has it built by `npm ci` all the same.
    expect([scripts['postprepare'], scripts['prepack']]).toEqual([scripts['build'], scripts['build']])
  })

  it('holds exactly the files its manifest names, and of the folders nothing but programs and prompts', () => {
    const manifest = JSON.parse(readFileSync(inPackage('package.json'), 'utf8')) as { files: string[] }
    const all = readdirSync(inPackage(), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(inPackage(), join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    expect(all.sort()).toEqual([...manifest.files, 'package.json'].sort())
    const expected =
      /^(bin\/[\w-]+\.js(on)?|dist\/(chunks\/)?[\w-]+\.(cjs|cjs\.br|json\.br|txt)|dist\/extension\.(mjs|d\.ts)|examples\/[\w-]+\/[\w.-]+\.(json|md|mjs|yml)|schemas\/[\w.-]+\.json|(commands|workflows|agents|references|templates)\/[\w-]+\.md|hooks\/[\w-]+\.m?js|README\.md|CHANGELOG\.md|LICENSE)$/
    expect(manifest.files.filter((path) => !expected.test(path))).toEqual([])
  })

  it('lets authors of extensions import their module and its types', () => {
    const { exports } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8'))
    for (const path of Object.values(exports['./extension'])) expect(existsSync(inPackage(String(path)))).toBe(true)
  })

  it('lacks no prompt and no hook of the sources, no licence of what is bundled, and no file that a program names', () => {
    for (const folder of ['commands', 'workflows', 'agents', 'templates', 'hooks'])
      expect([folder, readdirSync(inPackage(folder)).sort()]).toEqual([folder, readdirSync(join(ROOT, folder)).sort()])
    expect(readFileSync(inPackage('dist/NOTICE.txt'), 'utf8')).toMatch(/@inquirer\/core \d/)
    const chunks = readdirSync(inPackage('dist/chunks'))
    const named = ['gsd.cjs', 'gsd-tools.cjs'].flatMap((program) =>
      [...readFileSync(inPackage('dist', program), 'utf8').matchAll(/-[0-9a-f]{8}\.cjs(?:\.br)?/g)].map(([end]) => end),
    )
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((end) => !chunks.some((chunk) => chunk.endsWith(end)))).toEqual([])
    expect(chunks.filter((chunk) => !named.some((end) => chunk.endsWith(end)))).toEqual([])
  })

  it.each(['gsd-pack', 'gsd', 'gsd-tools'])('starts as %s', (program) => {
    const ran = npm('exec', '--offline', '--', program, '--version')
    expect([ran.status, ran.stdout.trim()]).toEqual([
      0,
      JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version,
    ])
  })
})

interface Cell {
  readonly id: RuntimeId
  readonly scope: Scope
}
/** What a row writes is tried from the sources (`tests/contract/runtime.test.ts`): here one row in each scope. */
const CELLS: readonly Cell[] = SCOPES.map((scope, index) => ({ id: RUNTIME_IDS[index] as RuntimeId, scope }))

interface Installed {
  readonly home: string
  readonly project: string
  readonly env: Readonly<Record<string, string>>
  readonly status: number | null
  readonly said: string
}

/** Runs without waiting, because a few at a time are no slower than one. */
const started = (program: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>>) =>
  new Promise<{ status: number | null; stdout: string; stderr: string }>((done) => {
    execFile(program, args, { cwd, env, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      done({ status: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
    )
  })

async function installed({ id, scope }: Cell, around = environment): Promise<Installed> {
  const home = mkdtempSync(join(base, `${id} ${scope} ü-`))
  const project = join(home, 'a project')
  mkdirSync(project)
  const env = { ...around, HOME: home }
  const { status, stdout, stderr } = await started(
    bin('gsd-pack'),
    [`--${id}`, `--${scope}`, '--yes', '--json', '--quiet'],
    project,
    env,
  )
  return { home, project, env, status, said: status === 0 ? stdout : stdout + stderr }
}

/** A registry on this machine that has nothing but our package. */
async function registry(): Promise<{ readonly url: string; readonly close: () => void }> {
  const bytes = readFileSync(tarball)
  const { name, version, bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const server = createServer(({ url: asked = '' }, answer) => {
    if (asked.endsWith('.tgz')) return answer.end(bytes)
    const dist = {
      tarball: `${url}/${name}.tgz`,
      integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
    }
    const packument = { name, 'dist-tags': { latest: version }, versions: { [version]: { name, version, bin, dist } } }
    return answer.writeHead(asked === `/${name}` ? 200 : 404).end(JSON.stringify(packument))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => server.close().closeAllConnections() }
}

describe('what is drawn, called from an installation, which brings nothing that draws', () => {
  const { npm_config_offline: _, ...around } = environment
  let [home, payload] = ['', '']
  /** `gsd` as its shim starts it. */
  const gsd = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    started(process.execPath, [join(payload, 'bin/gsd.cjs'), ...words], join(home, 'a project'), {
      ...around,
      HOME: home,
      ...env,
    })
  const asks = expect.stringMatching(
    /^gsd: what draws gsd report comes with the package; asking npm for gsd-pack@\S+\n$/,
  )

  beforeAll(async () => {
    const at = await installed({ id: 'claude', scope: 'global' })
    home = at.home
    payload = Object.values((JSON.parse(at.said) as { payloads: Record<string, string> }).payloads)[0] as string
    expect((await gsd(['init', '--yes'])).status).toBe(0)
  }, 100_000)

  it('is not there without the package and without a registry, and the call that would bring it is named', async () => {
    writeFileSync(join(home, '.npmrc'), 'registry=http://127.0.0.1:9/\n')
    // Where nobody can be asked, npm is not: the call that agrees is named.
    const unasked = await gsd(['report', '--markdown'])
    expect(unasked).toEqual({ status: 4, stdout: '', stderr: expect.stringMatching(/gsd report --fetch, or npx/) })
    expect(unasked.stderr).not.toContain('ECONNREFUSED')
    const { status, stdout, stderr } = await gsd(['report', '--markdown', '--fetch'])
    expect([status, stdout, stderr.split('\n').length]).toEqual([1, '', 4])
    expect(stderr).toMatch(/npm did not bring it .*ECONNREFUSED.*\n.*npx gsd-pack@\S+ report/)
  })

  it('is drawn by a package that npm has put on the PATH, and by none that is not ours', async () => {
    const there = join(prefix, 'node_modules/.bin')
    const env = { PATH: `${there}:${around.PATH}` }
    const { status, stdout, stderr } = await gsd(['report', '--markdown'], env)
    expect([status, stderr, stdout]).toEqual([0, '', expect.stringContaining('# a project')])
    const file = inPackage('dist/gsd-pictures.cjs')
    const ours = readFileSync(file)
    writeFileSync(file, 'console.log("theirs")')
    const theirs = await gsd(['report', '--markdown'], env)
    writeFileSync(file, ours)
    expect([theirs.status, theirs.stdout]).toEqual([4, ''])
  })

  it('is fetched once, which is said in a line, and is there from then on', async () => {
    const served = await registry()
    writeFileSync(join(home, '.npmrc'), `registry=${served.url}/\n`)
    const first = await gsd(['report', '--markdown', '--fetch'])
    served.close()
    expect(first).toEqual({ status: 0, stdout: expect.stringContaining('# a project'), stderr: asks })
    const second = await gsd(['watch'])
    expect([second.status, second.stderr, second.stdout]).toEqual([0, '', expect.stringContaining('a project')])
  })
})

describe('the published package, installed in an empty home and then gone', () => {
  const homes = new Map<Cell, Installed>()
  beforeAll(async () => {
    const open = [...CELLS]
    const around = { ...environment, PATH: pathOfReadyNode() }
    const worker = async () => {
      for (let cell = open.shift(); cell !== undefined; cell = open.shift())
        homes.set(cell, await installed(cell, around))
    }
    await Promise.all([worker(), worker(), worker()])
    rmSync(join(prefix, 'node_modules'), { recursive: true })
  }, 300_000)

  it.concurrent.each(CELLS)('$id, $scope: works, knows its state and removes itself without a trace', async (cell) => {
    const { home, project, env, status, said } = homes.get(cell) as Installed
    expect([status, status === 0 ? '' : said]).toEqual([0, ''])
    const { payloads } = JSON.parse(said) as { payloads: Readonly<Record<string, string>> }
    const [payload] = Object.values(payloads) as [string]
    const run = (program: string, ...args: string[]) =>
      started(process.execPath, [join(payload, 'bin', program), ...args], project, env)
    const next = await run('gsd-tools.cjs', 'next')
    expect(JSON.parse(next.stdout)).toMatchObject({ kind: 'dispatch', unit: { unitType: 'new-project' } })
    const state = await run('gsd.cjs', 'status', '--json')
    expect([state.status, JSON.parse(state.stdout)]).toMatchObject([0, { installed: true, drift: false }])
    const removed = await run('gsd.cjs', 'uninstall', `--${cell.scope}`, '--yes', '--quiet')
    expect([removed.status, removed.stdout, removed.stderr]).toEqual([0, '', ''])
    expect(readdirSync(home, { recursive: true })).toEqual(['a project'])
  })
})
