// `gsd usage` in a home with a client's records of sessions.
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordReportedUsage } from '../../lib/cli/gsd/usage/note.js'
import type { World } from '../../lib/cli/gsd/world.js'
import { frameLine } from '../../lib/core/history/journal.js'
import { sha256 } from '../../lib/node/digest.js'
import { askGsd } from '../support/gsd.js'
import { METRIC } from '../support/metric.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

interface Used {
  readonly since: string | null
  readonly rows: readonly {
    readonly key: string
    readonly requests: number
    readonly output: number
  }[]
  readonly total: { readonly requests: number }
  readonly clients: readonly object[]
}

let project: TempProject
let sessions: string
const usageOf = (...words: readonly string[]) =>
  askGsd<Used>(project.home, ['usage', ...words, '--json'], { cwd: project.root }).then(({ json }) => json())
const line = (id: string, timestamp: string, cwd: string, model = 'opus') =>
  `${JSON.stringify({ type: 'assistant', timestamp, cwd, sessionId: 's1', message: { id, model, usage: { input_tokens: 1, output_tokens: 2 } } })}\n`

beforeEach(() => {
  project = makeProject(OURS)
  sessions = join(project.home, '.claude/projects/-p')
  mkdirSync(sessions, { recursive: true })
})

describe('what was used', () => {
  it('during a claim belongs to its unit; what was used before is shown with --since', async () => {
    // Several clients read this folder, and none writes there.
    mkdirSync(join(project.home, '.agents'))
    writeFileSync(join(sessions, 'a.jsonl'), line('early', '2026-01-01T00:00:00Z', project.root))
    const { revision } = (await project.ask('next')).json()
    expect((await project.ask('unit', 'claim', 'execute-plan', '01-02', '--revision', revision)).exit).toBe(0)
    appendFileSync(join(sessions, 'a.jsonl'), line('now', new Date().toISOString(), join(project.root, 'src')))
    const { rows, since, clients } = await usageOf()
    expect(rows.map(({ key, requests, output }) => [key, requests, output])).toEqual([['execute-plan 01-02', 1, 2]])
    expect(Date.parse(since ?? '')).toBeGreaterThan(Date.parse('2026-01-01'))
    expect(clients).toEqual([{ client: 'claude', files: 1, sessions: 1, unread: null }])
    expect((await usageOf('--since', '2026-01-01', '--by', 'day')).rows.map(({ key }) => key)).toContain('2026-01-01')
  })

  it('in another folder, even one whose name begins with that of the project, is left out', async () => {
    const text = [project.home, `${project.root}-two`, '/'].map((cwd, index) =>
      line(String(index), new Date().toISOString(), cwd),
    )
    writeFileSync(join(sessions, 'a.jsonl'), text.join(''))
    expect((await usageOf()).total.requests).toBe(0)
  })

  it('is not searched behind links', async () => {
    const elsewhere = join(project.home, 'elsewhere')
    mkdirSync(elsewhere)
    writeFileSync(join(elsewhere, 'a.jsonl'), line('a', new Date().toISOString(), project.root))
    symlinkSync(elsewhere, join(sessions, 'linked'))
    symlinkSync(join(elsewhere, 'a.jsonl'), join(sessions, 'linked.jsonl'))
    expect((await usageOf()).total.requests).toBe(0)
  })

  it('is printed as a table without control sequences in names', async () => {
    writeFileSync(
      join(sessions, 'a.jsonl'),
      line('a', new Date().toISOString(), project.root, 'evil\u001b[2J\nmodel') +
        line('b', new Date().toISOString(), project.root),
    )
    const { out } = await askGsd(project.home, ['usage', '--by', 'model'], { cwd: project.root })
    expect(out).toMatch(/^model +requests +input +cached +output$/m)
    expect(out).toMatch(/^all +2 +2 +0 +4$/m)
    expect(out).toContain('evil\\u001b[2J model')
    expect(out).toContain('Claude Code: 1 session in this project')
  })
})

