// Codex's default sandbox for its model's commands: what works in it, and what is reported if something does not.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasClient, pinnedFolder } from '../support/clients/run.js'
import { GIVEN } from '../support/given.js'
import { gitInit, install, newSandbox } from '../support/sandbox.js'

const PROGRAM = join(pinnedFolder('clients/codex'), '.bin/codex')

/** The default for a project, except that the temporary folder, which contains this home, is read-only like a home. */
const CONFIG = [
  'sandbox_mode="workspace-write"',
  'sandbox_workspace_write.exclude_slash_tmp=true',
  'sandbox_workspace_write.exclude_tmpdir_env_var=true',
].flatMap((setting) => ['-c', setting])

function inSandbox() {
  // The sandbox has its own /dev/shm, so the machine's is not visible.
  const { home, project } = newSandbox(GIVEN.temporary)
  gitInit(project)
  install({ home, project, out: '' }, ['--codex', '--global'])
  mkdirSync(join(project, '.planning'), { recursive: true })
  writeFileSync(join(project, '.planning/PROJECT.md'), '# P\n')
  const bin = readdirSync(home, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('/bin/gsd-tools.cjs'),
  )
  const folder = dirname(join(home, bin ?? ''))
  const env = {
    HOME: home,
    PATH: process.env['PATH'] ?? '',
    CODEX_HOME: join(home, '.codex'),
    GIT_CONFIG_NOSYSTEM: '1',
  }
  mkdirSync(env.CODEX_HOME, { recursive: true })
  const run = (program: string, ...words: readonly string[]) =>
    spawnSync(PROGRAM, ['sandbox', ...CONFIG, process.execPath, join(folder, program), ...words], {
      cwd: project,
      env,
      encoding: 'utf8',
    })
  return { home, project, run }
}

describe.runIf(hasClient('codex'))('in the sandbox of Codex', () => {
  it('planning files can be written', () => {
    const { run } = inSandbox()
    const set = run('gsd-tools.cjs', 'config', 'set', 'workflow.ui_safety_gate', 'false')
    expect([set.status, JSON.parse(set.stdout).updated], set.stderr).toEqual([0, true])
    const get = run('gsd-tools.cjs', 'config', 'get', 'workflow.ui_safety_gate')
    expect(get.stdout.trim(), get.stderr).toBe('false')
  })

  it('a commit is refused because git is read-only, not because of a lock, with an error that says what the user can do', () => {
    const { run } = inSandbox()
    const { status, stdout } = run('gsd-tools.cjs', 'commit', 'docs: p', '--files', '.planning/PROJECT.md')
    const { error } = JSON.parse(stdout)
    expect([status, error.code], stdout).toEqual([4, 'GIT_READ_ONLY'])
    expect(error.fix).toContain('outside the sandbox')
  })
})
