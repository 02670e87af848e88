// Copies of a repository: worktrees that the user created are separate projects that respect claims in the main one, and evidence is valid in a clone.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openPresence } from '../../lib/node/presence.js'
import { countingProject } from '../support/counting.js'
import { partFiles, summaryDraft } from '../support/drafts.js'
import { disposeProjects, type TempProject } from '../support/project.js'
import { executePlan, verifyPhase } from '../support/work.js'

afterEach(disposeProjects)

const addWorktree = (project: TempProject) => {
  const root = join(dirname(project.root), 'linked')
  project.git('worktree', 'add', '--quiet', root, '-b', 'feat')
  return {
    root,
    ask: (...words: string[]) => project.ask(...words, '--cwd', root),
    git: (...words: string[]) => project.git('-C', root, ...words),
    write: (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    },
  }
}

describe('a linked worktree', () => {
  it('plans, builds and commits separately, without changing the main worktree', async () => {
    const project = countingProject().initGit()
    const tree = addWorktree(project)
    const [before, head] = [project.snapshot(), project.git('rev-parse', 'main')]
    const begun = (await tree.ask('begin', 'execute-plan', '01-01', '--json')).json()
    expect(begun.text).toMatch(/^# execute-plan 01-01: /)
    for (const [path, text] of Object.entries(partFiles('01'))) tree.write(path, text)
    tree.git('add', '--', 'part-01.*')
    tree.git('commit', '--quiet', '--message=feat(01-01): count words')
    const drafts = /`(\S+\/)[^/`]+`[^\n]*: the CLI checks/.exec(begun.text)?.[1] ?? ''
    tree.write(`${drafts}01-01-SUMMARY.md`, summaryDraft('01-counting', '01'))
    const finished = await tree.ask('unit', 'finish', '--claim', begun.claim, '--commit')
    expect([finished.exit, finished.stdout]).toEqual([0, expect.stringContaining('accepted')])
    expect((await tree.ask('phase', 'add', 'Only here')).exit).toBe(0)
    expect((await tree.ask('commit', 'docs: a phase', '--files', '.planning')).json().committed).toBe(true)
    expect((await tree.ask('next')).json().unit.unitType).toBe('verify-phase')
    expect([project.snapshot(), project.git('rev-parse', 'main')]).toEqual([before, head])
    expect(tree.git('status', '--porcelain')).toBe('')
    expect((await project.ask('next')).json().unit.unitType).toBe('execute-plan')
    expect(readFileSync(join(tree.root, '.planning/ROADMAP.md'), 'utf8')).toContain('Only here')
  })

  it.each([
    ['is blocked by a claim in the main worktree', 'execute-plan--01-01.json', 'CLAIMED'],
    ['is not blocked by the copy of other machines’ claims there', 'shared', undefined],
  ])('%s', async (_, name, code) => {
    const project = countingProject().initGit()
    const tree = addWorktree(project)
    project.presence = openPresence({ session: null, root: tree.root, programs: new Set(), isAbove: false })
    const unit = { unitType: 'execute-plan', unitId: '01-01' }
    const [now, until] = [0, 60_000].map((ms) => new Date(project.time + ms).toISOString())
    const claim = { v: 1, token: 'abc', ...unit, at: now, leaseUntil: until, machine: 'other' }
    project.write(`.planning/.runtime/claims/${name}`, `${JSON.stringify(claim)}\n`)
    const { revision } = (await tree.ask('next')).json()
    const claimed = await tree.ask('unit', 'claim', 'execute-plan', '01-01', '--revision', revision)
    expect(claimed.json().error?.code).toBe(code)
  })

  it('without planning files is told where they are, but does not use them', async () => {
    const project = countingProject({ files: { '.gitignore': '.planning/\n' } }).initGit()
    const tree = addWorktree(project)
    const before = project.snapshot()
    const { error } = (await tree.ask('phase', 'add', 'Anything')).json()
    expect(error).toMatchObject({ code: 'NO_PROJECT', message: expect.stringContaining(project.root) })
    expect(error.fix).toContain('commit')
    expect([project.snapshot(), existsSync(join(tree.root, '.planning'))]).toEqual([before, false])
  })
})

describe('a second clone', () => {
  it.each(['false', 'true'])('has the phase verified, with core.autocrlf=%s', async (autocrlf) => {
    const project = countingProject().initGit()
    await executePlan(project)
    await verifyPhase(project)
    expect((await project.ask('phase', 'complete', '1')).exit).toBe(0)
    project.git('add', '--all')
    project.git('commit', '--quiet', '--message=docs: complete the phase')
    const clone = join(dirname(project.root), 'clone')
    project.git('clone', '--quiet', '-c', `core.autocrlf=${autocrlf}`, '.', clone)
    const marks = readFileSync(join(clone, '.planning/phases/01-counting/01-01-SUMMARY.md'), 'utf8').includes('\r\n')
    expect(marks).toBe(autocrlf === 'true')
    const ask = async (...words: string[]) => (await project.ask(...words, '--cwd', clone)).json()
    expect(await ask('verification', 'status', '1')).toMatchObject({ phase_status: 'verified' })
    expect((await ask('next')).unit).toMatchObject({ unitId: '02' })
    expect(project.git('-C', clone, 'status', '--porcelain')).toBe('')
  })
})
