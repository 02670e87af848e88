// Leftovers of a killed run in a repository, and their cleanup by the next run, with real git.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { commitRecord, completeWrites, freeLocks } from '../../../lib/cli/gsd/auto/crash-cleanup.js'
import { moveForward, undoMove } from '../../../lib/cli/gsd/auto/fast-forward.js'
import { finishedSince } from '../../../lib/core/auto/finished-units.js'
import { frameLine } from '../../../lib/core/history/journal.js'
import { sha256 } from '../../../lib/node/digest.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../../support/project.js'
import { describeWhere } from '../../support/where.js'

afterEach(disposeProjects)

const OLD = { 'same.txt': 'same\n', 'changed.txt': 'old text\n', 'gone.txt': 'to be removed\n' }
const NEW = { 'same.txt': 'same\n', 'changed.txt': 'a new text that is longer\n', 'deep/added.txt': 'added\n' }

function branchToMove(): {
  readonly project: TempProject
  readonly folder: string
  readonly from: string
  readonly to: string
} {
  const project = makeProject({})
  project.initGit()
  const folder = join(project.home, 'run')
  mkdirSync(folder, { recursive: true })
  const commit = (files: Readonly<Record<string, string>>, message: string) => {
    rmSync(join(project.root, 'gone.txt'), { force: true })
    for (const [path, text] of Object.entries(files)) project.write(path, text)
    project.git('add', '--all')
    project.git('commit', '-qm', message)
  }
  commit(OLD, 'old')
  commit(NEW, 'new')
  const to = project.git('rev-parse', 'HEAD').trim()
  const from = project.git('rev-parse', 'HEAD^').trim()
  project.git('reset', '-q', '--hard', 'HEAD^')
  return { project, folder, from, to }
}

/** Leaves the state after git was killed while it wrote files; null stands for a removed file. */
function interruptMove(
  { project, folder, from, to }: ReturnType<typeof branchToMove>,
  files: Readonly<Record<string, string | null>>,
) {
  writeFileSync(join(folder, 'moving.json'), JSON.stringify({ from, to }))
  for (const [path, text] of Object.entries(files)) {
    const at = join(project.root, path)
    mkdirSync(dirname(at), { recursive: true })
    if (text === null) rmSync(at)
    else writeFileSync(at, text)
  }
}

describe('a branch that a run moves', () => {
  it('is moved to its target, and the note is removed', async () => {
    const { project, folder, from, to } = branchToMove()
    expect(await moveForward(project.root, { from, to }, folder)).toBeNull()
    expect(project.git('rev-parse', 'HEAD').trim()).toBe(to)
    expect(existsSync(join(folder, 'moving.json'))).toBe(false)
  })

  it.each<readonly [string, Readonly<Record<string, string | null>>]>([
    ['no file', {}],
    ['a complete file', { 'deep/added.txt': NEW['deep/added.txt'] }],
    ['part of a file', { 'changed.txt': 'a new t' }],
    ['an empty file', { 'changed.txt': '' }],
    ['every file', { 'changed.txt': NEW['changed.txt'], 'deep/added.txt': NEW['deep/added.txt'], 'gone.txt': null }],
  ])('is reset if git was killed after writing %s, and can be moved again', async (_, files) => {
    const at = branchToMove()
    interruptMove(at, files)
    expect(await undoMove(at.project.root, at.folder)).toEqual([])
    expect(at.project.git('status', '--porcelain')).toBe('')
    expect(at.project.read('changed.txt')).toBe(OLD['changed.txt'])
    expect(at.project.has('deep/added.txt')).toBe(false)
    expect(await moveForward(at.project.root, at, at.folder)).toBeNull()
  })

  it('keeps a file that has changed since, and names it', async () => {
    const at = branchToMove()
    interruptMove(at, { 'changed.txt': "a person's own\n", 'deep/added.txt': NEW['deep/added.txt'] })
    expect(await undoMove(at.project.root, at.folder)).toEqual(['changed.txt'])
    expect(at.project.read('changed.txt')).toBe("a person's own\n")
    expect(at.project.has('deep/added.txt')).toBe(false)
  })

  it('touches nothing outside if a folder has become a link', async () => {
    const at = branchToMove()
    const outside = join(at.project.home, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'added.txt'), '')
    interruptMove(at, {})
    symlinkSync(outside, join(at.project.root, 'deep'))
    expect(await undoMove(at.project.root, at.folder)).toEqual(['deep/added.txt'])
    expect(existsSync(join(outside, 'added.txt'))).toBe(true)
  })

  it('is left alone if the note is not ours', async () => {
    const at = branchToMove()
    at.project.write('changed.txt', 'mine')
    writeFileSync(join(at.folder, 'moving.json'), JSON.stringify({ from: '--output=x', to: at.to }))
    expect(await undoMove(at.project.root, at.folder)).toEqual([])
    expect(at.project.read('changed.txt')).toBe('mine')
  })
})

