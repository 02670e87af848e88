// Two clones of one project, each with its own run: a remote shares the claims and the work.
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { frameLine } from '../../lib/core/history/journal.js'
import { parseLedger } from '../../lib/core/history/ledger.js'
import { sha256 } from '../../lib/node/digest.js'
import { type AutoSetup, autoSetup } from '../support/auto/ground.js'
import { askGsd, environmentOf, PACKAGE } from '../support/gsd.js'
import { disposeProjects } from '../support/project.js'

afterEach(disposeProjects)

const LEDGER = '.planning/ledger.jsonl'

const WORDS = ['auto', '--to', '1']

const ask = ({ project, env, digest }: AutoSetup & { readonly digest: string }) =>
  askGsd(project.home, WORDS, { cwd: project.root, env: { ...env, GSD_TRUST: digest } })

function drive({ project, env }: AutoSetup, cwd: string, GSD_TRUST: string, ...more: readonly string[]) {
  const child = spawn(process.execPath, [PACKAGE, ...WORDS, ...more], {
    cwd,
    env: environmentOf(project.home, { ...env, GSD_TRUST }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (out += bytes.toString()))
  return new Promise<{ exit: number | null; out: string }>((done) =>
    child.on('exit', (exit) => setTimeout(() => done({ exit, out }), 50)),
  )
}

async function twoClones(plans: Parameters<typeof autoSetup>[0]) {
  const at = await autoSetup(plans)
  const { project } = at
  const { home, root } = project
  const [bare, second] = [join(home, 'bare.git'), join(home, 'second')]
  expect((await project.ask('config', 'set', 'claims.remote', 'origin')).exit).toBe(0)
  project.git('add', '--all')
  project.git('commit', '-qm', 'docs: claims on a remote')
  project.git('clone', '-q', '--bare', root, bare)
  project.git('remote', 'add', 'origin', bare)
  project.git('clone', '-q', bare, second)
  const digest = (await project.ask('trust')).json()['digest'] as string
  const git = (cwd: string, ...words: readonly string[]) => project.git('-C', cwd, ...words).trim()
  return { ...at, bare, second, digest, git }
}

function commitIn({ git }: Awaited<ReturnType<typeof twoClones>>, cwd: string, path: string, text = 'new\n'): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true })
  appendFileSync(join(cwd, path), text)
  git(cwd, 'add', '--', path)
  git(cwd, 'commit', '-qm', `docs: ${path}`)
}

it('a branch that diverged only in planning files is merged and pushed; one that diverged in code ends the run, which names the command', async () => {
  const at = await twoClones({ '01': {} })
  const { bare, second, git } = at
  const { root } = at.project
  // Without a merge rule for the ledger.
  const noted = (stoppedAt: string) => frameLine({ kind: 'session', at: '2026-01-05T12:00:00.000Z', stoppedAt }, sha256)
  commitIn(at, second, 'theirs.txt')
  commitIn(at, second, LEDGER, noted('theirs'))
  git(second, 'push', '-q')
  commitIn(at, root, '.planning/learnings/one.md')
  commitIn(at, root, LEDGER, noted('mine'))
  const first = await ask(at)
  expect(first.exit, first.out).toBe(0)
  expect(git(bare, 'ls-tree', '-r', '--name-only', 'main').split('\n')).toEqual(
    expect.arrayContaining(['theirs.txt', '.planning/learnings/one.md', 'part-01.js']),
  )
  expect(git(bare, 'show', `main:${LEDGER}`)).toMatch(/"stoppedAt":"theirs"[\s\S]*"stoppedAt":"mine"/)
  expect(git(root, 'rev-parse', 'main')).toBe(git(bare, 'rev-parse', 'main'))

  git(second, 'pull', '-q')
  commitIn(at, second, 'more.txt')
  git(second, 'push', '-q')
  commitIn(at, root, 'mine.txt')
  const { exit, out } = await ask(at)
  expect([exit, out.split('have diverged').length], out).toEqual([4, 2])
  expect(out).toContain('To continue: git pull --no-rebase origin main')
})

it('an uncommitted change that prevents merging the work of others is named', async () => {
  const at = await twoClones({ '01': {} })
  const { project, second, git } = at
  commitIn(at, second, 'shared.txt')
  git(second, 'push', '-q')
  writeFileSync(project.at('shared.txt'), 'mine\n')
  const { exit, out } = await ask(at)
  expect([exit, out], out).toEqual([
    4,
    expect.stringContaining('uncommitted changes: shared.txt\nTo continue: commit or stash them'),
  ])
})

it('both clones together do each unit once, and both have all work, which git revert undoes', async () => {
  const { bare, second, digest, git, ...at } = await twoClones({ '01': {}, '02': {} })
  const { project } = at
  const { home, root } = project
  const runs = await Promise.all([drive(at, root, digest, '--jobs', '2'), drive(at, second, digest)])
  const output = runs.map(({ out }) => out).join('\n')
  expect(
    runs.map(({ exit }) => exit),
    output,
  ).toEqual([0, 0])
  expect(git(root, 'ls-remote', 'origin', 'refs/gsd/*'), output).toBe('')
  const { lines } = parseLedger(git(bare, 'show', 'main:.planning/ledger.jsonl'), sha256, { now: Date.now })
  const done = lines.flatMap((line) =>
    line.kind === 'outcome' && line.status === 'completed' ? [`${line.unitType} ${line.unitId}`] : [],
  )
  const PLANS = ['01-01', '01-02'].map((id) => `execute-plan ${id}`)
  expect(done.sort(), output).toEqual([...PLANS, 'verify-phase 01'])
  const subjects = git(bare, 'log', '--first-parent', '--format=%s', 'main').split('\n')
  expect(subjects.filter((line) => line === 'docs(01): complete the phase')).toHaveLength(1)
  for (const cwd of [root, second]) {
    expect(git(cwd, 'status', '--porcelain'), output).toBe('')
    expect(git(cwd, 'rev-parse', 'main'), output).toBe(git(bare, 'rev-parse', 'main'))
    expect(git(cwd, 'branch', '--format=%(refname:short)'), output).toBe('main')
  }

  // Not the journal: it lists only writes in this folder, and this work came through git.
  const tools = (...words: readonly string[]) => {
    const argv = [join(dirname(PACKAGE), 'gsd-tools.js'), ...words, '--json']
    return JSON.parse(
      spawnSync(process.execPath, argv, { cwd: second, env: environmentOf(home, at.env), encoding: 'utf8' }).stdout,
    )
  }
  const { error } = tools('undo', '--phase', '1', '--yes')
  expect(error.fix).toContain('git revert')
  for (const row of git(second, 'log', '--first-parent', '--grep=01', '--format=%H %P').split('\n')) {
    const [commit = '', ...parents] = row.split(' ')
    git(second, 'revert', '--no-edit', ...(parents.length > 1 ? ['-m', '1'] : []), commit)
  }
  expect(tools('next').unit).toMatchObject({ unitType: 'execute-plan', unitId: '01-01' })
})
