// `gsd auto` with clients that work and clients that misbehave: what it runs, how it ends, and that nothing is left behind.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { isAlive } from '../../lib/node/alive.js'
import { type AutoSetup, autoSetup, eventsIn, modesRun } from '../support/auto/ground.js'
import { COUNTING } from '../support/counting.js'
import { askGsd, environmentOf, startGsd } from '../support/gsd.js'
import { disposeProjects } from '../support/project.js'

afterEach(disposeProjects)

/** Creates a phase with one plan, which takes two sessions. */
const ground = (...modes: readonly string[]): Promise<AutoSetup> => autoSetup({ '01': {} }, modes)
/** Creates a phase with two plans, one after the other, which takes three sessions. */
const twoPlans = (...modes: readonly string[]): Promise<AutoSetup> =>
  autoSetup({ '01': {}, '02': { depends: ['01'] } }, modes)

/** Creates a project with an untriaged capture. */
const withCapture = async (...modes: readonly string[]) => {
  const at = await ground(...modes)
  expect((await at.project.ask('note', 'add', '--text', 'The README is out of date')).exit).toBe(0)
  at.project.git('add', '--all')
  at.project.git('commit', '-qm', 'docs: capture a thought')
  return at
}

const run = ({ project, env }: AutoSetup, ...words: readonly string[]) =>
  startGsd<never>(project.home, ['auto', '--to', '1', ...words], { cwd: project.root, env })
/** Runs inside this process. Not for runs that leave claims or locks for a next run: those stay held until this process ends. */
const ask = ({ project, env }: AutoSetup, ...words: readonly string[]) =>
  askGsd<never>(project.home, ['auto', '--to', '1', ...words], { cwd: project.root, env })
const sessionsIn = (out: string) => eventsIn(out).flatMap(({ event, unit }) => (event === 'session' ? [unit] : []))
const modelsOf = ({ folder }: AutoSetup) => readFileSync(join(folder, 'models'), 'utf8').trim().split('\n')
const leftIn = ({ project }: AutoSetup) => [
  project.git('worktree', 'list').trim().split('\n').length - 1,
  project.git('branch', '--format=%(refname:short)').trim(),
]
const lessonsOf = ({ project }: AutoSetup) =>
  project.git('log', '--format=%s', '--', '.planning/learnings').trim().split('\n')

it('refuses invalid arguments, a missing client and a folder without a project, and starts no session', async () => {
  const at = await ground()
  const REFUSED = [
    ['minutes that are not a number', ['--minutes', 'many'], 2, '--minutes takes a number'],
    ['tokens that are not a whole number', ['--max-tokens', '1e6'], 2, '--max-tokens takes a whole number'],
    ['a negative cost', ['--max-cost', '-1'], 2, '--max-cost takes a number'],
    ['an invalid phase', ['--to', '??'], 2, '--to takes a phase'],
    ['a client that is not installed', ['--codex'], 1, 'not installed, or unable to run unattended: codex'],
    ['a client without the pack', ['--gemini'], 1, 'gsd install --gemini'],
  ] as const
  for (const [what, words, exit, said] of REFUSED) {
    const called = await askGsd(at.project.home, ['auto', ...words], { cwd: at.project.root, env: at.env })
    expect([called.exit, called.err], what).toEqual([exit, expect.stringContaining(said)])
  }
  const outside = await askGsd(at.project.home, ['auto'], { env: at.env })
  expect([outside.exit, outside.err]).toEqual([1, expect.stringContaining('no folder .planning/ in')])
  expect(existsSync(join(at.folder, 'ran'))).toBe(false)
})

