// Homes as containers, administrators and dotfile managers create them; with the built program where the user or a variable matters.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  CAN_SWITCH_USER,
  commonFolder,
  commonProgram,
  NOBODY,
  PERMISSIONS_APPLY,
  UNPRIVILEGED,
} from '../support/another-user.js'
import { askGsd } from '../support/gsd.js'
import { put, snapshotOf, temporaryHome, text } from '../support/home.js'
import { pathOfNode } from '../support/node-path.js'
import { itWhere } from '../support/where.js'

const PROGRAM = join(import.meta.dirname, '../../bin/install.js')
const isRoot = process.getuid?.() === 0

interface Options {
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly as?: { readonly uid?: number; readonly gid?: number }
  readonly program?: string
}

function gsd(words: readonly string[], { env, cwd, as = {}, program = PROGRAM }: Options) {
  const done = spawnSync(process.execPath, [program, ...words], {
    ...as,
    cwd,
    // Other users may have no access to the folder of this node.
    env: { PATH: as.uid === undefined ? pathOfNode() : '/usr/bin:/bin', ...env },
    encoding: 'utf8',
  })
  return { exit: done.status, out: done.stdout, err: done.stderr }
}

const INSTALL = ['--claude', '--global', '--yes']
const UNINSTALL = ['uninstall', '--claude', '--global', '--yes']
const GOOD = { exit: 0, err: '' }

async function installIn(home: string, folder: string) {
  const before = snapshotOf(folder)
  expect(await askGsd(home, INSTALL)).toMatchObject(GOOD)
  const uninstall = async () => {
    expect(await askGsd(home, UNINSTALL)).toMatchObject(GOOD)
    return snapshotOf(folder)
  }
  return { before, uninstall }
}