describe('what is noted in the project', () => {
  const OPUS = 'claude-opus-4-5'
  const claimed = async () => {
    const { revision } = (await project.ask('next')).json()
    expect((await project.ask('unit', 'claim', 'execute-plan', '01-02', '--revision', revision)).exit).toBe(0)
  }
  const note = (cwd = project.root) => askGsd(project.home, ['usage', '--note', 'claude'], { cwd })
  const plans = async () => {
    const { rows } = (await project.ask('metrics', '--by', 'plan')).json() as unknown as {
      rows: readonly { key: string; tokens: number | null; cost: number | null }[]
    }
    return rows.map(({ key, tokens, cost }) => [key, tokens, cost])
  }
  const log = () => project.read('.planning/.runtime/metrics.jsonl')

  it('contains tokens and cost of each unit once, however often usage is called', async () => {
    await claimed()
    const now = new Date().toISOString()
    writeFileSync(join(sessions, 'a.jsonl'), line('a', now, project.root, OPUS))
    expect(await note()).toMatchObject({ exit: 0, out: '' })
    const first = log()
    const tree = join(project.root, '.planning/.runtime/worktrees/x')
    mkdirSync(tree, { recursive: true })
    await note(tree)
    await usageOf()
    expect([log(), await plans()]).toEqual([first, [['01-02', 3, 0.000055]]])
    appendFileSync(join(sessions, 'a.jsonl'), line('b', now, project.root, OPUS))
    await note()
    expect(await plans()).toEqual([['01-02', 6, 0.00011]])
  })

  it('stops the next unit at the ceiling of the project', async () => {
    await claimed()
    await project.ask('config', 'set', 'budget.ceiling', '0.0001')
    const holdCode = async () => (await project.ask('next')).json().hold?.code ?? null
    const [token = ''] =
      /(?<="token": ")\w+/.exec(project.read('.planning/.runtime/claims/execute-plan--01-02.json')) ?? []
    const now = new Date().toISOString()
    writeFileSync(join(sessions, 'a.jsonl'), line('a', now, project.root, OPUS))
    await note()
    await project.ask('unit', 'finish', '--claim', token, '--status', 'cancelled')
    expect(await holdCode()).toBe(null)
    appendFileSync(join(sessions, 'a.jsonl'), line('b', now, project.root, OPUS))
    await note()
    expect(await holdCode()).toBe('BUDGET')
  })

  it('is moved to its unit if it was recorded before the unit was known', async () => {
    await claimed()
    const to = Date.parse((await usageOf()).since ?? '')
    writeFileSync(join(sessions, 'a.jsonl'), line('a', new Date(to + 1000).toISOString(), project.root, OPUS))
    const elsewhere = frameLine({ ...METRIC, ...NOTED, at: new Date(to + 1000).toISOString(), unitId: '07' }, sha256)
    project.write('.planning/.runtime/metrics.jsonl', elsewhere)
    await note()
    expect(await plans()).toEqual([
      ['01-02', 3, 0.000055],
      ['07', 0, 0],
    ])
  })

  it('includes usage reported over a protocol by clients without records', async () => {
    await claimed()
    const world = { env: project.env(), cwd: project.root, bin: join(process.cwd(), 'dist'), home: project.home }
    const unit = { unitType: 'execute-plan', unitId: '01-02' }
    const use = {
      client: 'opencode',
      id: null,
      session: 's',
      tree: null,
      model: 'm',
      requests: 1,
      cached: 0,
      cost: 0.5,
    }
    const [from, to] = [Date.now(), Date.now()]
    for (const input of [10, 30])
      await recordReportedUsage(world as World, 'opencode', unit, [{ ...use, from, to, input, output: 10 }])
    expect(await plans()).toEqual([['01-02', 40, 0.5]])
    const { rows, total } = await usageOf()
    expect([rows.map(({ key }) => key), total]).toMatchObject([['execute-plan 01-02'], { input: 40, cost: 0.5 }])
    expect(await plans()).toEqual([['01-02', 40, 0.5]])
  })
})

const NOTED = { id: 'earlier', dispatchId: null, agent: null, tokens: 3, cost: 1, client: 'Claude Code' }

it('nothing is written if nothing was used for a unit', async () => {
  writeFileSync(join(sessions, 'a.jsonl'), line('a', new Date().toISOString(), project.root))
  const before = project.snapshot()
  await usageOf()
  expect(project.snapshot()).toEqual(before)
})

it('an argument names the project’s folder', async () => {
  writeFileSync(join(sessions, 'a.jsonl'), line('a', new Date().toISOString(), project.root))
  const { json } = await askGsd<Used>(project.home, ['usage', project.root, '--json'], { cwd: project.home })
  expect(json().total.requests).toBe(1)
})

it.each([
  [['nowhere'], 'nowhere is not a folder'],
  [['--by', 'moon'], 'Allowed choices are unit, phase, model, client, session, day'],
  [['--since', 'yesterday'], '--since takes a day'],
])('%j is refused', async (words, said) => {
  const { exit, err } = await askGsd(project.home, ['usage', ...words], { cwd: project.root })
  expect([exit, err]).toEqual([2, expect.stringContaining(said)])
})

describe('what the user typed', () => {
  const typedLine = (text: unknown, more: object = {}) =>
    `${JSON.stringify({ type: 'user', timestamp: '2026-02-03T00:00:00Z', cwd: project.root, message: { role: 'user', content: text }, ...more })}\n`

  it('in sessions of this project is printed to the user alone, without markup, secrets and control characters', async () => {
    writeFileSync(
      join(sessions, 'a.jsonl'),
      [
        typedLine('Just do it.\nNo tests \u001b[2Jneeded.'),
        typedLine([{ type: 'text', text: 'My key is sk-ant-abcdefghijklmnopqrstuvwxyz012345' }]),
        typedLine([{ type: 'tool_result', content: 'of a tool' }]),
        typedLine('<command-name>/gsd-next</command-name>'),
        typedLine('to itself', { isMeta: true }),
        typedLine('to a subagent', { isSidechain: true }),
        typedLine('somewhere else', { cwd: project.home }),
      ].join(''),
    )
    const printTyped = (env: Readonly<Record<string, string>> = {}) =>
      askGsd(project.home, ['usage', '--said'], { cwd: project.root, env })
    expect((await printTyped()).out).toBe(
      '- 2026-02-03: Just do it. No tests \\u001b[2Jneeded.\n- 2026-02-03: My key is [a key of a model provider, left out]\n',
    )
    const refused = await printTyped({ CLAUDECODE: '1' })
    expect([refused.exit, refused.out]).toEqual([4, ''])
    expect(refused.err).toContain('gsd usage --said')
  })

  it('is printed by the command that /gsd-profile-user names, from Claude Code’s and Codex’s present and earlier records', async () => {
    const at = '2026-02-03T00:00:00Z'
    const codex = (name: string, ...payloads: readonly (readonly [type: string, payload: object])[]) => {
      const folder = join(project.home, '.codex/sessions/2026/02/03')
      mkdirSync(folder, { recursive: true })
      const lines = [['session_meta', { id: name, cwd: project.root }] as const, ...payloads]
      const text = lines.map(([type, payload]) => `${JSON.stringify({ timestamp: at, type, payload })}\n`).join('')
      writeFileSync(join(folder, `rollout-${name}.jsonl`), text)
    }
    const item = { type: 'UserMessage', content: [{ type: 'text', text: 'Tests first.' }] }
    const before = { type: 'user_message', message: 'Ask before you push.' }
    codex('now', ['event_msg', { type: 'item_completed', item }])
    codex('before', ['event_msg', before])
    codex('both', ['event_msg', before], ['event_msg', { type: 'item_completed', item }])
    writeFileSync(join(sessions, 'a.jsonl'), typedLine('Short reports.'))
    const { stdout } = await project.ask('brief', 'profile-user')
    const [, call = ''] = /`\S+ "[^"]*gsd[^"]*" (usage --said)`/.exec(stdout) ?? []
    const { out } = await askGsd(project.home, call.split(' '), { cwd: project.root })
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => line.slice(14))
        .sort(),
    ).toEqual(['Ask before you push.', 'Short reports.', 'Tests first.', 'Tests first.'])
  })

  it('is reported as missing if no record has any', async () => {
    const { out } = await askGsd(project.home, ['usage', '--said'], { cwd: project.root })
    expect(out).toBe('No client has a record of what you typed in this project.\n')
  })
})