describe('a client that', () => {
  it('claims to be done but did nothing is retried, then reported as stuck', async () => {
    const at = await ground('lie', 'lie', 'lie', 'lie')
    const { exit, out } = await ask(at)
    expect(exit).toBe(6)
    expect(modesRun(at)).toEqual(['lie', 'lie', 'lie'])
    expect(out).toContain('execute-plan 01-01: 3 sessions in a row changed nothing')
    expect(out).toContain('nothing after')
    expect(out).toContain('All units are done, verified and committed.')
  })

  it('hangs is ended and the unit retried; one that ignores signals is killed', async () => {
    const at = await ground('hang', 'hang', 'deaf', 'deaf')
    const hung = await ask(at, '--idle-minutes', '0.01')
    expect([hung.exit, modesRun(at)]).toEqual([6, ['hang', 'hang']])
    expect(hung.out).toContain('stopped after too long without output')
    const deaf = await ask(at, '--session-minutes', '0.01')
    expect([deaf.exit, modesRun(at)]).toEqual([6, ['hang', 'hang', 'deaf', 'deaf']])
    expect(deaf.out).toContain('stopped at its time limit')
  })

  it('floods its output can work; the log stays small, each event is one document, detached processes are ended, and a capture is triaged in a separate session before the next unit', async () => {
    const at = await withCapture('note', 'flood', 'child')
    const { exit, out } = await ask(at, '--json')
    expect([exit, modesRun(at)], out).toEqual([0, ['note', 'flood', 'child']])
    const all = eventsIn(out)
    expect(all.map(({ event }) => event)).toEqual(
      ['start', ...Array(3).fill(['session', 'ended']), 'closed', 'end'].flat(),
    )
    expect(sessionsIn(out)).toEqual([
      expect.stringMatching(/^triage-captures \S*readme/),
      'execute-plan 01-01',
      'verify-phase 01',
    ])
    expect(all.at(-1)).toMatchObject({ end: 'done', sessions: 3, moved: 3 })
    expect(at.project.git('log', '--format=%s', '--', '.planning/todos')).toContain('captures')
    const { log } = all.find(({ unit, event }) => event === 'session' && unit === 'execute-plan 01-01')
    expect(readFileSync(log).length).toBeLessThanOrEqual(4 * 1024 * 1024)
    // The board reads these events.
    const news = readFileSync(join(dirname(log), 'news.jsonl'), 'utf8')
    expect([out.startsWith(news), eventsIn(news).length]).toEqual([true, all.length - 1])
    expect(isAlive(Number(readFileSync(join(at.folder, 'left'), 'utf8')))).toBe(false)
  })
})

