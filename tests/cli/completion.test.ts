// Completion scripts are what the shells accept, and offer the words of the registry.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ACTION_NAMES } from '../../lib/cli/gsd/actions.js'
import { askGsd, startGsd } from '../support/gsd.js'
import { disposeProjects, makeProject, OURS } from '../support/project.js'
import { describeWhere } from '../support/where.js'

afterAll(disposeProjects)

const BIN = join(import.meta.dirname, '../../bin')
const PROGRAMS = ['gsd-tools', 'gsd'] as const
type Program = (typeof PROGRAMS)[number]
const SCRIPTS: Readonly<Record<Program, (shell: string) => Promise<string>>> = {
  'gsd-tools': async (shell) => (await makeProject({}).ask('completion', shell)).stdout,
  gsd: async (shell) => (await askGsd(makeProject({}).home, ['completion', shell])).out,
}

const has = (program: string) => spawnSync(program, ['--version']).error === undefined

/** What bash would offer behind these words; the last one is being typed. */
async function offered(program: Program, ...words: readonly string[]): Promise<readonly string[]> {
  const project = makeProject({})
  const file = join(project.home, 'completion.bash')
  writeFileSync(file, await SCRIPTS[program]('bash'))
  const typed = [program, ...words].map((word) => `'${word}'`).join(' ')
  const { stdout } = spawnSync(
    'bash',
    [
      '--norc',
      '-c',
      `source "$1"; COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _${program.replace('-', '_')}; printf '%s\\n' "\${COMPREPLY[@]}"`,
      'bash',
      file,
    ],
    { encoding: 'utf8' },
  )
  return stdout.split('\n').filter((word) => word !== '')
}

describeWhere(has('bash'))('bash', () => {
  it.each([
    [[''], ['install', 'status', '--claude', '--version']],
    [['un'], ['uninstall']],
    [['--dr'], ['--dry-run']],
    [
      ['update', '--re'],
      ['--restore', '--reapply'],
    ],
    [
      ['surface', ''],
      ['list', 'add', 'remove', 'profile'],
    ],
    [['surface', 'add', '--gl'], ['--global']],
    [
      ['completion', ''],
      ['bash', 'fish'],
    ],
  ])('offers behind gsd %j', async (words, expected) => {
    expect(await offered('gsd', ...words)).toEqual(expect.arrayContaining(expected))
  })
})

