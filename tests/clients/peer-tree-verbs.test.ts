// Projects written by the verbs of two older programs, our peers: we read the same facts without changing a byte, and the peer can read what we write.

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agreed } from '../support/agreed.js'
import { pinnedFolder } from '../support/clients/run.js'
import { disposeProjects, makeProject, type TempProject } from '../support/project.js'
import { gitInit } from '../support/sandbox.js'
import { textOf } from '../support/texts.js'

afterAll(disposeProjects)

const PEERS = {
  'get-shit-done-cc 1.42.3': 'get-shit-done-cc/get-shit-done/bin/gsd-tools.cjs',
  'gsd-core 1.14.0': '@opengsd/gsd-core/gsd-core/bin/gsd-tools.cjs',
} as const
const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'

// biome-ignore lint/suspicious/noExplicitAny: answers of several programs
type Json = any

const PHASES = [
  ['Count', 'Words are counted', 'Nothing (first phase)', 'CNT-01'],
  ['Report', 'Totals are reported', 'Phase 1', '[REP-01]'],
] as const

const ROADMAP = `# Roadmap: Tally

## Overview

Two phases.

## Phases

${PHASES.map(([name, goal], at) => `- [ ] **Phase ${at + 1}: ${name}** - ${goal}`).join('\n')}

## Phase Details

${PHASES.map(
  ([name, goal, depends, requirement], at) => `### Phase ${at + 1}: ${name}
**Goal**: ${goal}
**Depends on**: ${depends}
**Requirements**: ${requirement}
**Success Criteria** (what must be TRUE):
  1. ${goal}
**Plans**: TBD
`,
).join('\n')}
## Progress

| Phase | Plans Complete | Status | Completed |
|-------|----------------|--------|-----------|
| 1. Count | 0/TBD | Not started | - |
| 2. Report | 0/TBD | Not started | - |
`

// With the labels that the older programs expect.
const STATE = textOf('peer-tree-verbs/state.md')

const REQUIREMENTS = `# Requirements: Tally

## v1 Requirements

- [ ] **CNT-01**: Words are counted
- [ ] **REP-01**: Totals are reported

## Traceability

| Requirement | Phase | Status |
|---|---|---|
| CNT-01 | Phase 1 | Pending |
| REP-01 | Phase 2 | Pending |
`

interface Answered {
  readonly exit: number | null
  readonly answer: Json
}

class Peer {
  readonly #file: string
  readonly project: TempProject
  constructor(file: string, project: TempProject) {
    this.#file = file
    this.project = project
  }

  /** Runs a verb, which may fail; returns its exit code and its output, parsed if that is an object. */
  try(...args: readonly string[]): Answered {
    const ran = spawnSync(process.execPath, [this.#file, ...args], {
      cwd: this.project.root,
      env: this.project.env({ LANG: 'C.UTF-8', TMPDIR: this.project.home }),
      encoding: 'utf8',
    })
    return { exit: ran.status, answer: ran.stdout.startsWith('{') ? JSON.parse(ran.stdout) : ran.stdout + ran.stderr }
  }

  do(...args: readonly string[]): Json {
    const { exit, answer } = this.try(...args)
    expect([args, exit, exit === 0 ? '' : answer]).toEqual([args, 0, ''])
    return answer
  }
}

