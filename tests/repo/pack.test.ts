// The published package: its content, and that it installs and runs in an empty home.
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { RUNTIME_IDS, type RuntimeId } from '../../lib/runtimes/all.js'
import { SCOPES } from '../../lib/runtimes/runtime.js'
import type { Scope } from '../../lib/runtimes/terms.js'
import { pathOfNode } from '../support/node-path.js'
import { lastingFolder } from '../support/temporary.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
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

/** Returns the path of a program as `npx` starts it. */
const bin = (program: string) => join(prefix, 'node_modules/.bin', program)
const inPackage = (...path: string[]) => join(prefix, 'node_modules/gsd-pack', ...path)

describe('the published package', () => {
  it('has no dependencies and runs no install script on the user’s machine', () => {
    expect(names.filter((name) => !name.startsWith('.'))).toEqual(['gsd-pack'])
    const manifest = JSON.parse(readFileSync(inPackage('package.json'), 'utf8'))
    expect(Object.keys(manifest).filter((key) => /scripts|[dD]ependencies/.test(key))).toEqual([])
  })

  it('has no script for which npm asks permission, even if npm packs the sources', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    expect(Object.keys(scripts).filter((name) => /^(?:(?:pre|post)?install|prepare)$/.test(name))).toEqual([])
    // In a clone, `npm ci` still builds.
    expect([scripts['postprepare'], scripts['prepack']]).toEqual([scripts['build'], scripts['build']])
  })

  it('contains exactly the files that package.json names, and only those of expected kinds', () => {
    const manifest = JSON.parse(readFileSync(inPackage('package.json'), 'utf8')) as { files: string[] }
    const all = readdirSync(inPackage(), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(inPackage(), join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    expect(all.sort()).toEqual([...manifest.files, 'package.json'].sort())
    const expected =
      /^(bin\/[\w-]+\.js(on)?|dist\/[\w-]+\.(c?js(\.br)?|json\.br|txt)|dist\/extension\.d\.ts|examples\/[\w-]+\/[\w.-]+\.(json|md|mjs|yml)|schemas\/[\w.-]+\.json|(commands|workflows|agents|references|templates)\/[\w-]+\.md|hooks\/[\w-]+\.m?js|README\.md|CHANGELOG\.md|LICENSE)$/
    expect(manifest.files.filter((path) => !expected.test(path))).toEqual([])
  })

  it('lets authors of extensions import their types', () => {
    const { exports } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8'))
    for (const path of Object.values(exports['./extension'])) expect(existsSync(inPackage(String(path)))).toBe(true)
  })

  it('contains all prompts and hooks, and the licences of bundled packages', () => {
    for (const folder of ['commands', 'workflows', 'agents', 'references', 'templates', 'hooks'])
      expect([folder, readdirSync(inPackage(folder)).sort()]).toEqual([folder, readdirSync(join(ROOT, folder)).sort()])
    expect(readFileSync(inPackage('dist/NOTICE.txt'), 'utf8')).toMatch(/@inquirer\/core \d/)
  })

  it.each(['gsd-pack', 'gsd', 'gsd-tools'])('starts as %s', (program) => {
    const ran = npm('exec', '--offline', '--', program, '--version')
    expect([ran.status, ran.stdout.trim()]).toEqual([
      0,
      JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version,
    ])
  })
})

it('starts as gsd and as gsd-tools after `npm install --global .` in a clone', () => {
  const global = join(base, 'global')
  expect(npm('install', '--global', '--prefix', global, ROOT).status).toBe(0)
  const bin = process.platform === 'win32' ? global : join(global, 'bin')
  const env = { ...environment, PATH: `${bin}${delimiter}${environment.PATH}` }
  for (const program of ['gsd', 'gsd-tools'])
    expect(spawnSync(program, ['--version'], { env, shell: process.platform === 'win32' }).status).toBe(0)
})

interface Cell {
  readonly id: RuntimeId
  readonly scope: Scope
}
/** `tests/contract/runtime.test.ts` tests every row from the sources; here one row per scope is enough. */
const CELLS: readonly Cell[] = SCOPES.map((scope, index) => ({ id: RUNTIME_IDS[index] as RuntimeId, scope }))

interface Installed {
  readonly home: string
  readonly project: string
  readonly env: Readonly<Record<string, string>>
  readonly status: number | null
  readonly output: string
}

/** Runs a program. Asynchronous, because several runs at a time are no slower than one. */
const runProgram = (program: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>>) =>
  new Promise<{ status: number | null; stdout: string; stderr: string }>((done) => {
    execFile(program, args, { cwd, env, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      done({ status: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
    )
  })

async function installCell({ id, scope }: Cell, around = environment): Promise<Installed> {
  const home = mkdtempSync(join(base, `${id} ${scope} ü-`))
  const project = join(home, 'a project')
  mkdirSync(project)
  const env = { ...around, HOME: home }
  const { status, stdout, stderr } = await runProgram(
    bin('gsd-pack'),
    [`--${id}`, `--${scope}`, '--yes', '--json'],
    project,
    env,
  )
  return { home, project, env, status, output: status === 0 ? stdout : stdout + stderr }
}

/** Limit of an installation's size for one client. */
const MAX_BYTES = 3_000_000

const bytesBelow = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

describe('the published package, deleted after an installation in an empty home', () => {
  const homes = new Map<Cell, Installed>()
  beforeAll(async () => {
    const open = [...CELLS]
    const around = { ...environment, PATH: pathOfNode() }
    const worker = async () => {
      for (let cell = open.shift(); cell !== undefined; cell = open.shift())
        homes.set(cell, await installCell(cell, around))
    }
    await Promise.all([worker(), worker(), worker()])
    rmSync(join(prefix, 'node_modules'), { recursive: true })
  })

  it.concurrent.each(CELLS)(
    '$id, $scope: leaves an installation that works, reports its state and removes itself without a trace',
    async (cell) => {
      const { home, project, env, status, output } = homes.get(cell) as Installed
      expect([status, status === 0 ? '' : output]).toEqual([0, ''])
      const { payload } = JSON.parse(output) as { payload: string }
      const run = (program: string, ...args: string[]) =>
        runProgram(process.execPath, [join(payload, 'bin', program), ...args], project, env)
      expect(bytesBelow(home)).toBeLessThan(MAX_BYTES)
      const next = await run('gsd-tools.cjs', 'next')
      expect(JSON.parse(next.stdout)).toMatchObject({ kind: 'dispatch', unit: { unitType: 'new-project' } })
      const state = await run('gsd.cjs', 'doctor', '--json')
      expect([state.status, JSON.parse(state.stdout)]).toMatchObject([0, { targets: [{ drift: [] }] }])
      const removed = await run('gsd.cjs', 'uninstall', `--${cell.scope}`, '--yes')
      expect([removed.status, removed.stderr]).toEqual([0, ''])
      expect(readdirSync(home, { recursive: true })).toEqual(['a project'])
    },
  )
})
