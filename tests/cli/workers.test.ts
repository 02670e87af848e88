// Workers on a plan that lies on a remote, and a run that leads them.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { parseLedger } from '../../lib/core/history/ledger.js'
import { sha256 } from '../../lib/node/digest.js'
import { autoGround, type Ground, ranIn } from '../support/auto/ground.js'
import { askGsd, environmentOf, PACKAGE } from '../support/gsd.js'
import { disposeProjects } from '../support/project.js'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  disposeProjects()
})

interface Shared extends Ground {
  readonly bare: string
  /** Of the commands that the plan runs. */
  readonly digest: string
}

/** A planned project that is pushed to a remote. */
async function sharedGround(...of: Parameters<typeof autoGround>): Promise<Shared> {
  const at = await autoGround(...of)
  const { project } = at
  project.write('shared.txt', 'what was there\n')
  project.git('add', '--all')
  project.git('commit', '-qm', 'chore: a file that several change')
  const bare = join(project.home, 'bare.git')
  project.git('clone', '-q', '--bare', project.root, bare)
  project.git('remote', 'add', 'origin', bare)
  return { ...at, bare, digest: (await project.ask('trust')).json()['digest'] as string }
}

function start({ project, env }: Shared, cwd: string, words: readonly string[], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [PACKAGE, ...words], {
    cwd,
    env: environmentOf(project.home, { ...env, ...more }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const told = { out: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (told.out += bytes.toString()))
  const ended = new Promise<number | null>((done) => child.on('exit', (exit) => setTimeout(() => done(exit), 50)))
  return { child, told, ended }
}

const lead = (at: Shared, ...words: readonly string[]) =>
  start(at, at.project.root, ['auto', '--workers', '--to', '1', ...words], { GSD_TRUST: at.digest })
const join_ = (at: Shared, ...words: readonly string[]) =>
  start(at, at.project.home, ['worker', '--remote', at.bare, '--to', '1', ...words])

const completedIn = ({ project, bare }: Shared): readonly string[] =>
  parseLedger(project.git('-C', bare, 'show', 'main:.planning/ledger.jsonl'), sha256, { now: Date.now }).lines.flatMap(
    (line) => (line.kind === 'outcome' && line.status === 'completed' ? [`${line.unitType} ${line.unitId}`] : []),
  )

it('two workers and a run that leads do each unit once, and nothing of it stays on the remote but main', async () => {
  const at = await sharedGround({ '01': {}, '02': {}, '03': {} })
  const { project, bare } = at
  const all = [lead(at), join_(at), join_(at)]
  const exits = await Promise.all(all.map(({ ended }) => ended))
  const told = all.map(({ told: { out } }) => out).join('\n---\n')
  expect(exits, told).toEqual([0, 0, 0])
  expect([...completedIn(at)].sort(), told).toEqual([
    ...['01-01', '01-02', '01-03'].map((id) => `execute-plan ${id}`),
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
  expect(told).toContain('agrees to every check')
})

async function until(what: string, isSo: () => boolean, told: () => string): Promise<void> {
  for (const end = Date.now() + 120_000; !isSo(); ) {
    if (Date.now() > end) expect.fail(`${what} did not happen: ${told()}`)
    await new Promise((done) => setTimeout(done, 50))
  }
}

const begun = (at: Shared, sessions: number, told: () => string) =>
  until('a session', () => existsSync(join(at.folder, 'ran')) && ranIn(at).length >= sessions, told)

const refsOf = ({ project, bare }: Shared): readonly string[] =>
  project
    .git('ls-remote', bare, 'refs/gsd/*', 'refs/heads/gsd/*')
    .trim()
    .split('\n')
    .flatMap((line) => line.split('\t')[1] ?? [])

const shown = async ({ project, env }: Shared, ...words: readonly string[]) =>
  (await askGsd(project.home, ['workers', '--remote', 'origin', ...words], { cwd: project.root, env })).out

it('what does not go with what came before it goes back to a worker, who brings both together', async () => {
  const at = await sharedGround({ '01': {}, '02': {} }, ['clash', 'clash', 'mend'])
  const own = join_(at)
  const both = ['refs/heads/gsd/execute-plan--01-01', 'refs/heads/gsd/execute-plan--01-02']
  await until(
    'both handed in',
    () => refsOf(at).join() === both.join(),
    () => own.told.out,
  )
  expect(await shown(at)).toBe(
    'execute-plan--01-01: handed in, to be checked and merged\nexecute-plan--01-02: handed in, to be checked and merged\n',
  )
  const led = lead(at)
  const exits = [await led.ended, await own.ended]
  const told = `${led.told.out}\n---\n${own.told.out}`
  expect(exits, told).toEqual([0, 0])
  expect(told).toContain('goes back: it conflicts with what came before it: shared.txt')
  expect(at.project.git('show', 'main:shared.txt').trim().split('\n').sort()).toEqual(['01-01', '01-02'])
  expect(refsOf(at)).toEqual([])
})

it('one interrupt ends a worker after its unit, a second one at once, and the unit is free again', async () => {
  const at = await sharedGround({ '01': {}, '02': {} }, ['work', 'hang'])
  const first = join_(at)
  const told = () => first.told.out
  await begun(at, 1, told)
  first.child.kill('SIGINT')
  expect(await first.ended, told()).toBe(130)
  expect(refsOf(at), told()).toEqual(['refs/heads/gsd/execute-plan--01-01'])
  const second = join_(at)
  await begun(at, 2, () => second.told.out)
  expect(refsOf(at)).toContain('refs/gsd/claims/execute-plan--01-02')
  expect(await shown(at)).toMatch(/^execute-plan\/01-02: .*process \d+ on \S+$/m)
  second.child.kill('SIGINT')
  await until(
    'a word',
    () => second.told.out.includes('once more'),
    () => second.told.out,
  )
  second.child.kill('SIGINT')
  expect(await second.ended).toBe(130)
  expect(refsOf(at), second.told.out).toEqual(['refs/heads/gsd/execute-plan--01-01'])
})

it('the unit of a worker that was killed is taken at once by another one of its machine', async () => {
  const at = await sharedGround({ '01': {}, '02': {} }, ['hang'])
  const first = join_(at)
  await begun(at, 1, () => first.told.out)
  const second = join_(at)
  await begun(at, 2, () => second.told.out)
  first.child.kill('SIGKILL')
  const both = ['refs/heads/gsd/execute-plan--01-01', 'refs/heads/gsd/execute-plan--01-02']
  await until(
    'both handed in',
    () => refsOf(at).join() === both.join(),
    () => second.told.out,
  )
})

it('a question of a session is left to a person: no worker begins the unit again, and the run that leads names the branch', async () => {
  const at = await sharedGround({ '01': {} }, ['question'])
  const own = join_(at)
  const led = lead(at)
  expect(await led.ended, `${led.told.out}\n---\n${own.told.out}`).toBe(4)
  expect(led.told.out).toContain('(gsd/execute-plan--01-01)')
  expect(await shown(at)).toContain('execute-plan--01-01: left to a person: ')
  expect(ranIn(at)).toEqual(['question'])
})
