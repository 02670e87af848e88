// `gsd usage` over a home in which a client has written down its sessions.
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askGsd } from '../support/gsd.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

interface Used {
  readonly since: string | null
  readonly rows: readonly { readonly key: string; readonly requests: number; readonly output: number }[]
  readonly total: { readonly requests: number }
  readonly clients: readonly object[]
}

let project: TempProject
let sessions: string
const asked = (...words: readonly string[]) =>
  askGsd<Used>(project.home, ['usage', ...words, '--json'], { cwd: project.root }).then(({ json }) => json())
const line = (id: string, timestamp: string, cwd: string, model = 'opus') =>
  `${JSON.stringify({ type: 'assistant', timestamp, cwd, sessionId: 's1', message: { id, model, usage: { input_tokens: 1, output_tokens: 2 } } })}\n`

beforeEach(() => {
  project = makeProject(OURS)
  sessions = join(project.home, '.claude/projects/-p')
  mkdirSync(sessions, { recursive: true })
})

describe('what was used', () => {
  it('while a unit is claimed belongs to it, what came before to none', async () => {
    writeFileSync(join(sessions, 'a.jsonl'), line('early', '2026-01-01T00:00:00Z', project.root))
    const { revision } = (await project.ask('next')).json()
    expect((await project.ask('unit', 'claim', 'execute-plan', '01-02', '--revision', revision)).exit).toBe(0)
    appendFileSync(join(sessions, 'a.jsonl'), line('now', new Date().toISOString(), join(project.root, 'src')))
    const { rows, since, clients } = await asked()
    expect(rows.map(({ key, requests, output }) => [key, requests, output])).toEqual([['execute-plan 01-02', 1, 2]])
    expect(Date.parse(since ?? '')).toBeGreaterThan(Date.parse('2026-01-01'))
    expect(clients).toEqual([{ client: 'claude', files: 1, sessions: 1, unread: null }])
    expect((await asked('--since', '2026-01-01', '--by', 'day')).rows.map(({ key }) => key)).toContain('2026-01-01')
  })

  it('in another folder, also one whose name only begins alike, is left out', async () => {
    const text = [project.home, `${project.root}-two`, '/'].map((cwd, index) =>
      line(String(index), new Date().toISOString(), cwd),
    )
    writeFileSync(join(sessions, 'a.jsonl'), text.join(''))
    expect((await asked()).total.requests).toBe(0)
  })

  it('is not looked for behind links', async () => {
    const elsewhere = join(project.home, 'elsewhere')
    mkdirSync(elsewhere)
    writeFileSync(join(elsewhere, 'a.jsonl'), line('a', new Date().toISOString(), project.root))
    symlinkSync(elsewhere, join(sessions, 'linked'))
    symlinkSync(join(elsewhere, 'a.jsonl'), join(sessions, 'linked.jsonl'))
    expect((await asked()).total.requests).toBe(0)
  })

  it('is a table for people, in which no name steers the terminal', async () => {
    writeFileSync(
      join(sessions, 'a.jsonl'),
      line('a', new Date().toISOString(), project.root, 'evil\u001b[2J\nmodel') +
        line('b', new Date().toISOString(), project.root),
    )
    const { out } = await askGsd(project.home, ['usage', '--by', 'model'], { cwd: project.root })
    expect(out).toMatch(/^model +requests +input +cached +output$/m)
    expect(out).toMatch(/^all +2 +2 +0 +4$/m)
    expect(out).toContain('evil\\u001b[2J model')
    expect(out).toContain('Claude Code: 1 session here')
  })
})

it('nothing is written anywhere', async () => {
  writeFileSync(join(sessions, 'a.jsonl'), line('a', new Date().toISOString(), project.root))
  const before = project.snapshot()
  await asked()
  expect(project.snapshot()).toEqual(before)
})

it('a word is the folder of the project', async () => {
  writeFileSync(join(sessions, 'a.jsonl'), line('a', new Date().toISOString(), project.root))
  const { json } = await askGsd<Used>(project.home, ['usage', project.root, '--json'], { cwd: project.home })
  expect(json().total.requests).toBe(1)
})

it.each([
  [['nowhere'], 'nowhere is no folder'],
  [['--by', 'moon'], '--by takes one of unit, phase, model, client, session, day'],
  [['--since', 'yesterday'], '--since takes a day'],
])('%j is refused', async (words, said) => {
  const { exit, err } = await askGsd(project.home, ['usage', ...words], { cwd: project.root })
  expect([exit, err]).toEqual([2, expect.stringContaining(said)])
})