describe('a run', () => {
  it('does one unit per session, verifies the phase, and ends at its --to', async () => {
    const at = await ground()
    const { exit, out, err } = await ask(at)
    expect([exit, err], out).toEqual([0, ''])
    expect(modesRun(at)).toEqual(['work', 'work'])
    expect(out).toContain('1. execute-plan 01-01')
    expect(out).toContain('2. verify-phase 01')
    expect(out).toMatch(/Done: phase 01 is done/)
    expect(readFileSync(join(at.folder, 'last'), 'utf8')).toContain('This session ends here')
    expect(at.project.has(`${COUNTING}/01-VERIFICATION.md`)).toBe(true)
    expect(lessonsOf(at)).toEqual(['docs(01): verify the phase'])
  })

  it('detects a silent session, continues interrupted units, does none twice and ends at its limit; the next run commits finished work and closes a verified phase without a session', async () => {
    const at = await ground('silent', 'cut', 'work', 'cut', 'late')
    const { exit, out } = run(at, '--json', '--max-sessions', '5')
    const all = eventsIn(out)
    expect([exit, modesRun(at)], out).toEqual([5, ['silent', 'cut', 'work', 'cut', 'late']])
    expect(all.find(({ event }) => event === 'ended')).toMatchObject({ outcome: 'silent' })
    const next = await ask(at, '--json')
    expect([next.exit, eventsIn(next.out).slice(1)], next.out).toMatchObject([
      0,
      [
        { event: 'passed', unit: 'transition 01' },
        { event: 'closed', phase: '01' },
        { event: 'end', end: 'done', sessions: 0, moved: 0 },
      ],
    ])
    // No run overwrites the log of an earlier run.
    const logs = [...all, ...eventsIn(next.out)].flatMap(({ event, log }) => (event === 'session' ? [log] : []))
    expect(logs.filter((log) => existsSync(log))).toEqual([...new Set(logs)])
    expect(logs).toHaveLength(5)
    expect(lessonsOf(at)).toEqual(['docs(01): verify the phase'])
    const commits = at.project.git('log', '--format=%s').trim().split('\n')
    expect(commits.slice(0, 2)).toEqual(['docs(01): complete the phase', 'docs(01): verify the phase'])
    expect(commits.filter((line) => line === 'docs(01-01): record what was built')).toHaveLength(1)
  })

  it('starts no session while a question waits, says how to continue, and removes merged branches and the lane of a killed run', async () => {
    const at = await twoPlans()
    expect((await at.project.ask('decision', 'add', '--question', 'Which words count?')).exit).toBe(0)
    at.project.git('branch', 'gsd/auto-execute-plan--01-01')
    at.project.git('branch', 'mine')
    at.project.git('worktree', 'add', '-q', '--detach', '.planning/.runtime/worktrees/auto-lane')
    const unmerged = at.project.git('commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'work of somebody').trim()
    at.project.git('branch', 'gsd/auto-execute-plan--01-02', unmerged)
    const { exit, out } = await ask(at, '--jobs', '2')
    expect([exit, existsSync(join(at.folder, 'ran'))]).toEqual([4, false])
    expect(out).toMatch(/Needs your input: Which words count\?\nTo continue: \S/)
    expect(leftIn(at)).toEqual([0, 'gsd/auto-execute-plan--01-02\nmain\nmine'])
  })
})

describe('a thought that somebody captured', () => {
  it('triaged as a stop ends the run, and the user must decide', async () => {
    const at = await withCapture('stop')
    const { exit, out } = await ask(at)
    expect([exit, modesRun(at)]).toEqual([4, ['stop']])
    expect(out).toMatch(/Needs your input: The README is out of date\nTo continue: \S.*stop --clear/)
  })

  it('that a session does not triage is not skipped; triaged as a task, it is done before the plans', async () => {
    const at = await withCapture('lie', 'quick-task', 'lie')
    const first = await ask(at, '--max-sessions', '1')
    expect(first.exit, first.out).toBe(5)
    const { exit, out } = await ask(at, '--json', '--max-sessions', '2')
    expect([exit, sessionsIn(out)], out).toEqual([
      5,
      [expect.stringMatching(/^triage-captures \S*readme/), expect.stringMatching(/^quick \d{6}-\w{3}-the-readme/)],
    ])
  })
})

describe('on a machine where nobody agreed to the commands of the project', () => {
  const PLANS = { '01': {} }
  const digestOf = async ({ project }: AutoSetup) => (await project.ask('trust')).json()['digest'] as string

  it('a run without a digest does nothing but name gsd trust; with that of another list it does nothing; with the right one it works, and continues another machine’s work', async () => {
    const at = await autoSetup(PLANS, [], { foreign: true })
    const without = await ask(at)
    expect(without.exit).toBe(4)
    expect(without.out).toMatch(/Needs your input: .*: sh part-01\.test\.sh\nTo continue: .*gsd trust/)
    const other = await ask({ ...at, env: { ...at.env, GSD_TRUST: 'f'.repeat(64) } })
    expect(other.exit).toBe(4)
    expect(existsSync(join(at.folder, 'ran'))).toBe(false)
    const first = { ...at, env: { ...at.env, GSD_TRUST: await digestOf(at) } }
    expect((await ask(first, '--max-sessions', '1')).exit).toBe(5)
    // The machine is gone, but its branch is still there.
    const { root, home } = at.project
    const [bare, personal] = [join(home, 'kept.git'), join(home, '.gsd')]
    at.project.git('clone', '-q', '--bare', root, bare)
    for (const folder of [root, personal]) rmSync(folder, { recursive: true })
    execFileSync('git', ['clone', '-q', bare, root], { cwd: home, env: environmentOf(home, at.env) })
    const again = { ...at, env: { ...at.env, GSD_TRUST: await digestOf(at) } }
    const { exit, out } = await ask(again)
    expect([exit, modesRun(at)], out).toEqual([0, ['work', 'work']])
  })
})

describe('a run stops', () => {
  it('at limits of sessions, of recorded tokens without cached ones, and of cost by the user’s prices, and if a cost limit cannot be enforced', async () => {
    const at = await ground(...Array(6).fill('lie'))
    const runWith = async (...words: readonly string[]) => {
      const before = existsSync(join(at.folder, 'ran')) ? modesRun(at).length : 0
      const { exit, out } = await ask(at, ...words)
      return { out, how: [exit, modesRun(at).slice(before)] }
    }
    // The client's default model.
    const sessions = await runWith('--max-sessions', '1')
    expect([...sessions.how, modelsOf(at)]).toEqual([5, ['lie'], ['-']])
    expect(sessions.out).toContain('Limit reached')
    const tokens = await runWith('--max-tokens', '100')
    expect(tokens.how, tokens.out).toEqual([5, ['lie']])
    expect(tokens.out).toContain('Limit reached: 100 tokens were used')
    expect(tokens.out).toMatch(/1 session, 0 with progress, \d+ min, 100 tokens, \$0\.00 at list prices of \S+\n$/)
    const unknown = await runWith('--max-cost', '5', '--model', 'mine')
    expect(unknown.how, unknown.out).toEqual([5, ['lie']])
    expect(unknown.out).toContain('no known price for mine, so --max-cost cannot be enforced')
    const once = await runWith('--model', 'mine', '--max-sessions', '2', '--json')
    expect([...once.how, eventsIn(once.out).filter(({ event }) => event === 'unpriced')]).toEqual([
      ...[5, ['lie', 'lie']],
      [expect.objectContaining({ models: ['mine'] })],
    ])
    const models = { 'claude-sonnet-4-5': { input: 10_000, cached: 0, output: 0 } }
    mkdirSync(join(at.project.home, '.gsd'), { recursive: true })
    writeFileSync(join(at.project.home, '.gsd/models.json'), JSON.stringify({ models }))
    const money = await runWith('--max-cost', '0.7')
    expect(money.how, money.out).toEqual([5, ['lie']])
    expect(money.out).toContain('Limit reached: $0.70 was spent')
  })
})

it('a run announces no more jobs than the project allows', async () => {
  const at = await ground('lie')
  const started = async () =>
    eventsIn((await ask(at, '--jobs', '3', '--max-sessions', '1', '--json')).out).find(({ event }) => event === 'start')
  expect(await started()).toMatchObject({ jobs: 3 })
  await at.project.ask('config', 'set', 'parallelization.max_concurrent_agents', '2')
  at.project.git('commit', '-qam', 'chore: set how many work at once')
  expect(await started()).toMatchObject({ jobs: 2 })
})

describe('what a run cost', () => {
  it('is recorded per unit, reported once per phase, and ends the run at the project’s ceiling', async () => {
    const at = await twoPlans()
    const { exit, out } = await ask(at, '--json')
    expect(exit, out).toBe(0)
    const cost = (70 * 3 + 900 * 0.3 + 30 * 15) / 1e6
    const costs = async () => {
      const { rows } = (await at.project.ask('metrics', '--by', 'plan')).json() as {
        rows: readonly { key: string; tokens: number | null; cost: number | null }[]
      }
      return rows.map(({ key, tokens, cost: one }) => [key, tokens, one])
    }
    expect((await costs()).filter(([key]) => /^01-/.test(String(key)))).toEqual([
      ['01-01', 100, cost],
      ['01-02', 100, cost],
    ])
    const [, env] = JSON.parse(readFileSync(join(at.folder, 'told'), 'utf8')) as [unknown, Record<string, string>]
    expect(Number(env['GSD_ENDS_AT']) - Date.now()).toBeGreaterThan(50 * 60_000)
    const closed = eventsIn(out).filter(({ event }) => event === 'closed')
    expect(closed).toMatchObject([
      { phase: '01', text: expect.stringMatching(/^phase 1: 300 tokens \(\$0\.00\), \d+ minutes?$/) },
    ])
    const more = await twoPlans()
    await more.project.ask('config', 'set', 'budget.ceiling', '0.0005')
    more.project.git('commit', '-qam', 'chore: set a ceiling')
    const stopped = await ask(more)
    expect([stopped.exit, modesRun(more)], stopped.out).toEqual([5, ['work']])
    expect(stopped.out).toMatch(/Limit reached: 0\.\d+ of 0\.0005 is spent/)
    expect(stopped.out).toContain('config set budget.ceiling')
  })
})

describe('the model of a session', () => {
  it('depends on the weight of its unit if routing is on', async () => {
    const at = await twoPlans()
    await at.project.ask('config', 'set', 'dynamic_routing.enabled', 'true')
    at.project.git('commit', '-qam', 'chore: choose models by weight')
    const { exit, out } = await ask(at, '--max-sessions', '4', '--json')
    expect([exit, modelsOf(at)], out).toEqual([0, ['haiku', 'haiku', 'sonnet']])
  })
})

describe('plans side by side', () => {
  it('run in parallel in worktrees that are merged and removed, even if a hook was killed while it held a lock there or in the project; captures made in a worktree are moved to the project and triaged there', async () => {
    const at = await autoSetup({ '01': {}, '02': {} }, ['meet', 'meet', 'note', 'locked'])
    const { exit, out, err } = await ask(at, '--jobs', '2', '--model', 'opus', '--json')
    expect([exit, err], out).toEqual([0, ''])
    const all = eventsIn(out)
    expect(
      all
        .filter(({ event }) => event === 'merged')
        .map(({ unit }) => unit)
        .sort(),
    ).toEqual(['execute-plan 01-01', 'execute-plan 01-02', 'verify-phase 01'])
    expect(all.at(-1)).toMatchObject({ end: 'done', sessions: 4, moved: 4 })
    expect(sessionsIn(out)).toContainEqual(expect.stringMatching(/^triage-captures/))
    const { notes } = (await at.project.ask('note', 'list', '--all')).json() as { notes: readonly { text: string }[] }
    expect(notes.map(({ text }) => text.slice(0, 11)).sort()).toEqual(['After 01-01', 'After 01-02'])
    expect(leftIn(at)).toEqual([0, 'main'])
    expect(at.project.git('status', '--porcelain')).toBe('')
    for (const id of ['01-01', '01-02']) expect(at.project.has(`${COUNTING}/${id}-SUMMARY.md`)).toBe(true)
  })

  const withSharedFile = async (...modes: readonly string[]) => {
    const at = await autoSetup({ '01': {}, '02': {} }, modes)
    at.project.write('shared.txt', 'nothing\n')
    at.project.git('add', '--all')
    at.project.git('commit', '-qm', 'docs: a file')
    return at
  }
  const eventsOf = (out: string, name: string) => eventsIn(out).filter(({ event }) => event === name)

  it('that add lines at the same place are merged with both additions', async () => {
    const at = await autoSetup({ '01': {}, '02': {} }, ['add', 'add'])
    const { exit, out } = await ask(at, '--jobs', '2', '--json')
    expect(exit, out).toBe(0)
    expect(at.project.read('shared.txt').split('\n').filter(Boolean).sort()).toEqual(['01-01', '01-02'])
    expect([eventsOf(out, 'merged').length, eventsOf(out, 'back').length, leftIn(at)]).toEqual([3, 0, [0, 'main']])
  })

  it('that conflict get a separate session to resolve the conflict, and its result is merged', async () => {
    const at = await withSharedFile('clash', 'clash', 'mend')
    const { exit, out } = await ask(at, '--jobs', '2', '--json')
    expect(exit, out).toBe(0)
    expect(sessionsIn(out)).toContainEqual(expect.stringMatching(/^merge execute-plan 01-0[12]$/))
    expect(at.project.read('shared.txt').split('\n').filter(Boolean).sort()).toEqual(['01-01', '01-02'])
    expect(leftIn(at)).toEqual([0, 'main'])
  })

  it('with an unresolved conflict: one is merged, the other is left in its worktree and named', async () => {
    const at = await withSharedFile('clash', 'clash', 'lie')
    const { exit, out } = await ask(at, '--jobs', '2', '--json')
    expect(exit, out).toBe(4)
    const [held, ...more] = eventsOf(out, 'held')
    expect([eventsOf(out, 'merged').length, more]).toEqual([1, []])
    expect(eventsIn(out).at(-1)).toMatchObject({ end: 'person', reason: expect.stringContaining('shared.txt') })
    const [, id] = held.unit.split(' ')
    expect(at.project.read(`${held.tree}/shared.txt`)).toContain(id)
    expect(at.project.has(`${COUNTING}/${id}-SUMMARY.md`)).toBe(false)
    expect(at.project.git('status', '--porcelain')).toBe('')
  })

  it('that pass alone but not together never both reach the branch: the first does, the other waits in its worktree, even if the run is killed during the merge', async () => {
    const at = await autoSetup({ '01': {}, '02': {} }, ['rival', 'rival'])
    // Kills the driver when the project's branch has just moved.
    const git = join(at.folder, 'git')
    const count = join(at.folder, 'merges')
    const lines = [
      '#!/bin/sh',
      '/usr/bin/git "$@"',
      'was=$?',
      `case " $* " in *" --ff-only "*) echo merge >> '${count}'; [ "$(wc -l < '${count}')" -ne 2 ] || kill -9 $PPID ;; esac`,
      'exit $was',
    ]
    writeFileSync(git, `${lines.join('\n')}\n`, { mode: 0o755 })
    expect(run(at, '--jobs', '2').exit).toBeNull()
    const nameOf = (id: string) => `part-${id.slice(-2)}.js`
    const first = at.project.has(nameOf('01-01')) ? '01-01' : '01-02'
    const second = first === '01-01' ? '01-02' : '01-01'
    const { exit, out } = await ask(at, '--jobs', '2', '--json')
    expect(exit, out).toBe(4)
    const [held] = eventsOf(out, 'held')
    expect(held).toMatchObject({
      unit: `execute-plan ${second}`,
      reason: expect.stringMatching(/^its checks fail after merging earlier work: \S/),
    })
    expect([at.project.has(nameOf(first)), at.project.has(nameOf(second))]).toEqual([true, false])
    expect(at.project.read(`${held.tree}/${nameOf(second)}`)).toBeTruthy()
    expect(at.project.git('log', '-1', '--format=%s').trim()).toBe(`docs(${first}): record what was built`)
    expect(at.project.git('status', '--porcelain')).toBe('')
  })
})
