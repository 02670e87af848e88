// Rules of a project or the user, in the hook program as clients start it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { agreed } from '../support/agreed.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const PROGRAM = join(import.meta.dirname, '../../dist/gsd-hook.cjs')

const SQL =
  '---\ntools: [write, edit]\npath: "*.sql"\n---\n\nA migration is never edited, only followed by another one.\n'

/** Returns the text that the model gets at an event. */
function heard(project: TempProject, tool: string, input: object, event = 'PreToolUse'): string {
  const ran = spawnSync(process.execPath, [PROGRAM, 'claude'], {
    cwd: project.root,
    input: JSON.stringify({
      cwd: project.root,
      hook_event_name: event,
      session_id: 's',
      tool_name: tool,
      tool_input: input,
    }),
    encoding: 'utf8',
    env: { ...project.env(), PATH: process.env['PATH'] ?? '' },
  })
  expect([ran.status, ran.stderr]).toEqual([0, ''])
  return ran.stdout === '' ? '' : (JSON.parse(ran.stdout).hookSpecificOutput?.additionalContext ?? '')
}

const writes = (project: TempProject, path: string) =>
  heard(project, 'Write', { file_path: project.at(path), content: 'x' })

function writeUserFile(project: TempProject, name: string, text: string): void {
  const path = join(project.home, '.gsd', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

describe('a rule of the project', () => {
  it('is shown when a call matches, if the user has agreed to exactly this text', async () => {
    const project = makeProject({ ...OURS, '.gsd/rules/migrations.md': SQL }).initGit()
    expect(writes(project, 'db/1.sql')).toBe('')
    expect((await project.ask('trust')).json().commands).toContainEqual(
      expect.objectContaining({ kind: 'read', by: null, sources: [{ path: '.gsd/rules/migrations.md', key: '' }] }),
    )
    await agreed(project, 'trust', '--agree')
    expect(writes(project, 'db/1.ts')).toBe('')
    expect(writes(project, 'db/1.sql')).toContain('A migration is never edited')
    project.write('.gsd/rules/migrations.md', SQL.replace('never', 'always'))
    expect(writes(project, 'db/2.sql')).toBe('')
  })

  it('may be in the project’s settings, and needs agreement like a page', async () => {
    const rules = { push: { command: 'git push', text: 'Ask before you push.' } }
    const project = makeProject({ ...OURS, '.planning/config.json': JSON.stringify({ rules }) }).initGit()
    expect(heard(project, 'Bash', { command: 'git push' })).toBe('')
    await agreed(project, 'trust', '--agree')
    expect(heard(project, 'Bash', { command: 'git status' })).toBe('')
    expect(heard(project, 'Bash', { command: 'npm test && git push --force' })).toContain('Ask before you push.')
  })
})

describe('a rule of the user', () => {
  it('applies without agreement, once per session and again after a compaction', () => {
    const project = makeProject(OURS)
    writeUserFile(project, 'rules/migrations.md', SQL)
    writeUserFile(project, 'settings.json', '{}')
    expect(writes(project, 'db/1.sql')).toContain('A migration is never edited')
    expect(writes(project, 'db/1.sql')).toBe('')
    heard(project, 'Write', {}, 'PreCompact')
    expect(writes(project, 'db/1.sql')).toContain('A migration is never edited')
  })

  it('without a condition is never shown, and a setting switches all rules off', () => {
    const project = makeProject({ ...OURS, '.planning/config.json': '{"hooks":{"rules":false}}' })
    writeUserFile(project, 'rules/migrations.md', SQL)
    expect(writes(project, 'db/1.sql')).toBe('')
    project.write('.planning/config.json', '{}')
    writeUserFile(project, 'rules/always.md', 'Be kind.\n')
    expect(writes(project, 'db/1.ts')).toBe('')
  })
})
