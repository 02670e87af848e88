// The scripts are what the shells accept, and offer the words that the program says.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Arg, Args } from '../../lib/core/verb.js'
import { loadAll } from '../../lib/verbs/registry.js'
import { askGsd, startGsd } from '../support/gsd.js'
import { disposeProjects, makeProject, OURS } from '../support/project.js'
import { describeWhere } from '../support/where.js'

afterAll(disposeProjects)

const BIN = join(import.meta.dirname, '../../bin')
type Program = 'gsd' | 'gsd-tools'

const has = (program: string) => spawnSync(program, ['--version']).error === undefined
const scriptFor = async (shell: string) => (await askGsd(makeProject({}).home, ['completion', shell])).out

/** How a shell is asked what it would offer behind words, the last of which is being typed; `$1` is the script. */
const OFFERS: Readonly<Record<string, (program: string, words: readonly string[]) => readonly string[]>> = {
  bash: (program, words) => [
    '--norc',
    '-c',
    `source "$1"; COMP_WORDS=(${[program, ...words].map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _gsd ${program}; printf '%s\\n' "\${COMPREPLY[@]}"`,
    'bash',
  ],
  // What it hands to the editor of its lines is printed instead.
  zsh: (program, words) => [
    '-f',
    '-c',
    `compdef() {}; compadd() { shift; print -l -- "$@" }; _files() {}; source "$1"; words=(${[program, ...words].map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length + 1}; _gsd`,
    'zsh',
  ],
  fish: (program, words) => ['--no-config', '-c', `source $argv[1]; complete -C '${[program, ...words].join(' ')}'`],
  pwsh: (program, words) => [
    ...['-NoLogo', '-NoProfile', '-NonInteractive', '-Command'],
    `& { Invoke-Expression (Get-Content -Raw $args[0]); $line = '${[program, ...words].join(' ')}'; [System.Management.Automation.CommandCompletion]::CompleteInput($line, $line.Length, $null).CompletionMatches.CompletionText }`,
  ],
}
const isWindows = process.platform === 'win32'
/** On Windows the shell that people have there. */
const SHELLS = isWindows ? ['pwsh'] : Object.keys(OFFERS)
/** How a program of ours is found by its name. */
const launching = (name: string, file: string): readonly [string, string] =>
  isWindows
    ? [`${name}.cmd`, `@"${process.execPath}" "${file}" %*\r\n`]
    : [name, `#!/bin/sh\nexec '${process.execPath}' '${file}' "$@"\n`]

