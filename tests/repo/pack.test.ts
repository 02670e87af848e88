// The published package: what is in it, and that it installs and runs in an empty home without anything else.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = new URL('../..', import.meta.url).pathname
const base = mkdtempSync(join(tmpdir(), 'gsd-pack-test-'))
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
beforeAll(() => {
  for (const folder of [home, prefix]) mkdirSync(folder)
  const tarball = execFileSync(process.execPath, [join(ROOT, 'scripts/pack.mjs'), base], { encoding: 'utf8' }).trim()
  const installed = npm('install', '--no-audit', '--no-fund', tarball)
  if (installed.status !== 0) throw new Error(installed.stderr)
  names = readdirSync(join(prefix, 'node_modules'))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

const inPackage = (...path: string[]) => join(prefix, 'node_modules/gsd-pack', ...path)

describe('the published package', () => {
  it('brings no other package and runs no script of its own on the user’s machine', () => {
    expect(names.filter((name) => !name.startsWith('.'))).toEqual(['gsd-pack'])
    const manifest = JSON.parse(readFileSync(inPackage('package.json'), 'utf8'))
    expect(Object.keys(manifest).filter((key) => /scripts|[dD]ependencies/.test(key))).toEqual([])
  })

  it('holds the programs, the prompts and the licences of what is bundled, and no sources or tests', () => {
    for (const path of [
      'dist/gsd.cjs',
      'dist/gsd-tools.cjs',
      'dist/NOTICE.txt',
      'commands/next.md',
      'agents/executor.md',
      'LICENSE',
    ])
      expect([path, existsSync(inPackage(path))]).toEqual([path, true])
    const all = readdirSync(inPackage(), { recursive: true, encoding: 'utf8' })
    expect(all.filter((name) => /\.ts$|^tests|^lib|^scripts|\.node$/.test(name))).toEqual([])
    expect(readFileSync(inPackage('dist/NOTICE.txt'), 'utf8')).toMatch(/@inquirer\/core \d/)
  })

  it.each(['gsd-pack', 'gsd', 'gsd-tools'])('starts as %s', (program) => {
    const ran = npm('exec', '--offline', '--', program, '--version')
    expect([ran.status, ran.stdout.trim()]).toEqual([
      0,
      JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version,
    ])
  })

  it('installs into an empty home, works there, and leaves it empty again after it is gone itself', () => {
    const installed = npm('exec', '--offline', '--', 'gsd-pack', '--claude', '--codex', '--global', '--yes', '--quiet')
    expect([installed.status, installed.stderr]).toEqual([0, ''])
    rmSync(join(prefix, 'node_modules'), { recursive: true })
    const payload = join(home, '.claude/get-shit-done/bin')
    const next = spawnSync(process.execPath, [join(payload, 'gsd-tools.cjs'), 'next'], {
      cwd: base,
      env: environment,
      encoding: 'utf8',
    })
    expect(JSON.parse(next.stdout)).toMatchObject({ kind: 'dispatch', unit: { unitType: 'new-project' } })
    const removed = spawnSync(
      process.execPath,
      [join(payload, 'gsd.cjs'), 'uninstall', '--global', '--yes', '--quiet'],
      { cwd: base, env: environment, encoding: 'utf8' },
    )
    expect([removed.status, removed.stderr]).toEqual([0, ''])
    expect(readdirSync(home).filter((name) => name !== '.npm')).toEqual([])
  })
})