describeWhere(has('bash'))('sourced as everybody does it', () => {
  it.each([
    ['gsd-tools', 'conf', 'config'],
    ['gsd', 'stat', 'status'],
  ] as const)('%s is completed', (program, typed, expected) => {
    const { home, root } = makeProject({})
    const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` }
    expect(startGsd(home, ['--claude', '--shim'], { env }).exit).toBe(0)
    const line = `source <(${program} completion bash) && COMP_WORDS=(${program} ${typed}) COMP_CWORD=1 && _${program.replace('-', '_')} && printf '%s ' "\${COMPREPLY[@]}"`
    const done = spawnSync('bash', ['--norc', '-c', line], {
      cwd: root,
      env: { HOME: home, PATH: `${home}/.local/bin:${dirname(process.execPath)}:/usr/bin:/bin` },
      encoding: 'utf8',
    })
    expect([done.stderr, done.stdout.trim()]).toEqual(['', expected])
  })
})

/** How a shell is asked what it would offer behind words, the last of which is being typed; `$1` is the script. */
const OFFERS: Readonly<Record<string, (program: string, words: readonly string[]) => readonly string[]>> = {
  bash: (program, words) => [
    '--norc',
    '-c',
    `source "$1"; COMP_WORDS=(${[program, ...words].map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _${program.replace('-', '_')}; printf '%s\\n' "\${COMPREPLY[@]}"`,
    'bash',
  ],
  // What it hands to the editor of its lines is printed instead.
  zsh: (program, words) => [
    '-f',
    '-c',
    `compdef() {}; compadd() { shift; print -l -- "$@" }; _files() {}; source "$1"; words=(${[program, ...words].map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length + 1}; _${program.replace('-', '_')}`,
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

it('phases that have no folder yet are offered too, and those of milestones that are folded away are not', () => {
  const roadmap = `# Roadmap: X\n\n<details>\n<summary>✅ v1.0 Old — SHIPPED 2026-01-01</summary>\n\n### Phase 7: Gone\n\n</details>\n\n## v2.0 New (In Progress)\n\n${['1', '2', '2.1'].map((id) => `### Phase ${id}: P\n\n**Goal**: g\n`).join('\n')}`
  const project = makeProject({ '.planning/ROADMAP.md': roadmap, '.planning/phases/01-p/01-01-PLAN.md': 'x' })
  expect(project.run('__values', 'phase', 'edit').stdout.split('\n')).toEqual(['1', '2', '2.1', ''])
})

describe.each(SHELLS.filter(has))('names that only the program knows, in %s', (shell) => {
  const project = makeProject({
    ...OURS,
    '.planning/phases/02-$(touch pwned)/02-01-PLAN.md': 'x',
    '.planning/phases/03-`touch pwned`/03-$(touch pwned)-PLAN.md': 'x',
    '.gsd/extensions/reviewer/extension.json': '{}',
    '.gsd/extensions/$(touch pwned)/extension.json': '{}',
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
    writeFileSync(file, await SCRIPTS[program](shell))
    const { stdout, stderr } = spawnSync(shell, [...(OFFERS[shell]?.(program, words) ?? []), file], {
      cwd: project.root,
      env: { ...(isWindows ? process.env : {}), HOME: project.home, PATH: paths.join(delimiter) },
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    return stdout.split(/\r?\n/).filter((word) => word !== '')
  }

  it.each<[Program, readonly string[], readonly string[]]>([
    ['gsd-tools', ['phase', 'plan-index', ''], ['1', '2', '3', '--raw']],
    ['gsd-tools', ['config', 'get', 'workflow.res'], ['workflow.research']],
    ['gsd-tools', ['ext', 'trust', ''], ['reviewer', 'review-loop']],
    ['gsd-tools', ['check', 'run', '01-'], ['01-01', '01-02']],
    ['gsd', ['extras', 'add', 'playwright', 'con'], ['context7']],
    ['gsd', ['doctor', 'cla'], ['claude']],
    ['gsd', ['install', 'codex', 'cla'], ['claude']],
    ['gsd', ['secret', 'set', 'BR'], ['BRAVE_API_KEY']],
  ])('%s %j', async (program, words, expected) => {
    expect(await offered(program, words)).toEqual(expect.arrayContaining([...expected]))
  })

  it.each<[Program, readonly string[], readonly string[]]>([
    ['gsd-tools', ['undo', '--plan', ''], ['01-01', '01-02', '02-01']],
    ['gsd', ['auto', '--to', ''], ['1', '2', '3']],
    ['gsd', ['install', 'claude', '--profile', ''], ['core', 'standard', 'full']],
  ])('behind a flag that takes one nothing else: %s %j', async (program, words, expected) => {
    expect((await offered(program, words)).toSorted()).toEqual(expected.toSorted())
  })

  it('are no code, and asking for them writes nothing', async () => {
    const before = project.snapshot()
    for (const words of [
      ['phase', 'plan-index', ''],
      ['undo', '--plan', ''],
      ['ext', 'trust', ''],
    ])
      expect((await offered('gsd-tools', words)).join(' ')).not.toContain('touch')
    expect(project.snapshot()).toEqual(before)
  })
})

it.each([
  ['a call that is none', ['nothing', 'like', 'this']],
  ['a flag whose value has no name', ['log', '--limit']],
  ['everything that could go wrong', ['--', '\0', '--cwd']],
])('behind %s nothing is offered, and nothing said', (_, words) => {
  const { exit, stdout, stderr } = makeProject({}).run('__values', ...words.map((word) => word.replace('\0', '?')))
  expect([exit, stdout, stderr]).toEqual([0, '', ''])
})

it.each(['bash', 'zsh', 'fish', 'pwsh'])('the script for %s names every noun', async (shell) => {
  const text = await SCRIPTS['gsd-tools'](shell)
  for (const noun of ['config', 'state', 'phase', 'roadmap', 'commit', 'next']) expect(text).toContain(noun)
})

it('no word is offered twice behind an action', async () => {
  const [, offered = ''] = /'completion' = '([^']*)'/.exec(await SCRIPTS.gsd('pwsh')) ?? []
  const words = offered.split(' ')
  expect(words).toContain('fish')
  expect(words).toEqual([...new Set(words)])
})

it('PowerShell goes by its name and by that of its program', async () => {
  for (const program of PROGRAMS) expect(await SCRIPTS[program]('powershell')).toBe(await SCRIPTS[program]('pwsh'))
})

it.each(['bash', 'zsh', 'fish', 'pwsh'])('the script of gsd for %s names every action', async (shell) => {
  const text = await SCRIPTS.gsd(shell)
  for (const name of ACTION_NAMES) expect(text).toContain(name)
})

describe.each(PROGRAMS)('the script of %s', (program) => {
  it.each([
    ['bash', ['-n']],
    ['zsh', ['-n']],
    ['fish', ['--no-execute']],
  ])('is read by %s without complaint, where it is installed', async (shell, flags) => {
    if (!has(shell)) return
    const file = join(makeProject({}).home, 'script')
    writeFileSync(file, await SCRIPTS[program](shell))
    expect(spawnSync(shell, [...flags, file], { encoding: 'utf8' }).stderr).toBe('')
  })
})

it('an unknown shell is a usage error', () => {
  const answer = makeProject({}).run('completion', 'tcsh')
  expect([answer.exit, answer.json().error.code]).toEqual([2, 'USAGE'])
})
