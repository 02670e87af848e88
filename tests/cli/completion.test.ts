// Completion scripts are what the shells accept, and offer the words of the registry.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { disposeProjects, makeProject } from '../support/project.js'
import { describeWhere } from '../support/where.js'

afterAll(disposeProjects)

const script = async (shell: string) => (await makeProject({}).ask('completion', shell, '--raw')).stdout

const has = (program: string) => spawnSync(program, ['--version']).error === undefined

/** What bash would offer behind these words; the last one is being typed. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const project = makeProject({})
  const file = join(project.home, 'completion.bash')
  writeFileSync(file, await script('bash'))
  const typed = ['gsd-tools', ...words].map((word) => `'${word}'`).join(' ')
  const { stdout } = spawnSync(
    'bash',
    [
      '--norc',
      '-c',
      `source "$1"; COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _gsd_tools; printf '%s\\n' "\${COMPREPLY[@]}"`,
      'bash',
      file,
    ],
    { encoding: 'utf8' },
  )
  return stdout.split('\n').filter((word) => word !== '')
}

describeWhere(has('bash'))('bash', () => {
  it.each([
    [[''], ['config', 'next', 'brief', 'state']],
    [['conf'], ['config']],
    [
      ['config', ''],
      ['get', 'set', 'list'],
    ],
    [['config', 'set', '--dr'], ['--dry-run']],
    [['template', 'fill', 'pl'], ['plan']],
    [['phase', 'add', 'Some title', '--i'], ['--id']],
    [['next', '--ex'], ['--explain']],
  ])('offers behind %j', async (words, expected) => {
    expect(await offered(...words)).toEqual(expect.arrayContaining(expected))
  })
})

it.each(['bash', 'zsh', 'fish', 'pwsh'])('the script for %s names every noun', async (shell) => {
  const text = await script(shell)
  for (const noun of ['config', 'state', 'phase', 'roadmap', 'commit', 'next']) expect(text).toContain(noun)
})

it.each([
  ['bash', ['-n']],
  ['zsh', ['-n']],
  ['fish', ['--no-execute']],
])('%s reads its script without complaint, where it is installed', async (shell, flags) => {
  if (!has(shell)) return
  const file = join(makeProject({}).home, 'script')
  writeFileSync(file, await script(shell))
  expect(spawnSync(shell, [...flags, file], { encoding: 'utf8' }).stderr).toBe('')
})

it('an unknown shell is a usage error', () => {
  const answer = makeProject({}).run('completion', 'tcsh')
  expect([answer.exit, answer.json().error.code]).toEqual([2, 'USAGE'])
})