describeWhere(process.platform === 'linux')('locks of git', () => {
  const locks = ['index.lock', 'HEAD.lock', 'refs/heads/main.lock', 'worktrees/one/index.lock']
  const locked = (project: TempProject) => {
    for (const lock of locks) project.write(`.git/${lock}`, '')
    return { cwd: project.root }
  }
  const remaining = ({ root }: TempProject) => locks.filter((lock) => existsSync(join(root, '.git', lock)))

  it('are removed if no git is running', async () => {
    const { project } = branchToMove()
    await freeLocks(locked(project))
    expect(remaining(project)).toEqual([])
    expect(readFileSync(join(project.root, '.git/HEAD'), 'utf8')).toContain('refs/heads/main')
  })

  it('stay while git is running', async () => {
    const { project } = branchToMove()
    const git = spawn('git', ['cat-file', '--batch'], { cwd: project.root, stdio: 'pipe' })
    await new Promise((done) => git.on('spawn', done))
    try {
      await freeLocks(locked(project))
      expect(remaining(project)).toEqual(locks)
    } finally {
      git.kill('SIGKILL')
    }
  })
})

describe('the lock of a writer that was killed with its session', () => {
  it('is removed, and other files stay', () => {
    const guard = '.planning/.lock.0123456789abcdef'
    // A pid that no process can have here.
    const dead = JSON.stringify({ pid: 4194302, host: hostname(), token: 'fedcba9876543210' })
    const project = makeProject({ '.planning/.lock.notes': 'mine', [guard]: dead })
    project.write('.planning/.lock', dead)
    completeWrites({ cwd: project.root })
    expect(readdirSync(project.at('.planning'))).toEqual(['.lock.notes'])
  })
})

describe('a unit without a committed record', () => {
  const line = (unitId: string, status: string, at: string) =>
    frameLine(
      {
        kind: 'outcome',
        at,
        dispatchId: unitId,
        unitType: 'execute-plan',
        unitId,
        revision: '',
        status,
        failure: null,
      },
      sha256,
    )
  const first = line('01-01', 'completed', '2026-01-01T00:00:00.000Z')
  const second = line('01-02', 'completed', '2026-01-02T00:00:00.000Z')

  const plan = (unitId: string) => ({ unitType: 'execute-plan', unitId })

  it('is committed if its session was killed during the write', async () => {
    const project = makeProject({ ...OURS, '.planning/.gitignore': '.lock*\n' }).initGit()
    const id = '20260101000000-0123abcd'
    const intent = { v: 1, id, files: [], appends: [{ path: '.planning/ledger.jsonl', text: first }] }
    project.write(`.planning/.runtime/tx/${id}/intent.json`, JSON.stringify(intent))
    project.write('.planning/.runtime/.gitignore', '*\n')
    const call = async (words: readonly string[]) => (await project.ask(...words)).stdout
    await commitRecord({ toolsPath: '', cwd: project.root, base: '.planning', env: {}, timeoutMs: 60_000, call })
    expect(project.git('show', 'HEAD:.planning/ledger.jsonl')).toContain(first)
    expect(project.git('status', '--porcelain')).toBe('')
  })

  it('is found among the units that were completed after the committed record', () => {
    expect(finishedSince(first, first + second, sha256)).toEqual([plan('01-02')])
    expect(finishedSince('', first + second, sha256)).toEqual([plan('01-01'), plan('01-02')])
  })

  it('is not found without a finish, after a failed one, or with a truncated line', () => {
    expect(finishedSince(first, first, sha256)).toEqual([])
    expect(finishedSince(first, first + line('01-02', 'failed', '2026-01-02T00:00:00.000Z'), sha256)).toEqual([])
    expect(finishedSince(first, first + second.slice(0, -20), sha256)).toEqual([])
  })
})