describeWhere(has('bash'))('sourced as everybody does it', () => {
  it.each([
    ['gsd-tools', 'conf', 'config'],
    ['gsd', 'stat', 'status'],
  ] as const)('%s is completed', (program, typed, expected) => {
    const { home, root } = makeProject({})
    const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` }
    expect(startGsd(home, ['--claude', '--shim'], { env }).exit).toBe(0)
    const line = `source <(gsd completion bash) && COMP_WORDS=(${program} ${typed}) COMP_CWORD=1 && _gsd ${program} && printf '%s ' "\${COMPREPLY[@]}"`
    const done = spawnSync('bash', ['--norc', '-c', line], {
      cwd: root,
      env: { HOME: home, PATH: `${home}/.local/bin:${dirname(process.execPath)}:/usr/bin:/bin` },
      encoding: 'utf8',
    })
    expect([done.stderr, done.stdout.trim()]).toEqual(['', expected])
  })
})

describe.each(SHELLS.filter(has))('what %s offers', (shell) => {
  const project = makeProject({
    ...OURS,
    '.planning/phases/02-$(touch pwned)/02-01-PLAN.md': 'x',
    '.planning/phases/03-`touch pwned`/03-$(touch pwned)-PLAN.md': 'x',
  })
  const programs = join(project.home, 'programs')
  mkdirSync(programs, { recursive: true })
  for (const [name, file] of Object.entries({ gsd: 'install.js', 'gsd-tools': 'gsd-tools.js' })) {
    const [launcher, text] = launching(name, join(BIN, file))
    writeFileSync(join(programs, launcher), text, { mode: 0o755 })
  }
  const paths = [programs, ...(isWindows ? [process.env['PATH'] ?? ''] : ['/usr/local/bin', '/usr/bin', '/bin'])]

  async function offered(program: Program, words: readonly string[]): Promise<readonly string[]> {
    const file = join(project.home, `script.${shell}`)
    writeFileSync(file, await scriptFor(shell))
    const { stdout, stderr } = spawnSync(shell, [...(OFFERS[shell]?.(program, words) ?? []), file], {
      cwd: project.root,
      env: { ...(isWindows ? process.env : {}), HOME: project.home, PATH: paths.join(delimiter) },
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    return stdout.split(/\r?\n/).filter((word) => word !== '')
  }

  it.each<[Program, readonly string[], readonly string[]]>([
    ['gsd', [''], ['install', 'status', '--claude', '--version']],
    ['gsd', ['un'], ['uninstall']],
    ['gsd', ['--dr'], ['--dry-run']],
    ['gsd', ['update', '--re'], ['--restore']],
    ['gsd', ['extras', ''], ['list', 'add', 'remove']],
    ['gsd', ['extras', 'add', 'playwright', 'con'], ['context7']],
    ['gsd', ['doctor', 'cla'], ['claude']],
    ['gsd', ['install', 'codex', 'cla'], ['claude']],
    ['gsd-tools', [''], ['config', 'state', 'phase', 'commit', 'next']],
    ['gsd-tools', ['config', ''], ['get', 'set']],
    ['gsd-tools', ['phase', 'plan-index', ''], ['1', '2', '3', '--raw']],
    ['gsd-tools', ['config', 'get', 'workflow.res'], ['workflow.research']],
    ['gsd-tools', ['check', 'run', '01-'], ['01-01', '01-02']],
  ])('behind %s %j', async (program, words, expected) => {
    expect(await offered(program, words)).toEqual(expect.arrayContaining([...expected]))
  })

  it.each<[Program, readonly string[], readonly string[]]>([
    ['gsd-tools', ['undo', '--plan', ''], ['01-01', '01-02', '02-01']],
    ['gsd', ['auto', '--to', ''], ['1', '2', '3']],
    ['gsd', ['install', 'claude', '--profile', ''], ['core', 'standard', 'full']],
  ])('behind a flag that takes one, and nothing else: %s %j', async (program, words, expected) => {
    expect((await offered(program, words)).toSorted()).toEqual(expected.toSorted())
  })

  it('is no code, and asking for it writes nothing', async () => {
    const before = project.snapshot()
    for (const words of [
      ['phase', 'plan-index', ''],
      ['undo', '--plan', ''],
    ])
      expect((await offered('gsd-tools', words)).join(' ')).not.toContain('touch')
    expect(project.snapshot()).toEqual(before)
  })
})

it('phases that have no folder yet are offered too, and those of milestones that are folded away are not', () => {
  const roadmap = `# Roadmap: X\n\n<details>\n<summary>✅ v1.0 Old — SHIPPED 2026-01-01</summary>\n\n### Phase 7: Gone\n\n</details>\n\n## v2.0 New (In Progress)\n\n${['1', '2', '2.1'].map((id) => `### Phase ${id}: P\n\n**Goal**: g\n`).join('\n')}`
  const project = makeProject({ '.planning/ROADMAP.md': roadmap, '.planning/phases/01-p/01-01-PLAN.md': 'x' })
  const words = project.run('__next', 'phase', 'edit').stdout.split('\n')
  expect(words.filter((word) => /^\d/.test(word))).toEqual(['1', '2', '2.1'])
})

it.each([
  ['a call that is none', ['nothing', 'like', 'this']],
  ['a flag whose value has no name', ['log', '--limit']],
  ['everything that could go wrong', ['--', '\0', '--cwd']],
])('behind %s nothing is offered, and nothing said', (_, words) => {
  const { exit, stdout, stderr } = makeProject({}).run('__next', ...words.map((word) => word.replace('\0', '?')))
  expect([exit, stdout, stderr]).toEqual([0, '', ''])
})

it.each([
  ['bash', ['-n']],
  ['zsh', ['-n']],
  ['fish', ['--no-execute']],
])('the script is read by %s without complaint, where it is installed', async (shell, flags) => {
  if (!has(shell)) return
  const file = join(makeProject({}).home, 'script')
  writeFileSync(file, await scriptFor(shell))
  expect(spawnSync(shell, [...flags, file], { encoding: 'utf8' }).stderr).toBe('')
})

const KEYS: Readonly<Record<string, Arg['names']>> = { phase: 'phase', phases: 'phase', planId: 'plan', host: 'client' }

it('every argument that is called after what it names says so', async () => {
  const silent = (await loadAll()).flatMap(({ name, args: taken }) =>
    Object.entries(taken as Args)
      .filter(([key, { type, names }]) => type !== 'flag' && KEYS[key] !== undefined && names !== KEYS[key])
      .map(([key]) => `${name} ${key}`),
  )
  expect(silent).toEqual([])
})
