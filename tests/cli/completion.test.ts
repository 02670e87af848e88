// The completion scripts are valid in their shells, and offer what the program offers.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { askGsd, startGsd } from '../support/gsd.js'
import { disposeProjects, makeProject, OURS } from '../support/project.js'
import { describeWhere } from '../support/where.js'

afterAll(disposeProjects)

const BIN = join(import.meta.dirname, '../../bin')

const has = (program: string) => spawnSync(program, ['--version']).error === undefined
const scriptFor = async (shell: string) => (await askGsd(makeProject({}).home, ['completion', shell])).out

/** Arguments with which each shell prints its completions after some words, the last of which is incomplete; the script follows as the last argument. */
const OFFERS: Readonly<Record<string, (program: string, words: readonly string[]) => readonly string[]>> = {
  bash: (program, words) => [
    '--norc',
    '-c',
    `source "$1"; COMP_WORDS=(${[program, ...words].map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _gsd ${program}; printf '%s\\n' "\${COMPREPLY[@]}"`,
    'bash',
  ],
  // Prints the completions instead of passing them to the line editor.
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
const SHELLS = isWindows ? ['pwsh'] : Object.keys(OFFERS)
/** Returns the name and text of a file that starts one of our programs. */
const launcherFile = (name: string, file: string): readonly [string, string] =>
  isWindows
    ? [`${name}.cmd`, `@"${process.execPath}" "${file}" %*\r\n`]
    : [name, `#!/bin/sh\nexec '${process.execPath}' '${file}' "$@"\n`]

describeWhere(has('bash'))('the script for bash, sourced from the program', () => {
  it('completes gsd', () => {
    const [program, typed, expected] = ['gsd', 'doct', 'doctor']
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
  const project = makeProject(OURS)
  const programs = join(project.home, 'programs')
  mkdirSync(programs, { recursive: true })
  const [launcher, text] = launcherFile('gsd', join(BIN, 'install.js'))
  writeFileSync(join(programs, launcher), text, { mode: 0o755 })
  const paths = [programs, ...(isWindows ? [process.env['PATH'] ?? ''] : ['/usr/local/bin', '/usr/bin', '/bin'])]

  async function offersOf(program: string, words: readonly string[]): Promise<readonly string[]> {
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

  it.each<[readonly string[], readonly string[]]>([
    [[''], ['install', 'doctor', '--claude', '--version']],
    [['extras', 'add', 'playwright', 'con'], ['context7']],
    [
      ['install', 'claude', '--profile', ''],
      ['core', 'standard', 'full'],
    ],
  ])('after %j', async (words, expected) => {
    expect(await offersOf('gsd', words)).toEqual(expect.arrayContaining([...expected]))
  })
})

/** The words before the one being typed, as the scripts pass them. */
it.each<[readonly string[], readonly string[]]>([
  [[], ['uninstall', '--dry-run']],
  [['update'], ['--restore']],
  [['extras'], ['list', 'add', 'remove']],
  [['doctor'], ['claude']],
  [['install', 'codex'], ['claude']],
])('after %j the program offers %j', async (words, expected) => {
  const output = (await askGsd(makeProject({}).home, ['__next', ...words])).out
  expect(output.split('\n')).toEqual(expect.arrayContaining([...expected]))
})

it('after a flag with a value it offers only the flag’s values', async () => {
  const output = (await askGsd(makeProject({}).home, ['__next', 'install', 'claude', '--profile'])).out
  expect(output.trim().split('\n').toSorted()).toEqual(['core', 'full', 'standard'])
})

it.each([
  ['bash', ['-n']],
  ['zsh', ['-n']],
  ['fish', ['--no-execute']],
])('the script is valid in %s, if that is installed', async (shell, flags) => {
  if (!has(shell)) return
  const file = join(makeProject({}).home, 'script')
  writeFileSync(file, await scriptFor(shell))
  expect(spawnSync(shell, [...flags, file], { encoding: 'utf8' }).stderr).toBe('')
})
