// `gsd auto` with a client that works, and with clients that do not: what it runs, how it ends, and that nothing is left behind.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { isAlive } from '../../lib/node/alive.js'
import { autoGround, eventsIn, type Ground, ranIn } from '../support/auto/ground.js'
import { COUNTING } from '../support/counting.js'
import { askGsd, environmentOf, startGsd } from '../support/gsd.js'
import { disposeProjects } from '../support/project.js'

afterEach(disposeProjects)

/** A phase of one plan: two sessions. */
const ground = (...modes: readonly string[]): Promise<Ground> => autoGround({ '01': {} }, modes)
/** One plan and another behind it, for what more than one of them shows: three sessions. */
const twoPlans = (...modes: readonly string[]): Promise<Ground> =>
  autoGround({ '01': {}, '02': { depends: ['01'] } }, modes)

/** One that holds a thought that somebody captured. */
const thought = async (...modes: readonly string[]) => {
  const at = await ground(...modes)
  expect((await at.project.ask('note', 'add', '--text', 'The README is out of date')).exit).toBe(0)
  at.project.git('add', '--all')
  at.project.git('commit', '-qm', 'docs: capture a thought')
  return at
}

const run = ({ project, env }: Ground, ...words: readonly string[]) =>
  startGsd<never>(project.home, ['auto', '--to', '1', ...words], { cwd: project.root, env })
/** The same inside this process, for one whose sessions leave nothing that the next run could take up: what a process holds is held until it ends. */
const ask = ({ project, env }: Ground, ...words: readonly string[]) =>
  askGsd<never>(project.home, ['auto', '--to', '1', ...words], { cwd: project.root, env })
const sessionsIn = (out: string) => eventsIn(out).flatMap(({ event, unit }) => (event === 'session' ? [unit] : []))
const modelsOf = ({ folder }: Ground) => readFileSync(join(folder, 'models'), 'utf8').trim().split('\n')
/** Worktrees beside the project's own, and branches. */
const leftIn = ({ project }: Ground) => [
  project.git('worktree', 'list').trim().split('\n').length - 1,
  project.git('branch', '--format=%(refname:short)').trim(),
]
/** Commits that brought lessons. */
const lessonsOf = ({ project }: Ground) =>
  project.git('log', '--format=%s', '--', '.planning/learnings').trim().split('\n')

