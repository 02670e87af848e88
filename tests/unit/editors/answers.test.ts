// The displays of the editor extension, from real results of verbs.
import { afterEach, describe, expect, it } from 'vitest'
import * as shown from '../../../editors/vscode/src/answers.js'
import { findPrograms } from '../../../editors/vscode/src/finder.js'
import { disposeProjects, makeProject, OURS } from '../../support/project.js'

afterEach(disposeProjects)

const ours = () => makeProject(OURS).initGit()
const answer = async <T>(project: ReturnType<typeof ours>, ...words: readonly string[]): Promise<T> =>
  (await project.ask(...words)).json() as T
const cellsOf = (rows: readonly shown.Row[]) =>
  rows.map(({ kind, label, description, icon }) => [kind, label, description, icon])

describe('the trees', () => {
  it('show each phase with its status, and phases with ready work', async () => {
    const project = ours()
    const rows = shown.phaseRows(await answer(project, 'progress'), await answer(project, 'next'))
    expect(cellsOf(rows)).toEqual([
      ['phase', '1. Foundation', 'in progress · 1/2 plans · ready', 'play-circle'],
      ['phase', '2. Accounts', 'not started', 'circle-outline'],
      ['phase', '3. Reports', 'not started', 'circle-outline'],
    ])
  })

  it('show the plans of a phase with their files, and the verification of the phase', async () => {
    const project = ours()
    const rows = shown.planRows(await answer(project, 'phase', 'plan-index', '1'))
    expect(cellsOf(rows)).toEqual([
      ['plan', '01-01', 'done', 'pass'],
      ['plan', '01-02', 'planned · ready', 'play-circle'],
    ])
    for (const { file } of rows) expect(project.has(file as string)).toBe(true)
    const proof = shown.proofRow('1', await answer(project, 'verification', 'status', '1'))
    expect([proof.description, proof.tooltip]).toEqual(['missing', 'phase 01 has no VERIFICATION'])
  })

  it('have no plans for a phase without a folder', async () => {
    expect(shown.planRows(await answer(ours(), 'phase', 'plan-index', '2'))).toEqual([])
  })

  it('show open questions first, then answered ones, whose files can be opened', async () => {
    const project = ours()
    const asked: { id: string } = await answer(project, 'decision', 'add', '--question=Which?', '--options=A|B')
    await project.ask('decision', 'answer', asked.id, '--choice=2')
    await project.ask('decision', 'add', '--question=When?', '--options=Now|Later')
    const { decisions }: shown.Decisions = await answer(project, 'decision', 'list')
    const { items }: shown.OpenItems = await answer(project, 'open')
    const rows = shown.questionRows(decisions, items)
    expect(rows.map(({ kind, label }) => [kind, label])).toEqual([
      ['open', 'When?'],
      ['answered', 'Which?'],
    ])
    expect(rows[0]?.options).toEqual(['Now', 'Later'])
    expect(rows[1]?.description).toBe('B · agent')
    expect(project.has(rows[1]?.file as string)).toBe(true)
  })
})

describe('the status bar', () => {
  it('names the next unit and starts it', async () => {
    expect(shown.statusOf(await answer(ours(), 'next'), null)).toEqual({
      text: '$(play) GSD: execute-plan 01-02',
      tooltip: 'plan 01-02 is ready',
      command: 'gsd.next',
    })
  })

  it('asks for an answer if the user must decide', async () => {
    const project = ours()
    await project.ask('decision', 'add', '--question=Which?', '--options=A|B')
    expect(shown.statusOf(await answer(project, 'next'), null)).toMatchObject({
      tooltip: 'Which?',
      command: 'gsd.answer',
    })
  })

  it('shows an error with its fix', () => {
    const { tooltip } = shown.statusOf(null, { code: 'NOT_FOUND', message: 'not there', fix: 'install it' })
    expect(tooltip).toBe('not there\ninstall it')
  })
})

it('a lint finding is shown at its line, or at the first line if it is about the whole file', async () => {
  const project = ours()
  const plan = '.planning/phases/01-foundation/01-02-PLAN.md'
  project.write(plan, project.read(plan).replace('wave: 2', 'wave: [2'))
  const { findings }: shown.Lint = await answer(project, 'lint')
  const found = shown.findingsOf(findings)
  expect(found.get(plan)).toEqual([
    {
      line: project.read(plan).split('\n').indexOf('wave: [2'),
      column: 6,
      severity: 'error',
      message:
        'front matter: expected a list or map in brackets that is closed, with nothing after it on its line, found: wave: [2\n' +
        'Close the bracket on the same line, or put the whole value in double quotes.',
      code: 'YAML_FLOW',
    },
  ])
  expect(found.get('.planning/phases/01-foundation/01-CONTEXT.md')?.[0]).toMatchObject({ line: 0, column: 0 })
})

it.each([
  ['/a/.planning/phases/02.1-x/02.1-03-PLAN.md', { plan: '02.1-03', phase: '02.1' }],
  ['C:\\a\\.planning\\phases\\01-x\\01-02-PLAN.md', { plan: '01-02', phase: '01' }],
  ['/a/.planning/phases/01-x/01-02-SUMMARY.md', null],
  ['/a/PLAN.md', null],
])('the plan of %s is %j', (path, plan) => {
  expect(shown.planOf(path)).toEqual(plan)
})

describe('the line for the client', () => {
  it('contains the words in their place', () => {
    expect(shown.clientLine('claude "/{words}"', 'gsd-execute-phase 2.1')).toBe('claude "/gsd-execute-phase 2.1"')
  })

  it.each(['gsd-x $(touch a)', 'gsd-x; rm -r .', 'gsd-x "', 'gsd-x\nls', 'rm -r .'])('refuses %j', (words) => {
    expect(shown.clientLine('claude "/{words}"', words)).toBe(null)
  })
})

describe('the programs', () => {
  const find = (there: readonly string[], path = '') =>
    findPrograms({ path, project: '/p', home: '/h', PATH: '/bin:/own', exists: (one) => there.includes(one) })
  const [local, global] = ['/p', '/h'].map((root) => `${root}/.agents/get-shit-done/bin/gsd-tools.cjs`) as [
    string,
    string,
  ]

  it('are those of the project, then of the home, then on PATH', () => {
    expect(find([global, local, '/own/gsd-tools'])?.tools).toEqual(['node', local])
    expect(find([global, '/own/gsd-tools'])?.tools).toEqual(['node', global])
    expect(find(['/own/gsd-tools'])).toEqual({ tools: ['/own/gsd-tools'], gsd: ['/own/gsd'] })
    expect(find([])).toBe(null)
  })

  it('are those that the setting names, even if missing', () => {
    expect(find([local], '/x/gsd-tools.cjs')).toEqual({
      tools: ['node', '/x/gsd-tools.cjs'],
      gsd: ['node', '/x/gsd.cjs'],
    })
    expect(find([], '/x/bin/gsd-tools.js')?.gsd).toEqual(['node', '/x/bin/install.js'])
  })
})