/** Makes a project with the peer's verbs: phase 1 is executed, 1.1 inserted and planned, 2 half executed, 3 added; with records of every kind. */
function planWith(file: string): Peer {
  const project = makeProject({})
  const peer = new Peer(file, project)
  gitInit(project.root)
  mkdirSync(project.at('.planning'))
  project.write('.planning/config.json', '{"mode":"interactive","granularity":"coarse"}\n')
  project.write('.planning/PROJECT.md', '# Tally\n\n## What This Is\n\nA counter.\n\n## Core Value\n\nCount.\n')
  project.write('.planning/ROADMAP.md', ROADMAP)
  project.write('.planning/STATE.md', STATE)
  project.write('.planning/REQUIREMENTS.md', REQUIREMENTS)
  peer.do('phase', 'add', 'Polish the output')
  peer.do('phase', 'insert', '1', 'Mend the count')
  peer.do('scaffold', 'phase-dir', '--phase', '1', '--name', 'count')
  peer.do('scaffold', 'phase-dir', '--phase', '2', '--name', 'report')
  peer.do('scaffold', 'context', '--phase', '2', '--name', 'report')
  for (const [phase, plan] of ['1 01', '1 02', '01.1 01', '2 01', '2 02'].map((pair) => pair.split(' ')))
    peer.do('template', 'fill', 'plan', '--phase', phase as string, '--plan', plan as string)
  peer.do('state', 'begin-phase', '--phase', '1', '--name', 'Count', '--plans', '2')
  for (const plan of ['01', '02']) {
    peer.do('template', 'fill', 'summary', '--phase', '1', '--plan', plan)
    peer.do('state', 'advance-plan')
    peer.do('roadmap', 'update-plan-progress', '1')
  }
  peer.do('state', 'add-decision', '--phase', '1', '--summary', 'Files first', '--rationale', 'simple')
  peer.do('state', 'add-blocker', '--text', 'No disk')
  peer.do(
    'state',
    'record-metric',
    '--phase',
    '1',
    '--plan',
    '1',
    '--duration',
    '12min',
    '--tasks',
    '2',
    '--files',
    '3',
  )
  peer.do('state', 'record-session', '--stopped-at', 'Phase 1 done', '--resume-file', 'None')
  peer.do('requirements', 'mark-complete', 'CNT-01')
  // One of the two demands a verification first; what it has written until then must still be readable.
  peer.try('phase', 'complete', '1')
  project.write('.planning/todos/pending/again.md', 'created: 2026-01-02\ntitle: Look again\narea: core\n')
  project.write('.planning/todos/pending/done.md', '---\ncreated: 2026-01-02\ntitle: Done once\n---\n\nIt was.\n')
  peer.do('todo', 'complete', 'done.md')
  peer.do('template', 'fill', 'summary', '--phase', '2', '--plan', '01')
  return peer
}

function copyOf({ project }: Peer, file: string): Peer {
  const copy = makeProject({})
  cpSync(project.root, copy.root, { recursive: true })
  return new Peer(file, copy)
}

const rows = (answer: Json) =>
  answer.phases.map((phase: Json) => [
    String(phase.number).replace(/^0+(?=\d)/, ''),
    phase.plan_count,
    phase.summary_count,
  ])

const WRITTEN_COUNTS = [
  ['1', 2, 2],
  ['1.1', 1, 0],
  ['2', 2, 1],
  ['3', 0, 0],
]

const READS = [
  'next',
  'state derive --explain',
  'progress',
  'requirements list',
  'phase plan-index 1',
  'phase plan-index 2',
  'config list',
  'health',
  'open --all',
  'note list --all',
].map((words) => words.split(' '))