it('refuses words that make no sense, a client that is not there and a folder without a project, and runs no session', async () => {
  const at = await ground()
  const REFUSED = [
    ['a number that is none', ['--minutes', 'many'], 2, '--minutes takes a number'],
    ['tokens that are none', ['--max-tokens', '1e6'], 2, '--max-tokens takes a whole number'],
    ['money that is none', ['--max-cost', '-1'], 2, '--max-cost takes a number'],
    ['a phase that is none', ['--to', '??'], 2, '--to takes a phase'],
    ['a client that is not installed', ['--codex'], 1, 'codex is not installed'],
    ['one that can be installed', ['--gemini'], 1, 'gsd install --gemini'],
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
  it('says it is done and did nothing is tried again, and then called stuck', async () => {
    const at = await ground('lie', 'lie', 'lie', 'lie')
    const { exit, out } = await ask(at)
    expect(exit).toBe(6)
    expect(ranIn(at)).toEqual(['lie', 'lie', 'lie'])
    expect(out).toContain('execute-plan 01-01: 3 sessions in a row changed nothing')
    expect(out).toContain('nothing after')
    expect(out).toContain('All units are done, verified and committed.')
  })

  it('hangs is ended, the unit is tried once more, and one that does not let itself be ended is ended all the same', async () => {
    const at = await ground('hang', 'hang', 'deaf', 'deaf')
    const hung = await ask(at, '--idle-minutes', '0.01')
    expect([hung.exit, ranIn(at)]).toEqual([6, ['hang', 'hang']])
    expect(hung.out).toContain('stopped after too long without output')
    const deaf = await ask(at, '--session-minutes', '0.01')
    expect([deaf.exit, ranIn(at)]).toEqual([6, ['hang', 'hang', 'deaf', 'deaf']])
    expect(deaf.out).toContain('stopped at its time limit')
  })

  it('floods its output does its work, the log stays small, each event is a document of its own, and a process that it leaves out of its group is ended; a thought that somebody captured is sorted by a session of its own before the next unit', async () => {
    const at = await thought('note', 'flood', 'child')
    const { exit, out } = await ask(at, '--json')
    expect([exit, ranIn(at)], out).toEqual([0, ['note', 'flood', 'child']])
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
    // The board reads what the run tells.
    const news = readFileSync(join(dirname(log), 'news.jsonl'), 'utf8')
    expect([out.startsWith(news), eventsIn(news).length]).toEqual([true, all.length - 1])
    expect(isAlive(Number(readFileSync(join(at.folder, 'left'), 'utf8')))).toBe(false)
  })
})

describe('a run', () => {
  it('does one unit a session, proves the phase, and ends where it was to end', async () => {
    const at = await ground()
    const { exit, out, err } = await ask(at)
    expect([exit, err], out).toEqual([0, ''])
    expect(ranIn(at)).toEqual(['work', 'work'])
    expect(out).toContain('1. execute-plan 01-01')
    expect(out).toContain('2. verify-phase 01')
    expect(out).toMatch(/Done: phase 01 is done/)
    expect(readFileSync(join(at.folder, 'last'), 'utf8')).toContain('This session ends here')
    expect(at.project.has(`${COUNTING}/01-VERIFICATION.md`)).toBe(true)
    expect(lessonsOf(at)).toEqual(['docs(01): verify the phase'])
  })

  it('tells a silent session apart, goes on where one was cut off, does no unit twice and ends at its limit; the next one commits what a session left finished, and closes a phase that is proven without a session', async () => {
    const at = await ground('silent', 'cut', 'work', 'cut', 'late')
    const { exit, out } = run(at, '--json', '--max-sessions', '5')
    const all = eventsIn(out)
    expect([exit, ranIn(at)], out).toEqual([5, ['silent', 'cut', 'work', 'cut', 'late']])
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
    // No run writes over the log of an earlier one.
    const logs = [...all, ...eventsIn(next.out)].flatMap(({ event, log }) => (event === 'session' ? [log] : []))
    expect(logs.filter((log) => existsSync(log))).toEqual([...new Set(logs)])
    expect(logs).toHaveLength(5)
    expect(lessonsOf(at)).toEqual(['docs(01): verify the phase'])
    const commits = at.project.git('log', '--format=%s').trim().split('\n')
    expect(commits.slice(0, 2)).toEqual(['docs(01): complete the phase', 'docs(01): verify the phase'])
    expect(commits.filter((line) => line === 'docs(01-01): record what was built')).toHaveLength(1)
  })

  it('runs no session where a question waits, says what goes on, and takes away the lane and the branches that a killed run left, as far as all on them is merged', async () => {
    const at = await twoPlans()
    expect((await at.project.ask('decision', 'add', '--question', 'Which words count?')).exit).toBe(0)
    at.project.git('branch', 'gsd/auto-execute-plan--01-01')
    at.project.git('branch', 'mine')
    at.project.git('worktree', 'add', '-q', '--detach', '.planning/.runtime/worktrees/auto-lane')
    const apart = at.project.git('commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'work of somebody').trim()
    at.project.git('branch', 'gsd/auto-execute-plan--01-02', apart)
    const { exit, out } = await ask(at, '--jobs', '2')
    expect([exit, existsSync(join(at.folder, 'ran'))]).toEqual([4, false])
    expect(out).toMatch(/Needs your input: Which words count\?\nTo continue: \S/)
    expect(leftIn(at)).toEqual([0, 'gsd/auto-execute-plan--01-02\nmain\nmine'])
  })
})

describe('a thought that somebody captured', () => {
  it('that means stop ends the run, and a person is needed', async () => {
    const at = await thought('stop')
    const { exit, out } = await ask(at)
    expect([exit, ranIn(at)]).toEqual([4, ['stop']])
    expect(out).toMatch(/Needs your input: The README is out of date\nTo continue: \S.*stop --clear/)
  })

  it('that a session does not sort is not passed over, and as a task it is done before the plans', async () => {
    const at = await thought('lie', 'quick-task', 'lie')
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
  const digestOf = async ({ project }: Ground) => (await project.ask('trust')).json()['digest'] as string

  it('it does nothing, names the call that a person makes, and refuses another list; it does all where the list is named by its digest, and goes on with what another machine did', async () => {
    const at = await autoGround(PLANS, [], { foreign: true })
    const without = await ask(at)
    expect(without.exit).toBe(4)
    expect(without.out).toMatch(/Needs your input: .*: sh part-01\.test\.sh\nTo continue: .*gsd trust/)
    const other = await ask({ ...at, env: { ...at.env, GSD_TRUST: 'f'.repeat(64) } })
    expect(other.exit).toBe(4)
    expect(existsSync(join(at.folder, 'ran'))).toBe(false)
    const first = { ...at, env: { ...at.env, GSD_TRUST: await digestOf(at) } }
    expect((await ask(first, '--max-sessions', '1')).exit).toBe(5)
    // The machine is gone; its branch is not.
    const { root, home } = at.project
    const [kept, own] = [join(home, 'kept.git'), join(home, '.gsd')]
    at.project.git('clone', '-q', '--bare', root, kept)
    for (const folder of [root, own]) rmSync(folder, { recursive: true })
    execFileSync('git', ['clone', '-q', kept, root], { cwd: home, env: environmentOf(home, at.env) })
    const again = { ...at, env: { ...at.env, GSD_TRUST: await digestOf(at) } }
    const { exit, out } = await ask(again)
    expect([exit, ranIn(at)], out).toEqual([0, ['work', 'work']])
  })
})

describe('it stops', () => {
  it("at the limit of sessions, of tokens that the client wrote down, those from its cache aside, of money by the person's own prices, and where a limit of money cannot be held", async () => {
    const at = await ground(...Array(6).fill('lie'))
    /** How it ended, and what was run for it. */
    const ending = async (...words: readonly string[]) => {
      const before = existsSync(join(at.folder, 'ran')) ? ranIn(at).length : 0
      const { exit, out } = await ask(at, ...words)
      return { out, how: [exit, ranIn(at).slice(before)] }
    }
    // Its model is what the client takes by itself where nobody asks.
    const sessions = await ending('--max-sessions', '1')
    expect([...sessions.how, modelsOf(at)]).toEqual([5, ['lie'], ['-']])
    expect(sessions.out).toContain('Limit reached')
    const tokens = await ending('--max-tokens', '100')
    expect(tokens.how, tokens.out).toEqual([5, ['lie']])
    expect(tokens.out).toContain('Limit reached: 100 tokens were used')
    expect(tokens.out).toMatch(/1 session, 0 with progress, \d+ min, 100 tokens, \$0\.00 at list prices of \S+\n$/)
    const unknown = await ending('--max-cost', '5', '--model', 'mine')
    expect(unknown.how, unknown.out).toEqual([5, ['lie']])
    expect(unknown.out).toContain('no known price for mine, so --max-cost cannot be enforced')
    const once = await ending('--model', 'mine', '--max-sessions', '2', '--json')
    expect([...once.how, eventsIn(once.out).filter(({ event }) => event === 'unpriced')]).toEqual([
      ...[5, ['lie', 'lie']],
      [expect.objectContaining({ models: ['mine'] })],
    ])
    const models = { 'claude-sonnet-4-5': { input: 10_000, cached: 0, output: 0 } }
    mkdirSync(join(at.project.home, '.gsd'), { recursive: true })
    writeFileSync(join(at.project.home, '.gsd/models.json'), JSON.stringify({ models }))
    const money = await ending('--max-cost', '0.7')
    expect(money.how, money.out).toEqual([5, ['lie']])
    expect(money.out).toContain('Limit reached: $0.70 was spent')
  })
})

it('runs no more units at a time than the project lets work at once', async () => {
  const at = await ground('lie')
  const started = async () =>
    eventsIn((await ask(at, '--jobs', '3', '--max-sessions', '1', '--json')).out).find(({ event }) => event === 'start')
  expect(await started()).toMatchObject({ jobs: 3 })
  await at.project.ask('config', 'set', 'parallelization.max_concurrent_agents', '2')
  at.project.git('commit', '-qam', 'chore: set how many work at once')
  expect(await started()).toMatchObject({ jobs: 2 })
})

describe('what a run cost', () => {
  it('is noted in the project unit by unit, told once a phase, and ends the run at the ceiling of the project', async () => {
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
      {
        phase: '01',
        text: expect.stringMatching(/^phase 1: 300 tokens \(\$0\.00\), \d+ minutes?$/),
      },
    ])
    const more = await twoPlans()
    await more.project.ask('config', 'set', 'budget.ceiling', '0.0005')
    more.project.git('commit', '-qam', 'chore: set a ceiling')
    const stopped = await ask(more)
    expect([stopped.exit, ranIn(more)], stopped.out).toEqual([5, ['work']])
    expect(stopped.out).toMatch(/Limit reached: 0\.\d+ of 0\.0005 is spent/)
    expect(stopped.out).toContain('config set budget.ceiling')
  })
})

describe('the model of a session', () => {
  it('is by the weight of its unit where that is asked for, and a smaller one as the budget is used up', async () => {
    const at = await twoPlans()
    await at.project.ask('config', 'set', 'dynamic_routing.enabled', 'true')
    at.project.git('commit', '-qam', 'chore: choose models by weight')
    const { exit, out } = await ask(at, '--max-sessions', '4', '--json')
    expect([exit, modelsOf(at)], out).toEqual([0, ['haiku', 'haiku', 'sonnet']])
  })
})

describe('plans side by side', () => {
  it('are done each in a worktree, at the same time, merged, and their trees removed, also where a hook of their session was ended while it held the lock; so goes the run where that is the lock of the project; and what somebody captured in a tree is kept in the project, and sorted there', async () => {
    const at = await autoGround({ '01': {}, '02': {} }, ['meet', 'meet', 'note', 'locked'])
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

  /** A file that both change. */
  const shared = async (...modes: readonly string[]) => {
    const at = await autoGround({ '01': {}, '02': {} }, modes)
    at.project.write('shared.txt', 'nothing\n')
    at.project.git('add', '--all')
    at.project.git('commit', '-qm', 'docs: a file')
    return at
  }
  const keyed = (out: string, name: string) => eventsIn(out).filter(({ event }) => event === name)

  it('that both add at one place are merged with what both add, and checked together', async () => {
    const at = await autoGround({ '01': {}, '02': {} }, ['add', 'add'])
    const { exit, out } = await ask(at, '--jobs', '2', '--json')
    expect(exit, out).toBe(0)
    expect(at.project.read('shared.txt').split('\n').filter(Boolean).sort()).toEqual(['01-01', '01-02'])
    expect([keyed(out, 'merged').length, keyed(out, 'back').length, leftIn(at)]).toEqual([3, 0, [0, 'main']])
  })

  it('that conflict are a unit of their own for a worker, and what it makes of them is merged', async () => {
    const at = await shared('clash', 'clash', 'mend')
    const { exit, out } = await ask(at, '--jobs', '2', '--json')
    expect(exit, out).toBe(0)
    expect(sessionsIn(out)).toContainEqual(expect.stringMatching(/^merge execute-plan 01-0[12]$/))
    expect(at.project.read('shared.txt').split('\n').filter(Boolean).sort()).toEqual(['01-01', '01-02'])
    expect(leftIn(at)).toEqual([0, 'main'])
  })

  it('that conflict and are not mended are left alone in their trees, named, with all that they hold; the others are done', async () => {
    const at = await shared('clash', 'clash', 'lie')
    const { exit, out } = await ask(at, '--jobs', '2', '--json')
    expect(exit, out).toBe(4)
    const [held, ...more] = keyed(out, 'held')
    expect([keyed(out, 'merged').length, more]).toEqual([1, []])
    expect(eventsIn(out).at(-1)).toMatchObject({ end: 'person', reason: expect.stringContaining('shared.txt') })
    const [, id] = held.unit.split(' ')
    expect(at.project.read(`${held.tree}/shared.txt`)).toContain(id)
    expect(at.project.has(`${COUNTING}/${id}-SUMMARY.md`)).toBe(false)
    expect(at.project.git('status', '--porcelain')).toBe('')
  })

  it('that hold alone and not together never get to the branch: the first does, the other waits in its tree, also where the run is killed as the branch moves', async () => {
    const at = await autoGround({ '01': {}, '02': {} }, ['rival', 'rival'])
    // Ends the driver as the branch of the project has moved, as hard as a machine that goes down.
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
    const [held] = keyed(out, 'held')
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
