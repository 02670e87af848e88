// `gsd` in temporary homes: called inside this process, or started as a program where only a program shows the behaviour.
import { execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { flagOf } from '../../lib/cli/arguments.js'
import { ACTION_NAMES, loadActions } from '../../lib/cli/gsd/actions.js'
import { RUNTIME_IDS } from '../../lib/runtimes/all.js'
import { askGsd, type CallSetup, environmentOf, PACKAGE, type RunSetup, startGsd } from '../support/gsd.js'
import { hostileHome, put, snapshotOf, temporaryHome, text } from '../support/home.js'
import { randomOf } from '../support/random.js'
import { describeWhere } from '../support/where.js'

const gsd = (home: string, words: readonly string[], around: CallSetup = {}) => askGsd<Answer>(home, words, around)
const start = (home: string, words: readonly string[], around: RunSetup = {}) => startGsd<Answer>(home, words, around)

interface Answer {
  readonly error?: { readonly code: string; readonly message: string; readonly fix: string }
  readonly operations: readonly { readonly kind: string; readonly path: string; readonly stage: string }[]
  readonly notices: readonly { readonly level: string; readonly path: string }[]
  readonly runtimes: readonly string[]
  readonly targets: readonly { readonly drift: readonly { readonly state: string }[] }[]
  readonly ok: boolean
  readonly [key: string]: unknown
}

it('doctor reports an interrupted run, also of a named project, and unreadable settings', async () => {
  const home = temporaryHome()
  await gsd(home, ['--claude', '--yes'])
  expect((await gsd(home, ['doctor', '--json'])).json()).toMatchObject({ ok: true })
  writeFileSync(join(home, '.claude/settings.json'), '{ "hooks": ')
  const { exit, out } = await gsd(home, ['doctor'])
  expect([exit, out]).toEqual([1, expect.stringMatching(/Cannot be read.*\n! .*settings\.json \(unreadable\)/)])
  // Many of our edits are lost with the file; it is named once, with a fix.
  expect(out.match(/settings\.json/g)).toHaveLength(1)
  mkdirSync(join(home, '.gsd-install-journal'))
  const report = await gsd(home, ['doctor'])
  expect([report.exit, report.out]).toEqual([1, expect.stringContaining('an interrupted run in')])
  const project = temporaryHome()
  await gsd(home, ['--codex', '-l', project])
  mkdirSync(join(project, '.gsd-install-journal'))
  const named = await gsd(home, ['doctor', '--local', project])
  expect(named.out).toContain(`an interrupted run in ${project}`)
})

it.each<[what: string, make: (path: string, elsewhere: string) => void]>([
  ['a folder', (path) => mkdirSync(path)],
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ['a link that leads nowhere', (path) => symlinkSync('nowhere', path)],
  ['a link out of the home', (path, elsewhere) => symlinkSync(join(elsewhere, 'settings.json'), path)],
  ['a file that is no text', (path) => writeFileSync(path, Buffer.from([0xff, 0xfe, 0]))],
])('%s in place of settings stays, and an installation says that nothing is registered there', async (_, make) => {
  const [home, elsewhere] = [temporaryHome(), temporaryHome()]
  put(elsewhere, 'settings.json', '{}')
  mkdirSync(join(home, '.claude'))
  const path = join(home, '.claude/settings.json')
  make(path, elsewhere)
  const shown = () => [
    readdirSync(join(home, '.claude')).includes('settings.json'),
    statSync(path, { throwIfNoEntry: false })?.size,
  ]
  const before = shown()
  const done = await gsd(home, ['--claude', '--json'])
  const named = done.json().notices.filter((notice) => notice.path === path)
  expect([done.exit, named]).toEqual([
    4,
    [expect.objectContaining({ level: 'decide', fix: expect.stringMatching(/^[^{]*, then install again$/) })],
  ])
  expect((await gsd(home, ['uninstall', '--all', '--global'])).exit).toBe(0)
  expect([shown(), readdirSync(home), text(elsewhere, 'settings.json')]).toEqual([before, ['.claude'], '{}'])
})

const ACTIONS = await loadActions()

describe('what is refused', () => {
  it.each<[string, readonly string[], string]>([
    ['an unknown flag', ['install', '--claud'], '--claude'],
    ['an unknown flag without an action', ['--claude', '--foo'], 'gsd install --help'],
    ['an abbreviated flag', ['install', '--dry'], 'did you mean: --dry-run?'],
    ['a flag with one dash', ['install', '-dry-run'], 'did you mean: --dry-run?'],
    ['an unknown action', ['unistall'], 'gsd uninstall'],
    ['a misspelt client', ['install', 'cursr'], 'cursor'],
    ['a verb of gsd-tools', ['next'], 'gsd-tools next'],
    ['an unknown client', ['--claude', '--codexx'], '--codex'],
    ['both scopes', ['--claude', '-g', '-l'], 'one of them'],
    ['a folder without --local', ['install', 'somewhere'], '--local'],
    ['no runtime without a terminal', [], '--claude --codex'],
    ['a word that an action does not take', ['extras', 'lst'], 'Allowed choices are list, add, remove, start'],
    ['an unknown profile', ['--claude', '--profile', 'standart'], 'standard'],
    ['uninstall without a scope', ['uninstall', '--claude'], '--global'],
    ['uninstall without a runtime', ['uninstall', '--global'], '--all'],
  ])('%s: exits with 2, changes nothing, and says what to do', async (_, words, fix) => {
    const home = hostileHome()
    const before = snapshotOf(home, { times: true })
    const { exit, out, err } = await gsd(home, words)
    expect([exit, out]).toEqual([2, ''])
    expect(err).toContain(fix)
    expect(snapshotOf(home, { times: true })).toEqual(before)
  })

  it('is a document under --json', async () => {
    const home = temporaryHome()
    const { exit, json } = start(home, ['--claude', '--jsn', '--json'])
    expect([exit, json().error?.code]).toEqual([2, 'UNKNOWN_FLAG'])
    expect(readdirSync(home)).toEqual([])
  })

  it('includes a relative folder in a client’s variable', async () => {
    const home = temporaryHome()
    expect(await gsd(home, ['--claude'], { env: { CLAUDE_CONFIG_DIR: 'rel' } })).toMatchObject({ exit: 2 })
    expect(readdirSync(home)).toEqual([])
  })
})

describeWhere(process.getuid?.() === 0)('root', () => {
  it.each([
    ['with sudo', { SUDO_USER: 'a' }],
    ['without sudo', {}],
  ])('%s writes into another user’s home only on request', async (_, env) => {
    const home = temporaryHome()
    chownSync(home, 1234, 1234)
    const before = snapshotOf(home, { times: true })
    expect(await gsd(home, ['--claude'], { env })).toMatchObject({
      exit: 1,
      err: expect.stringContaining('--allow-root'),
    })
    expect(snapshotOf(home, { times: true })).toEqual(before)
    expect((await gsd(home, ['--claude', '--allow-root'], { env })).exit).toBe(0)
  })
})

describe('which runtimes', () => {
  it('are those found, with --yes; if none is found, the call is refused', async () => {
    const home = temporaryHome()
    expect(await gsd(home, ['--yes'])).toMatchObject({ exit: 1 })
    expect(readdirSync(home)).toEqual([])
    mkdirSync(join(home, '.claude'))
    expect((await gsd(home, ['--yes', '--json'])).json().runtimes).toEqual(['claude'])
    mkdirSync(join(home, 'bin'))
    writeFileSync(join(home, 'bin/codex'), '', { mode: 0o755 })
    const env = { PATH: `${join(home, 'bin')}:/usr/bin:/bin` }
    expect((await gsd(home, ['--yes', '--json'], { env })).json().runtimes).toEqual(['claude', 'codex'])
  })

  it('are not guessed from a folder that many clients share', async () => {
    const home = temporaryHome()
    mkdirSync(join(home, 'project/.agents'), { recursive: true })
    const result = await gsd(home, ['--yes', '--local'], { cwd: join(home, 'project') })
    expect(result.err).toContain('found no agent client')
  })

  it('can be named together with a short scope flag', async () => {
    const project = temporaryHome()
    const home = temporaryHome()
    const done = await gsd(home, ['install', '--claude', '-l', project, '--json'])
    expect(done.json()).toMatchObject({ scope: 'local', runtimes: ['claude'] })
    expect([readdirSync(home), readdirSync(project)]).toEqual([[], ['.agents', '.claude']])
  })
})

describe('an installation', () => {
  it('in a home full of the user’s files can be undone byte for byte, and repeating it changes nothing', async () => {
    const home = hostileHome()
    const before = snapshotOf(home)
    // This client ignores a settings file with a comment, so the file is left alone and the user must decide.
    expect(await gsd(home, ['--claude', '--codex', '--global'])).toMatchObject({ exit: 4 })
    const installed = snapshotOf(home, { times: true })
    expect(await gsd(home, ['--claude', '--codex', '--global'])).toMatchObject({ exit: 4 })
    expect(snapshotOf(home, { times: true })).toEqual(installed)
    expect(await gsd(home, ['uninstall', '--all', '--global'])).toMatchObject({ exit: 0 })
    expect(snapshotOf(home)).toEqual(before)
  })

  it('counts the pack’s files the same in install, doctor and uninstall', async () => {
    const home = temporaryHome()
    const counts: number[] = []
    for (const words of [
      ['--claude', '--codex', '--dry-run'],
      ['--claude', '--codex'],
      ['doctor'],
      ['uninstall', '--all', '--dry-run'],
      ['uninstall', '--all'],
    ]) {
      const { out } = await askGsd(home, [...words, '--global'])
      counts.push([...out.matchAll(/^\S.*?(\d+) files/gm)].reduce((sum, [, count]) => sum + Number(count), 0))
    }
    expect(counts).toEqual(counts.map(() => counts[0]))
    expect(counts[0]).toBeGreaterThan(100)
  })

  it('says what the user must do before hooks run, only if hooks are installed', async () => {
    const asks = async (...words: string[]) => (await gsd(temporaryHome(), ['--codex', '--global', ...words])).out
    expect(await asks()).toContain('/hooks')
    expect(await asks('--no-hooks')).not.toContain('/hooks')
  })

  it('refuses contradictory offer flags, and changes nothing', async () => {
    const home = temporaryHome()
    const { exit, err } = await gsd(home, ['--claude', '--global', '--hooks', '--no-hooks'])
    expect([exit, err]).toEqual([2, expect.stringContaining('--hooks and --no-hooks cannot be combined')])
    expect(snapshotOf(home)).toEqual({})
  })

  it('stays within 300 files and 5 MB for each client, not counting the native scanner', async () => {
    for (const id of RUNTIME_IDS) {
      const home = temporaryHome()
      await gsd(home, [`--${id}`, '--global'])
      const files = readdirSync(home, { recursive: true, encoding: 'utf8' })
        .filter((name) => !name.endsWith('.node'))
        .map((name) => statSync(join(home, name)))
        .filter((found) => found.isFile())
      const bytes = files.reduce((sum, { size }) => sum + size, 0)
      expect([id, files.length]).toEqual([id, Math.min(300, files.length)])
      expect([id, bytes]).toEqual([id, Math.min(5_000_000, bytes)])
      expect(files.length).toBeGreaterThan(20)
    }
  })

  it('compiles its code in advance, once for all projects, and again only if the compiled code is missing', async () => {
    const home = temporaryHome()
    const own = { env: { PATH: '/usr/bin:/bin' } }
    await gsd(home, ['--claude'], own)
    const bin = join(home, '.agents/get-shit-done/bin')
    const cache = readdirSync(bin).find((name) => name.endsWith('.cache')) as string
    expect(cache).toContain(process.version)
    const { mtimeMs } = statSync(join(bin, cache))
    await gsd(home, ['--claude', '--codex'], own)
    expect(statSync(join(bin, cache)).mtimeMs).toBe(mtimeMs)
    unlinkSync(join(bin, cache))
    await gsd(home, ['--claude'], own)
    expect(existsSync(join(bin, cache))).toBe(true)
    const project = temporaryHome()
    await gsd(home, ['--claude', '-l', project], own)
    expect(readdirSync(join(project, '.agents/get-shit-done/bin'))).not.toContain(cache)
  })

  it('works, reports on, repairs and removes itself without the package', async () => {
    const home = temporaryHome()
    const before = snapshotOf(home)
    await gsd(home, ['--claude', '--codex'])
    const program = join(home, '.agents/get-shit-done/bin/gsd.cjs')
    const flow = '.agents/get-shit-done/workflows/next.md'
    expect(start(home, ['doctor'], { program }).exit).toBe(0)
    writeFileSync(join(home, flow), `${text(home, flow)}\nMine.\n`)
    // The user's edit is reported, but is not a problem.
    const report = start(home, ['doctor', '--json'], { program })
    expect([report.exit, report.json()]).toMatchObject([0, { ok: true, targets: [{ drift: [{ state: 'edited' }] }] }])
    expect(start(home, ['reapply-patches'], { program })).toMatchObject({ exit: 0 })
    expect(start(home, ['update'], { program })).toMatchObject({
      exit: 1,
      out: expect.stringContaining('node bin/install.js update --global'),
    })
    expect(start(home, ['install', '--claude'], { program })).toMatchObject({ exit: 0 })
    unlinkSync(join(home, flow))
    expect(start(home, ['uninstall', '--all', '--global'], { program })).toMatchObject({ exit: 0 })
    expect(snapshotOf(home)).toEqual(before)
  })

  it('of a project is found from its own payload after the project has moved', async () => {
    const home = temporaryHome()
    mkdirSync(join(home, 'one'))
    await gsd(home, ['--claude', '--codex', '-l', join(home, 'one')])
    renameSync(join(home, 'one'), join(home, 'two'))
    const program = join(home, 'two/.agents/get-shit-done/bin/gsd.cjs')
    expect(start(home, ['doctor', '--local', '--json'], { program }).json().targets).toHaveLength(1)
    expect(start(home, ['uninstall', '--local', '--all'], { program })).toMatchObject({ exit: 0 })
    expect(readdirSync(join(home, 'two'))).toEqual([])
  })

  it('keeps a file of the user at a path of the pack, says so, and exits with 4', async () => {
    const home = temporaryHome()
    put(home, '.claude/commands/gsd-next.md', 'mine')
    const done = await gsd(home, ['--claude', '--json'])
    expect([done.exit, done.json().notices]).toMatchObject([4, [{ level: 'decide' }]])
    expect(text(home, '.claude/commands/gsd-next.md')).toBe('mine')
  })

  it('lists fewer commands with a smaller profile, which an update keeps', async () => {
    const home = temporaryHome()
    const commands = () => readdirSync(join(home, '.claude/commands')).length
    await gsd(home, ['--claude', '--profile', 'full'])
    const full = commands()
    await gsd(home, ['--claude', '--profile', 'help'])
    expect(commands()).toBeLessThan(full)
    const few = commands()
    expect((await gsd(home, ['update', '--json'])).json().operations).toEqual([])
    expect(commands()).toBe(few)
  })
})

describe('--dry-run', () => {
  it('of any action prints a result and changes nothing', async () => {
    const home = temporaryHome()
    await gsd(home, ['--claude', '--codex'])
    writeFileSync(join(home, '.agents/get-shit-done/workflows/next.md'), 'edited')
    await gsd(home, ['uninstall', '-g', '--claude'])
    const before = snapshotOf(home, { times: true })
    const about = ACTION_NAMES.filter((name) => Object.hasOwn(ACTIONS[name]?.args ?? {}, 'global'))
    for (const action of about.filter((name) => Object.hasOwn(ACTIONS[name]?.args ?? {}, 'dryRun'))) {
      const client = Object.hasOwn(ACTIONS[action]?.args ?? {}, 'claude') ? ['--claude'] : []
      const done = await gsd(home, [action, ...client, '--global', '--dry-run', '--json'])
      expect(done.json()).toMatchObject({ action })
      expect([action, snapshotOf(home, { times: true })]).toEqual([action, before])
    }
  })
})

describe('what --dry-run shows', () => {
  const SETTINGS = '{\n  "model": "opus"\n}\n'

  it('includes every file of the user by name, with the changed lines', async () => {
    const home = temporaryHome()
    put(home, '.claude/settings.json', SETTINGS)
    put(home, '.codex/AGENTS.md', '# Mine\n')
    const words = ['--claude', '--codex', '--permissions', '--instructions', '--global']
    const { out } = await gsd(home, [...words, '--dry-run'])
    for (const path of ['.claude/settings.json', '.codex/AGENTS.md']) {
      expect(out).toContain(`edit ~/${path}`)
      expect(out).toContain(`\n${home}/${path}\n@@ `)
    }
    await gsd(home, words)
    const lines = text(home, '.codex/AGENTS.md').split('\n').slice(1, -1)
    for (const line of lines) expect(out).toContain(`+${line}\n`)
    expect(out).toMatch(/^-# Mine|^\+.*gsd-pack:begin/m)
  })

  it.each<[string, readonly string[], readonly string[]]>([
    ['one client', ['--claude'], ['write ~/.agents (', 'edit ~/.claude/settings.json', '+  "hooks": {']],
    ['every client', ['--all'], ['write ~/.agents', 'edit ~/.claude/settings.json', '@@ ']],
  ])('includes for %s our folders with counts', async (_, words, parts) => {
    const home = temporaryHome()
    put(home, '.claude/settings.json', SETTINGS)
    const { out } = await gsd(home, ['install', ...words, '--global', '--dry-run'])
    for (const part of [...parts, 'files)']) expect(out).toContain(part)
    const counts = [...out.matchAll(/^ {2}\w.*\((\d+) files?\)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
    const { operations } = (await gsd(home, ['install', ...words, '--global', '--dry-run', '--json'])).json()
    if (words[0] === '--claude') expect(counts).toBe(operations.filter(({ stage }) => stage !== 'config').length)
  })

  it('includes what uninstall removes from the user’s file, and the removal of files created for us', async () => {
    const home = temporaryHome()
    put(home, '.claude/settings.json', SETTINGS)
    await gsd(home, ['--claude', '--global'])
    const { out } = await gsd(home, ['uninstall', '--claude', '--global', '--dry-run'])
    expect(out).toMatch(/remove from ~\/\.agents \(\d+ files\)/)
    const taken = out.split('\n').filter((line) => /^[-+](?![-+])/.test(line))
    expect(taken.some((line) => line.includes('gsd-hook'))).toBe(true)
    expect(taken.filter((line) => line.startsWith('+')).length).toBeLessThanOrEqual(1)
    expect(text(home, '.claude/settings.json')).toContain('gsd-hook')
  })
})

describe('help', () => {
  it('names every action and every flag', async () => {
    const home = temporaryHome()
    const all = start(home, ['--help'])
    expect(all.exit).toBe(0)
    for (const name of ACTION_NAMES) {
      expect(all.out).toContain(name)
      const own = await gsd(home, [name, '--help'])
      expect(own.exit).toBe(0)
      for (const key of Object.keys(ACTIONS[name]?.args ?? {})) expect(own.out).toContain(flagOf(key))
    }
    expect(start(home, ['--version']).out).toMatch(/^\d+\.\d+\.\d+/)
  })
})

describe('a run that is killed', () => {
  it('at random moments leaves a home that the next run repairs', async () => {
    const home = hostileHome()
    const before = snapshotOf(home)
    const random = randomOf(11)
    for (let round = 0; round < 6; round++) {
      const words = round % 2 === 0 ? ['--claude', '--codex', '-g', '--yes'] : ['uninstall', '-g', '--all', '--yes']
      const child = spawn(process.execPath, [PACKAGE, ...words], { env: environmentOf(home), stdio: 'ignore' })
      const ended = new Promise((resolve) => child.on('exit', resolve))
      setTimeout(() => child.kill('SIGKILL'), 60 + random.below(240))
      await ended
    }
    expect(await gsd(home, ['--claude', '--codex', '-g'])).toMatchObject({ exit: 4 })
    expect((await gsd(home, ['doctor', '--json'])).json()).toMatchObject({ targets: [{ drift: [] }] })
    expect(await gsd(home, ['uninstall', '-g', '--all'])).toMatchObject({ exit: 0 })
    expect(snapshotOf(home)).toEqual(before)
  })
})

describe('doctor', () => {
  it('names the scanner, node, duplicate entries, and foreign packs', async () => {
    const home = temporaryHome()
    const project = temporaryHome()
    await gsd(home, ['--codex'])
    expect((await gsd(home, ['doctor', '--json'])).json()).toMatchObject({
      ok: true,
      node: { version: process.version },
      reader: { name: expect.stringMatching(/^(ts|native)$/), reason: expect.any(String) },
      doubles: [],
      foreign: [],
    })
    await gsd(home, ['--codex', '-l', project])
    put(home, '.claude/gsd-file-manifest.json', JSON.stringify({ version: '1.42.3', files: { 'agents/x.md': 'abc' } }))
    const report = await gsd(home, ['doctor', '--json'], { cwd: project })
    expect(report.exit).toBe(1)
    expect(report.json()).toMatchObject({
      ok: false,
      doubles: expect.arrayContaining([expect.objectContaining({ runtime: 'codex', name: 'gsd-next' })]),
      foreign: [expect.objectContaining({ version: '1.42.3' })],
    })
    expect(existsSync(join(home, '.claude/agents'))).toBe(false)
  })
})

describe('the models of agents', () => {
  it('are written into the files of clients that support them, and again by a reinstallation', async () => {
    const home = temporaryHome()
    const set = (models: Readonly<Record<string, unknown>>) => put(home, '.gsd/config.json', JSON.stringify(models))
    set({
      model_overrides: { 'gsd-executor': 'vendor/small', planner: 'haiku', 'gsd-verifier': 'gpt-mini' },
      models: { research: 'opus' },
      model_profile_overrides: { opencode: { opus: 'vendor/large' } },
    })
    await gsd(home, ['--claude', '--opencode', '--codex'])
    const modelsIn = (folder: string, ending: string) =>
      ['executor', 'planner', 'verifier', 'phase-researcher'].map(
        (name) => text(home, `${folder}/gsd-${name}.${ending}`).match(/^model(?::| =) (.*)$/m)?.[1] ?? null,
      )
    expect(modelsIn('.claude/agents', 'md')).toEqual([null, 'haiku', null, 'opus'])
    expect(modelsIn('.config/opencode/agents', 'md')).toEqual(['vendor/small', null, null, 'vendor/large'])
    expect(modelsIn('.codex/agents', 'toml')).toEqual([null, '"gpt-6-luna"', '"gpt-mini"', '"gpt-6.1-sol"'])
    set({ model_overrides: { 'gsd-executor': 'vendor/other' } })
    await gsd(home, ['install', '--global'])
    expect(modelsIn('.config/opencode/agents', 'md')).toEqual(['vendor/other', null, null, null])
  })

  it('of a project are written into its own installation', async () => {
    const [home, project] = [temporaryHome(), temporaryHome()]
    const models = { model_overrides: { 'gsd-executor': 'vendor/small', 'gsd-planner': 'haiku' } }
    put(project, '.planning/config.json', JSON.stringify(models))
    await gsd(home, ['install', '--local', '--opencode'], { cwd: project })
    expect(text(project, '.opencode/agents/gsd-executor.md')).toContain('model: vendor/small\n')
  })
})

describe('doctor, for users', () => {
  it('asks only the named clients', async () => {
    const home = temporaryHome()
    await gsd(home, ['--codex', '--claude'])
    const { asked } = (await gsd(home, ['doctor', '--claude', '--json'])).json()
    expect(asked).toEqual([{ runtime: 'claude', verdict: null, why: 'it is not on PATH' }])
    expect((await gsd(home, ['doctor', '--claude'])).out).toContain('Claude Code gave no answer: it is not on PATH')
  })

  it('does not mention absent clients, and does not report an empty home as fine', async () => {
    const home = temporaryHome()
    const { exit, out } = await gsd(home, ['doctor'])
    expect(exit).toBe(1)
    expect((await gsd(home, ['doctor', '--json'])).json()).toMatchObject({ ok: false, targets: [] })
    expect(out).toContain('Nothing is installed.')
    expect(out).not.toMatch(/No problems|Claude Code|Cursor|not on PATH \(checked/)
    expect((await gsd(home, ['doctor', '--cursor'])).out.match(/^Cursor: not on PATH/gm)).toHaveLength(1)
  })

  it('groups its findings by what to do about them', async () => {
    const home = temporaryHome()
    await gsd(home, ['--codex'])
    const healthy = (await gsd(home, ['doctor'])).out
    expect(healthy).toContain('No problems.')
    expect(healthy).not.toContain(': gsd install')
    put(home, '.claude/gsd-file-manifest.json', JSON.stringify({ version: '1.42.3', files: { 'agents/x.md': 'abc' } }))
    const report = (await gsd(home, ['doctor'])).out
    expect(report).toMatch(/Another GSD pack.*\n.*1\.42\.3 is in/)
    expect(report).not.toContain('No problems')
  })

  it('distinguishes a name that a foreign file also uses from one that is installed twice', async () => {
    const [home, project] = [temporaryHome(), temporaryHome()]
    await gsd(home, ['--codex'])
    put(home, '.codex/skills/gsd-next/SKILL.md', '---\nname: gsd-next\ndescription: mine\n---\n')
    const path = join(home, '.codex/skills/gsd-next')
    const own = (await gsd(home, ['doctor'])).out
    expect(own).toContain(`mv "${path}" "${path}.off"`)
    expect(own).not.toContain('gsd uninstall')
    await gsd(home, ['--codex', '-l', project])
    expect((await gsd(home, ['doctor'], { cwd: project })).out).toMatch(
      /gsd uninstall --global.*\n! Codex CLI sees gsd-/,
    )
  })

  it('distinguishes missing from changed files, and names the command that restores both', async () => {
    const home = temporaryHome()
    await gsd(home, ['--codex'])
    const [changed, gone] = ['.agents/get-shit-done/workflows/next.md', '.agents/skills/gsd-next/SKILL.md']
    const before = text(home, gone)
    put(home, changed, 'edited')
    unlinkSync(join(home, gone))
    const report = (await gsd(home, ['doctor'])).out
    expect(report).toMatch(/--restore\n! [^\n]*gsd-next\/SKILL\.md \(deleted\)\n\n/)
    expect(report).toMatch(/Edited by you[^\n]*\n! [^\n]*next\.md \(edited\)\n\n/)
    unlinkSync(join(home, changed))
    await gsd(home, ['install', '--codex', '--restore'])
    expect(text(home, gone)).toBe(before)
    expect((await gsd(home, ['doctor'])).out).toContain('No problems.')
  })
})

describe('a project that is named', () => {
  it('is freed of the pack, which stays installed in the home', async () => {
    const home = temporaryHome()
    const project = join(home, 'project')
    mkdirSync(project)
    expect((await gsd(home, ['install', '--claude', '--global'])).exit).toBe(0)
    expect((await gsd(home, ['install', '--claude', '--local', project])).exit).toBe(0)
    expect((await gsd(home, ['uninstall', '--claude', '--local', project])).exit).toBe(0)
    expect(existsSync(join(project, '.claude'))).toBe(false)
    expect(existsSync(join(home, '.agents/get-shit-done'))).toBe(true)
  })
})

describe('without a terminal', () => {
  it('install without a name updates what is installed, as doctor advises', async () => {
    const home = temporaryHome()
    expect(await gsd(home, ['install'])).toMatchObject({ exit: 2, err: expect.stringContaining('gsd install') })
    expect(snapshotOf(home)).toEqual({})
    await gsd(home, ['--codex', '--gemini'])
    const gone = '.agents/skills/gsd-next/SKILL.md'
    unlinkSync(join(home, gone))
    const call =
      /^Deleted; to restore: gsd (install --global --restore)$/m.exec((await gsd(home, ['doctor'])).out)?.[1] ?? ''
    const { exit, json } = await gsd(home, [...call.split(' '), '--json'])
    expect([exit, json().runtimes.toSorted()]).toEqual([0, ['codex', 'gemini']])
    expect((await gsd(home, ['doctor'])).out).toContain('No problems.')
  })

  it('the command to replace another pack works as doctor prints it', async () => {
    const home = temporaryHome()
    put(home, '.claude/gsd-file-manifest.json', JSON.stringify({ version: '1.42.3', files: { 'agents/x.md': 'abc' } }))
    const call = /1\.42\.3 is in .*: gsd (install --global --claude --yes)$/m.exec(
      (await gsd(home, ['doctor'])).out,
    )?.[1]
    expect((await gsd(home, (call ?? '').split(' '))).exit).toBe(0)
    expect((await gsd(home, ['doctor'])).out).not.toContain('1.42.3')
  })
})

describe('what is broken', () => {
  it.each<[string, string, string]>([
    ['an emptied program', '.agents/get-shit-done/bin/gsd-tools.cjs', ''],
    ['a program that cannot be started', '.agents/get-shit-done/bin/gsd-hook.cjs', 'not a program {'],
    ['an emptied text', '.agents/skills/gsd-next/SKILL.md', '\n'],
  ])('%s is not attributed to the user, and the named command rewrites it', async (_, path, content) => {
    const home = temporaryHome()
    await gsd(home, ['--codex'])
    const before = text(home, path)
    put(home, path, content)
    const { exit, out } = await gsd(home, ['doctor'])
    expect(exit).toBe(1)
    expect(out).not.toContain('Edited by you')
    const call = new RegExp(`Broken: .*to rewrite: gsd (install --global)\n! .*${basename(path)} `).exec(out)?.[1]
    await gsd(home, (call ?? '').split(' '))
    expect(text(home, path)).toBe(before)
    expect((await gsd(home, ['doctor'])).out).toContain('No problems.')
  })
})

it('cost explains its figures and says that they are estimates', async () => {
  const home = temporaryHome()
  await gsd(home, ['--claude'])
  const { out } = await gsd(home, ['cost'])
  expect(out).toMatch(
    /^Claude Code \(global\): about \d+ tokens in every request \(.*\)\n {2}tokens per run +text +brief\n/,
  )
  expect(out).toMatch(/Tokens are estimates/)
})

describe('settings that a client cannot read', () => {
  it('because of comments are left alone, with the advice to remove the comments and reinstall', async () => {
    const home = temporaryHome()
    put(home, '.claude/settings.json', '{\n  // mine\n  "model": "opus"\n}\n')
    const { exit, out } = await gsd(home, ['--claude', '--global'])
    expect(exit).toBe(4)
    expect(out).toContain('remove the comments and trailing commas, then install again')
    expect(out).not.toContain('"hooks"')
    put(home, '.claude/settings.json', '{\n  "model": "opus"\n}\n')
    expect((await gsd(home, ['install', '--global'])).exit).toBe(0)
    expect(text(home, '.claude/settings.json')).toContain('PreToolUse')
  })
})