describe.each(Object.entries(PEERS))('a project written by the verbs of %s', (name, path) => {
  const file = join(pinnedFolder('peers'), path)

  describe.runIf(required || existsSync(file))(name, () => {
    let peer: Peer
    beforeAll(() => {
      peer = planWith(file)
    })
    const ask = async (project: TempProject, ...words: readonly string[]) => (await project.ask(...words)).json()

    it('has the created phases, plans and summaries, as the peer counts them', async () => {
      const answer = await ask(peer.project, 'progress')
      expect(rows(answer)).toEqual(WRITTEN_COUNTS)
      expect(rows(peer.do('roadmap', 'analyze'))).toEqual(WRITTEN_COUNTS)
      expect(answer.phases.map(({ name: title }: Json) => title)).toEqual([
        'Count',
        'Mend the count',
        'Report',
        'Polish the output',
      ])
      expect(answer.phases.map(({ done }: Json) => done)).toEqual([true, false, false, false])
      expect(answer.percent).toBe(25)
      const index = await ask(peer.project, 'phase', 'plan-index', '2')
      expect(index.plans.map(({ id, wave, complete }: Json) => [id, wave, complete])).toEqual([
        ['02-01', 1, true],
        ['02-02', 1, false],
      ])
    })

    it('has the peer’s decisions, blockers, session, todos and requirements', async () => {
      const memory = peer.project.read('.planning/STATE.md')
      expect(memory).toMatch(/Files first[\s\S]*No disk/)
      expect(memory).toContain('Phase 1 done')
      const open = await ask(peer.project, 'open', '--kind', 'todo')
      expect(open.items).toMatchObject([{ path: '.planning/todos/pending/again.md', text: 'Look again' }])
      const { requirements, complete } = await ask(peer.project, 'requirements', 'list')
      expect(requirements.map(({ id, ticked, complete: met }: Json) => [id, ticked, met])).toEqual([
        ['CNT-01', true, true],
        ['REP-01', false, false],
      ])
      expect(complete).toBe(1)
    })

    it('continues directly after the work that the peer finished', async () => {
      const next = await peer.project.ask('next')
      expect([next.exit, next.json().unit.unitId.slice(0, 4)]).toEqual([0, '01.1'])
    })

    it('is not changed by reading', async () => {
      const before = peer.project.snapshot()
      for (const words of READS)
        expect([words, typeof (await peer.project.ask(...words)).json()]).toEqual([words, 'object'])
      expect(peer.project.snapshot()).toEqual(before)
    })

    it('is still readable for the peer after our writes: same phases, plausible progress, no complaints', async () => {
      const copy = copyOf(peer, file)
      const { project } = copy
      for (const words of [
        ['phase', 'add', 'Ship it'],
        ['phase', 'add', 'Mend the report', '--after', '2'],
        ['state', 'record-session', '--stopped-at', 'Ours too'],
        ['state', 'rebuild'],
        ['note', 'triage', 'again.md', '--class', 'done'],
        ['config', 'set', 'workflow.research', 'false'],
      ])
        expect([words, (await agreed(project, ...words)).exit]).toEqual([words, 0])
      const all = [...WRITTEN_COUNTS.slice(0, 3), ['2.1', 0, 0], ...WRITTEN_COUNTS.slice(3), ['4', 0, 0]]
      expect(rows(await ask(project, 'progress'))).toEqual(all)
      expect(rows(copy.do('roadmap', 'analyze'))).toEqual(all)
      const { progress } = copy.do('state', 'json')
      expect([progress.total_plans, progress.completed_plans, progress.total_phases]).toEqual([5, 3, 6])
      expect(progress.percent).toBeLessThanOrEqual(60)
      expect(copy.do('validate', 'consistency')).toMatchObject({ errors: [] })
      expect(copy.do('phase-plan-index', '2').plans.map(({ id }: Json) => id)).toEqual(['02-01', '02-02'])
      expect(copy.do('state', 'load').state_raw).toContain('Ours too')
      expect(copy.do('list-todos').count).toBe(0)
      // We can also read the peer's next write.
      copy.do('state', 'add-decision', '--phase', '2', '--summary', 'Theirs again')
      expect(project.read('.planning/STATE.md')).toMatch(/Files first[\s\S]*Theirs again/)
    })

    it('is between milestones after the peer has closed its milestone, whose work is not offered again', async () => {
      const copy = copyOf(peer, file)
      const { project } = copy
      const plain = copy.try('milestone', 'complete', 'v1.0', '--name', 'Words')
      if (plain.exit !== 0) copy.do('milestone', 'complete', 'v1.0', '--name', 'Words', '--yes', '--force', '--confirm')
      const before = project.snapshot()
      const answer = await ask(project, 'progress')
      expect(answer.scope).toBe('between_milestones')
      expect(rows(answer)).toEqual(WRITTEN_COUNTS)
      expect(answer.phases.every(({ closed }: Json) => closed)).toBe(true)
      const next = await project.ask('next')
      expect([next.exit, next.json().rule, next.json().unit.unitType]).toEqual([0, 'D05b', 'new-milestone'])
      expect((await ask(project, 'progress')).percent).toBeNull()
      expect(project.snapshot()).toEqual(before)
    })

    it('is read per workstream if the peer has created workstreams', async () => {
      const copy = copyOf(peer, file)
      const { project } = copy
      copy.do('workstream', 'create', 'api', '--migrate-name', 'main')
      const before = project.snapshot()
      expect(rows(await ask(project, 'progress', '--ws', 'main'))).toEqual(WRITTEN_COUNTS)
      const next = await project.ask('next', '--ws', 'main')
      expect([next.exit, next.json().unit.unitId.slice(0, 4)]).toEqual([0, '01.1'])
      expect((await ask(project, 'workstream', 'list')).workstreams.map(({ name: id }: Json) => id)).toEqual([
        'api',
        'main',
      ])
      expect(project.snapshot()).toEqual(before)
    })
  })
})
