// Workers on a project with a remote, and their lead run.
import { existsSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { UnitTree } from '../../lib/cli/gsd/auto/trees.js'
import { isStillOffered, type RemoteOffer, type RemoteWorker, submitter } from '../../lib/cli/gsd/worker/unit.js'
import type { ActiveClaim } from '../../lib/core/auto/active-claim.js'
import { modesRun } from '../support/auto/ground.js'
import {
  completedIn,
  killAll,
  refsOf,
  runLead,
  type SharedSetup,
  sharedSetup,
  startLead,
  startWorker,
} from '../support/auto/shared.js'
import { askGsd } from '../support/gsd.js'
import { disposeProjects } from '../support/project.js'

afterEach(() => {
  killAll()
  disposeProjects()
})

it('two workers and a lead run do each unit once, and leave only main on the remote', async () => {
  const at = await sharedSetup({ '01': {}, '02': {} })
  const { project, bare } = at
  const workers = [startWorker(at), startWorker(at)]
  const led = await runLead(at)
  const exits = [led.exit, ...(await Promise.all(workers.map(({ ended }) => ended)))]
  const output = [led, ...workers.map((one) => one.output)].map(({ out }) => out).join('\n---\n')
  expect(exits, output).toEqual([0, 0, 0])
  expect([...completedIn(at)].sort(), output).toEqual([
    ...['01-01', '01-02'].map((id) => `execute-plan ${id}`),
    'transition 01',
    'verify-phase 01',
  ])
  expect(
    project
      .git('ls-remote', bare)
      .trim()
      .split('\n')
      .map((line) => line.split('\t')[1]),
  ).toEqual(['HEAD', 'refs/heads/main'])
  expect(project.git('rev-parse', 'main')).toBe(project.git('-C', bare, 'rev-parse', 'main'))
  expect(project.git('status', '--porcelain')).toBe('')
  expect(output).toContain('allow every check')
})

async function until(what: string, isSo: () => boolean, output: () => string): Promise<void> {
  for (const end = Date.now() + 120_000; !isSo(); ) {
    if (Date.now() > end) expect.fail(`${what} did not happen: ${output()}`)
    await new Promise((done) => setTimeout(done, 50))
  }
}

const untilSessions = (at: SharedSetup, sessions: number, output: () => string) =>
  until('a session', () => existsSync(join(at.folder, 'ran')) && modesRun(at).length >= sessions, output)

const workersOutput = async ({ project, env }: SharedSetup, ...words: readonly string[]) =>
  (await askGsd(project.home, ['workers', '--remote', 'origin', ...words], { cwd: project.root, env })).out

it('a unit that conflicts with an earlier one is returned to a worker, who resolves the conflict', async () => {
  const at = await sharedSetup({ '01': {}, '02': {} }, ['clash', 'clash', 'mend'])
  const own = startWorker(at)
  const submissions = ['refs/heads/gsd/unit/execute-plan--01-01', 'refs/heads/gsd/unit/execute-plan--01-02']
  await until(
    'both submissions',
    () => refsOf(at).join() === submissions.join(),
    () => own.output.out,
  )
  expect(await workersOutput(at)).toBe(
    'execute-plan/01-01: submitted, to be checked and merged\nexecute-plan/01-02: submitted, to be checked and merged\n',
  )
  const led = await runLead(at)
  const exits = [led.exit, await own.ended]
  const output = `${led.out}\n---\n${own.output.out}`
  expect(exits, output).toEqual([0, 0])
  expect(output).toContain('needs rework: it conflicts with earlier work: shared.txt')
  expect(at.project.git('show', 'main:shared.txt').trim().split('\n').sort()).toEqual(['01-01', '01-02'])
  expect(refsOf(at)).toEqual([])
})

it('one interrupt ends a worker after its unit, a second one at once, and the unit is free again', async () => {
  const at = await sharedSetup({ '01': {}, '02': {} }, ['work', 'hang'])
  const first = startWorker(at)
  const output = () => first.output.out
  await untilSessions(at, 1, output)
  first.child.kill('SIGINT')
  expect(await first.ended, output()).toBe(130)
  expect(refsOf(at), output()).toEqual(['refs/heads/gsd/unit/execute-plan--01-01'])
  const second = startWorker(at)
  await untilSessions(at, 2, () => second.output.out)
  expect(refsOf(at)).toContain('refs/gsd/claims/execute-plan--01-02')
  expect(await workersOutput(at)).toMatch(/^execute-plan\/01-02: .* on \S+$/m)
  second.child.kill('SIGINT')
  await until(
    'a hint',
    () => second.output.out.includes('Ctrl-C again'),
    () => second.output.out,
  )
  second.child.kill('SIGINT')
  expect(await second.ended).toBe(130)
  expect(second.output.out).toMatch(/ after \d+ s: interrupted \(/)
  expect(refsOf(at), second.output.out).toEqual(['refs/heads/gsd/unit/execute-plan--01-01'])
})

it('the unit of a killed worker is taken at once by another worker on its machine', async () => {
  const at = await sharedSetup({ '01': {}, '02': {} }, ['hang'])
  const first = startWorker(at)
  await untilSessions(at, 1, () => first.output.out)
  const second = startWorker(at)
  await untilSessions(at, 2, () => second.output.out)
  first.child.kill('SIGKILL')
  const submissions = ['refs/heads/gsd/unit/execute-plan--01-01', 'refs/heads/gsd/unit/execute-plan--01-02']
  await until(
    'both submissions',
    () => refsOf(at).join() === submissions.join(),
    () => second.output.out,
  )
})

it('the claim of a killed worker on a submitted unit delays no merge on its machine', async () => {
  const at = await sharedSetup({ '01': {} })
  const own = startWorker(at)
  const output = () => own.output.out
  const claim = 'refs/gsd/claims/execute-plan--01-01'
  await until('a claim', () => refsOf(at).includes(claim), output)
  const held = at.project.git('-C', at.bare, 'rev-parse', claim).trim()
  await until('a submission', () => refsOf(at).join() === 'refs/heads/gsd/unit/execute-plan--01-01', output)
  own.child.kill('SIGKILL')
  await own.ended
  at.project.git('-C', at.bare, 'update-ref', claim, held)
  const led = startLead(at)
  await until(
    'a merge',
    () => led.output.out.includes('execute-plan 01-01 was merged'),
    () => led.output.out,
  )
})

it('a question of a session waits for the user: no worker begins the unit again, and the lead run names the branch', async () => {
  const at = await sharedSetup({ '01': {} }, ['question'])
  const own = startWorker(at)
  const { exit, out } = await runLead(at)
  expect(exit, `${out}\n---\n${own.output.out}`).toBe(4)
  expect(out).toContain('(gsd/unit/execute-plan--01-01)')
  expect(await workersOutput(at)).toContain('execute-plan/01-01: waiting for the user: ')
  expect(modesRun(at)).toEqual(['question'])
})

it('a worker ends after one session if the remote refuses its branch, and submits the work later', async () => {
  const at = await sharedSetup({ '01': {} })
  const hook = join(at.bare, 'hooks/update')
  writeFileSync(hook, '#!/bin/sh\ncase "$1" in refs/heads/gsd/*) exit 1;; esac\n', { mode: 0o755 })
  const own = startWorker(at)
  expect(await own.ended, own.output.out).toBe(7)
  expect(own.output.out).toContain('[remote rejected]')
  unlinkSync(hook)
  const { output } = startWorker(at)
  await until(
    'a submission',
    () => refsOf(at).join() === 'refs/heads/gsd/unit/execute-plan--01-01',
    () => output.out,
  )
  expect(modesRun(at)).toEqual(['work'])
})

it('a lead run ends after its workers have ended, with their work merged and the cost recorded', async () => {
  const at = await sharedSetup({ '01': {}, '02': {} })
  const own = startWorker(at, '--max-sessions', '1')
  expect(await own.ended, own.output.out).toBe(5)
  expect(own.output.out).toContain('To continue: run gsd worker again, with a higher --max-sessions')
  const { exit, out } = await runLead(at, '--idle-minutes', '0.02')
  expect(exit, out).toBe(6)
  expect(out).toContain('no worker has been active for 0.02 min; no submitted work is left to merge')
  expect(out).toContain(`To continue: gsd worker --remote "${at.bare}" --to 1`)
  expect(completedIn(at)).toEqual(['execute-plan 01-01'])
  expect((await at.project.ask('metrics', '--by', 'plan')).json()['rows']).toMatchObject([
    { key: '01-01', tokens: 100, cost: 0.00093 },
  ])
  expect(at.project.git('log', '--format=%B', 'main')).not.toContain('tokens')
})

it('neither a worker nor a lead run begins if git has no author for commits', async () => {
  const { env, ...at } = await sharedSetup({ '01': {} })
  const nameless = Object.fromEntries(Object.entries(env).filter(([name]) => !/^GIT_(AUTHOR|COMMITTER)_/.test(name)))
  const strict = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'user.useConfigOnly', GIT_CONFIG_VALUE_0: 'true' }
  for (const begin of [startLead, startWorker]) {
    const one = begin({ ...at, env: { ...nameless, ...strict } })
    expect(await one.ended, one.output.out).toBe(2)
    expect(one.output.out).toContain('fix: run git config --global user.name "Your Name"')
  }
})

/** Submits a unit twice, with a claim whose submission ends with `is`. The shared claims do not answer; nor does the remote, unless it is `bare.git`. */
async function submitTwice(is: string, holdReason: string | null, remote = 'nowhere.git') {
  const { project } = await sharedSetup({ '01': {} })
  const hold = { code: 'DECISION', reason: 'a question', resume: 'answer it' }
  const call = async ([verb]: readonly string[]) => JSON.stringify(verb === 'next' ? { revision: '1', hold } : {})
  let output = ''
  const world = { out: (line: string) => (output += line) }
  const run = { given: {}, folder: project.home, world, held: new Map(), engine: { cwd: project.root, env: {}, call } }
  const shared = { acquire: async () => ({ is: 'away', reason: 'the store does not answer' }) }
  const context = { run, lane: { claims: { shared, onUnreachable: () => {} } } }
  const place = { cwd: project.root, remote: join(project.home, remote), branch: 'refs/heads/main' }
  const tree = { unit: { unitType: 'execute-plan', unitId: '01-01' }, branch: 'main' } as UnitTree
  const claim = { shared: { claims: { submit: async () => ({ is }) }, token: 'x' }, free: async () => {} }
  const worker = { place, context } as unknown as RemoteWorker
  const { submit } = submitter(worker, tree, null, claim as unknown as ActiveClaim)
  return { results: [await submit(holdReason), await submit(holdReason)], output }
}

it.each([
  ['the remote does', 'nowhere.git'],
  ['the claims do', 'bare.git'],
])('a worker that lost its claim keeps its work while %s not answer', async (_, remote) => {
  const away = { is: 'away', reason: 'the remote does not answer' }
  expect(await submitTwice('lost', null, remote)).toEqual({ results: [away, away], output: '' })
})

it('a worker reports a unit as on hold only if the branch was pushed', async () => {
  expect((await submitTwice('kept', 'a question')).output).toContain('execute-plan 01-01 is on hold: a question')
  expect((await submitTwice('behind', 'a question')).output).toBe('')
})

it.each([
  ['offered', true, { unit: '01-01' }],
  ['ready next to another', true, { unit: '01-02', ready: ['01-01'] }],
  ['hidden by a hold', true, { hold: {} }],
  ['done', false, { unit: '01-02' }],
  ['submitted', false, { unit: '01-01', turn: 'in' }],
] as const)('isStillOffered, for a worker without its claim and a unit that is %s: %s', (_, open, state) => {
  const unitOf = (unitId: string) => ({ unitType: 'execute-plan', unitId })
  const {
    unit = null,
    ready = [],
    hold = null,
    turn,
  }: { unit?: string | null; ready?: readonly string[]; hold?: object | null; turn?: string } = state
  const offer = { hold, unit: unit === null ? null : unitOf(unit), ready: ready.map(unitOf) }
  const seen = { submissions: { find: () => (turn === undefined ? null : { turn }) } }
  expect(isStillOffered({ offer, seen } as unknown as RemoteOffer, unitOf('01-01'))).toBe(open)
})