describe('a home', () => {
  it('that no variable names is the recorded one, not the current folder', () => {
    const here = temporaryHome()
    const { exit, out } = gsd([...INSTALL, '--dry-run', '--json'], { env: { HOME: '' }, cwd: here })
    expect(exit).toBe(0)
    const place = JSON.parse(out).payload as string
    expect([place[0], place.startsWith(here)]).toEqual(['/', false])
    expect(readdirSync(here)).toEqual([])
  })

  itWhere(CAN_SWITCH_USER)('that is unknown must be given', () => {
    const as = { uid: 54_321, gid: 54_321 }
    const { exit, err } = gsd(INSTALL, { env: {}, cwd: commonFolder(), as, program: commonProgram() })
    expect([exit, err]).toEqual([2, expect.stringContaining('export HOME=')])
  })

  it('that is relative is refused', () => {
    const here = temporaryHome()
    expect(gsd(INSTALL, { env: { HOME: 'home' }, cwd: here })).toMatchObject({ exit: 2, out: '' })
    expect(readdirSync(here)).toEqual([])
  })

  it('may be the root folder of a container', () => {
    const here = temporaryHome()
    const { exit, out } = gsd([...INSTALL, '--dry-run', '--json'], { env: { HOME: '/' }, cwd: here })
    expect([exit, JSON.parse(out).payload]).toEqual([0, '/.agents/get-shit-done'])
  })

  itWhere(PERMISSIONS_APPLY)('that is read-only is named and unchanged', () => {
    const here = commonFolder()
    put(here, 'home/.claude/settings.json', '{}')
    const home = join(here, 'home')
    chmodSync(join(home, '.claude'), 0o555)
    chmodSync(home, 0o555)
    const before = snapshotOf(home)
    const { exit, err } = gsd(INSTALL, { env: { HOME: home }, cwd: home, as: UNPRIVILEGED, program: commonProgram() })
    expect([exit, err]).toEqual([70, expect.stringMatching(/\(EACCES\); no changes were made/)])
    expect(snapshotOf(home)).toEqual(before)
    chmodSync(home, 0o755)
  })

  /** Paths that may belong to another user, after an installation or a restored backup. */
  const TAKEN = [
    '.claude',
    '.agents/get-shit-done',
    '.agents/get-shit-done/gsd-file-manifest.json',
    '.claude/commands',
    '.claude/settings.json',
  ]

  itWhere(CAN_SWITCH_USER)('with a path of another user is left unchanged, and the refusal names the path', () => {
    const home = commonFolder()
    chownSync(home, NOBODY, NOBODY)
    const program = commonProgram()
    const run = (...words: readonly string[]) =>
      gsd(words, { env: { HOME: home }, cwd: home, as: UNPRIVILEGED, program })
    expect(run(...INSTALL).exit).toBe(0)
    for (const place of TAKEN) {
      const [path, { mode }] = [join(home, place), statSync(join(home, place))]
      chownSync(path, 0, 0)
      chmodSync(path, 0o700)
      const before = snapshotOf(home)
      for (const words of [[...INSTALL, '--profile', 'core'], UNINSTALL]) {
        const { exit, err } = run(...words)
        expect([place, exit === 0, err]).toEqual([place, false, expect.stringContaining(`${path} `)])
        expect(err).toMatch(/fix: let this user/)
        expect(snapshotOf(home)).toEqual(before)
      }
      chownSync(path, NOBODY, NOBODY)
      chmodSync(path, mode)
    }
    expect(run(...UNINSTALL).exit).toBe(0)
    expect(snapshotOf(home)).toEqual({})
  })

  itWhere(CAN_SWITCH_USER)('with a .gsd of another user gets an installation, and is restored by an uninstall', () => {
    const home = commonFolder()
    chownSync(home, NOBODY, NOBODY)
    mkdirSync(join(home, '.gsd'), { mode: 0o755 })
    const before = snapshotOf(home)
    const run = (...words: readonly string[]) =>
      gsd(words, { env: { HOME: home }, cwd: home, as: UNPRIVILEGED, program: commonProgram() })
    expect(run(...INSTALL)).toMatchObject(GOOD)
    expect(run(...UNINSTALL)).toMatchObject({ exit: 0 })
    expect(snapshotOf(home)).toEqual(before)
  })

  it.each([
    ['a link that leads to itself', (path: string) => symlinkSync('.codex', path), 3, /\/\.codex\/agents\/\S+ changed/],
    ['a link that leads nowhere', (path: string) => symlinkSync('gone', path), 70, /\/\.codex\/agents .*ENOENT/],
    ['a file', (path: string) => writeFileSync(path, 'mine'), 70, /\/\.codex\/agents .*ENOTDIR/],
  ])('with %s in place of a client’s folder refuses that client, but not others', async (_, make, code, message) => {
    const home = temporaryHome()
    const run = (...words: string[]) => askGsd(home, words)
    make(join(home, '.codex'))
    const before = snapshotOf(home)
    const { exit, err } = await run('install', '--claude', '--codex', '--global')
    expect([exit, err]).toEqual([code, expect.stringMatching(message)])
    expect(snapshotOf(home)).toEqual(before)
    expect(await run('install', '--claude', '--global')).toMatchObject(GOOD)
    expect(await run('uninstall', '--all', '--global')).toMatchObject(GOOD)
    expect(snapshotOf(home)).toEqual(before)
  })

  it('that is a link keeps its spelling in prompts, and its target is restored by an uninstall', async () => {
    const here = temporaryHome()
    put(here, 'real/own.txt', 'mine')
    symlinkSync('real', join(here, 'home of ü'))
    const home = join(here, 'home of ü')
    const { before, uninstall } = await installIn(home, here)
    expect(text(home, '.claude/commands/gsd-next.md')).toContain(
      `node "${home}/.agents/get-shit-done/bin/gsd-tools.cjs"`,
    )
    expect(realpathSync(join(home, '.claude'))).toBe(join(here, 'real/.claude'))
    expect(await uninstall()).toEqual(before)
  })

  it('whose client folder is a link gets the files in the link’s target', async () => {
    const here = temporaryHome()
    put(here, 'home/dotfiles/claude/CLAUDE.md', 'mine')
    symlinkSync('dotfiles/claude', join(here, 'home/.claude'))
    const home = join(here, 'home')
    const { before, uninstall } = await installIn(home, home)
    expect(readdirSync(join(home, 'dotfiles/claude')).sort()).toEqual([
      'CLAUDE.md',
      'agents',
      'commands',
      'settings.json',
    ])
    expect(await uninstall()).toEqual(before)
  })

  itWhere(isRoot)('of another user is refused to root', () => {
    const home = temporaryHome()
    chownSync(home, NOBODY, NOBODY)
    const { exit, err } = gsd(INSTALL, { env: { HOME: home }, cwd: home })
    expect([exit, err]).toEqual([1, expect.stringContaining('--allow-root')])
    expect(readdirSync(home)).toEqual([])
  })

  itWhere(process.platform !== 'win32')('with shell syntax in its name is only a path to hooks', () => {
    const at = temporaryHome()
    const home = join(at, 'a"b $(touch x) `touch y`')
    mkdirSync(home)
    expect(gsd([...INSTALL, '--gemini'], { env: { HOME: home }, cwd: home })).toMatchObject(GOOD)
    const { hooks } = JSON.parse(text(home, '.gemini/settings.json'))
    const { statusLine } = JSON.parse(text(home, '.claude/settings.json'))
    const groups = Object.values(hooks).flat() as { hooks: { command: string }[] }[]
    const lines = [statusLine, ...groups.flatMap(({ hooks: all }) => all)].map(({ command }) => command)
    const answers = lines.map((line) => {
      const env = { PATH: pathOfNode(), HOME: home }
      const { status, stderr } = spawnSync('sh', ['-c', line], { cwd: at, env, input: '{}', encoding: 'utf8' })
      return [line, status, stderr]
    })
    expect(answers).toEqual(lines.map((line) => [line, 0, '']))
    expect(answers.length).toBeGreaterThan(3)
    expect(readdirSync(at)).toEqual([basename(home)])
  })

  it('without node on PATH calls node by a stable, quoted path', () => {
    const home = temporaryHome()
    const done = spawnSync(process.execPath, [PROGRAM, ...INSTALL], {
      cwd: home,
      env: { PATH: join(home, 'nothing'), HOME: home },
      encoding: 'utf8',
    })
    expect(done.status).toBe(0)
    const [, call] = text(home, '.claude/commands/gsd-next.md').match(/`(".*?gsd-tools\.cjs") brief/) ?? []
    const ran = spawnSync('/bin/sh', ['-c', `${call} --version`], { cwd: home, env: { HOME: home }, encoding: 'utf8' })
    expect([ran.status, ran.stderr, ran.stdout.trim()]).toEqual([0, '', expect.stringMatching(/^\d+\.\d+\.\d+/)])
  })
})
