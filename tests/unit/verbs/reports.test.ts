// Reports over the plan: the same facts whatever dialect the files are in, and nothing invented.
import { afterAll, describe, expect, it } from 'vitest'
import { agreed, OVERRULED } from '../../support/agreed.js'
import { disposeProjects, type Files, makeProject, OURS } from '../../support/project.js'

afterAll(disposeProjects)

const PHASE = '.planning/phases/01-foundation'
const ROADMAP = '.planning/ROADMAP.md'

/** As other tools write it: nested, with underscores, objects in lists, a sentence that YAML takes for a map, CRLF. */
const NESTED = `---
phase: 03-reports
plan: 01
# Dependency graph
dependency_graph:
  requires: []
  provides:
    - name: Report builder
    - a table of numbers
  affects: [mail]
tech_stack:
  added:
    - name: pdfkit
      why: prints
    - chartist
  patterns: [pipes]
key_files: [src/report.ts, src/print.ts]
decisions:
  - Print locally: no server needed
patterns_established:
  - One file per report
metrics:
  duration: 9min
  completed: 2026-01-04
---

# Phase 3 Plan 01: Reports Summary

**Reports print.**
`.replaceAll('\n', '\r\n')

const history: Files = {
  ...OURS,
  [`${PHASE}/01-01-SUMMARY.md`]: (OURS[`${PHASE}/01-01-SUMMARY.md`] as string)
    .replace('provides: []', 'provides:\n  - a base\n  - "a base"')
    .replace('affects: []', 'affects: [accounts, reports]'),
  '.planning/phases/03-reports/03-01-SUMMARY.md': NESTED,
  '.planning/milestones/v0.9-phases/01-sketch/01-01-SUMMARY.md': NESTED.replace('Report builder', 'Sketch'),
  '.planning/milestones/v0.9-phases/02-proof/02-01-SUMMARY.md': 'No front matter here.\n',
}

describe('history-digest', () => {
  it('goes over live and archived phases, oldest first, and shadows none of equal number', async () => {
    const found = (await makeProject(history).ask('history-digest')).json()
    expect(Object.keys(found.phases)).toEqual(['v0.9/01', '02', '01', '03'])
    expect(found.phases['01']).toEqual({
      name: 'foundation',
      provides: ['a base'],
      affects: ['accounts', 'reports'],
      patterns: [],
    })
    expect(found.phases['03']).toMatchObject({ affects: ['mail'], patterns: ['One file per report'] })
    expect(found.phases['03'].provides[1]).toBe('a table of numbers')
    expect(found.decisions).toEqual([
      { phase: 'v0.9/01', decision: 'Print locally: no server needed' },
      { phase: '03', decision: 'Print locally: no server needed' },
    ])
    expect(found.tech_stack).toEqual(['pdfkit', 'chartist'])
    expect([found.phase_count, found.truncated]).toEqual([4, false])
  })

  it('--limit keeps the last phases', async () => {
    const found = (await makeProject(history).ask('history-digest', '--limit', '2')).json()
    expect([Object.keys(found.phases), found.phase_count, found.truncated]).toEqual([['01', '03'], 4, true])
  })
})

describe('progress', () => {
  it('joins a coded directory with its phase of the roadmap', async () => {
    const files = Object.fromEntries(
      Object.entries(OURS).map(([path, text]) => [path.replace('phases/01-', 'phases/LED-01-'), text]),
    )
    const found = (await makeProject(files).ask('progress')).json()
    expect(found.phases).toEqual([
      {
        number: '01',
        name: 'Foundation',
        plans: 2,
        done_plans: 1,
        summaries: 1,
        status: 'in progress',
        milestone: null,
        open: [],
      },
      {
        number: '02',
        name: 'Accounts',
        plans: 0,
        done_plans: 0,
        summaries: 0,
        status: 'not started',
        milestone: null,
        open: [],
      },
      {
        number: '03',
        name: 'Reports',
        plans: 0,
        done_plans: 0,
        summaries: 0,
        status: 'not started',
        milestone: null,
        open: [],
      },
    ])
  })

  it('has a bar and a table, as words, behind a dot, and for people', async () => {
    const project = makeProject(OURS)
    const bar = (await project.ask('progress', 'bar')).json()
    expect(bar).toEqual({ text: '[░░░░░░░░░░] 0% (0 of 3 phases: 0 verified, 0 done)' })
    expect((await project.ask('progress.bar')).json()).toEqual(bar)
    const table = (await project.ask('progress', 'table')).json().text
    expect(table).toContain('| 1. Foundation | 1/2   | in progress |')
    expect((await project.ask('progress', '--pretty')).stdout.trimEnd()).toBe(table)
    expect((await project.ask('progress.json')).json()).toEqual((await project.ask('progress')).json())
    expect((await project.ask('progress', 'pie')).exit).toBe(2)
  })

  it('between milestones lists what is closed and computes no share', async () => {
    const shipped =
      '# Roadmap\n\n<details>\n<summary>✅ v1.0 First</summary>\n\n### Phase 1: Foundation\n\n**Goal**: A base\n\n</details>\n'
    const found = (await makeProject({ ...OURS, [ROADMAP]: shipped }).ask('progress')).json()
    expect(found).toMatchObject({ phase_scope: 'between_milestones', percent: null, milestone_version: null })
    expect(found.phases).toEqual([
      {
        number: '01',
        name: 'Foundation',
        plans: 2,
        done_plans: 1,
        summaries: 1,
        status: 'done',
        milestone: 'v1.0',
        open: [],
      },
    ])
    expect(found.shipped).toEqual({ version: 'v1.0', name: 'First', phases: 1, plans: 2, archived: [] })
    expect(found.unknown.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual([
      ['milestone_version', 'BETWEEN_MILESTONES'],
      ['percent', 'BETWEEN_MILESTONES'],
    ])
  })

  it('between milestones tells of the one that went into the archive whole', async () => {
    const archive = '.planning/milestones/v1.0'
    const files = {
      ...Object.fromEntries(
        Object.entries(OURS).map(([path, text]) => [path.replace('.planning/phases/', `${archive}-phases/`), text]),
      ),
      [`${archive}-ROADMAP.md`]: OURS[ROADMAP] as string,
    }
    for (const roadmap of [
      null,
      '# Roadmap\n\n## Milestones\n\n- ✅ **v1.0 First** - Phases 1-3 (shipped 2026-01-02)\n',
    ]) {
      const { [ROADMAP]: _, ...rest } = files as Record<string, string>
      const project = makeProject(roadmap === null ? rest : { ...rest, [ROADMAP]: roadmap })
      const [progress, analyze] = [await project.ask('progress'), await project.ask('roadmap', 'analyze')]
      for (const { exit, json } of [progress, analyze]) {
        expect(exit).toBe(0)
        expect(json().phases.map(({ status }: { status: string }) => status)).toEqual(['done', 'done', 'done'])
        expect(json().shipped).toMatchObject({ version: 'v1.0', phases: 3, plans: 2 })
        expect(json().shipped.archived).toEqual([`${archive}-ROADMAP.md`, `${archive}-phases`])
      }
      expect((await project.ask('progress', '--pretty')).stdout).toContain('shipped last: v1.0')
    }
  })

  it('a phase whose last plan another tool finished waits for its verification', async () => {
    const files = { ...OURS, [`${PHASE}/01-02-SUMMARY.md`]: NESTED }
    const found = (await makeProject(files).ask('progress')).json()
    expect(found.phases[0]).toMatchObject({ plans: 2, summaries: 2, status: 'in progress' })
  })
})

describe('stats', () => {
  it('counts requirements by evidence and commits by git', async () => {
    const project = makeProject(OURS).initGit()
    project.write('x.txt', 'x')
    project.git('add', 'x.txt')
    project.git('commit', '--quiet', '--message=more')
    await agreed(project, 'requirements', 'mark', 'CORE-01', ...OVERRULED)
    const before = project.snapshot()
    const found = (await project.ask('stats')).json()
    expect(found).toMatchObject({
      phases_total: 3,
      phases_completed: 0,
      percent: 0,
      plan_percent: 50,
      requirements_total: 4,
      requirements_complete: 1,
      git_commits: 2,
      last_activity: '2026-01-02',
      changed: false,
    })
    expect(found.git_first_commit_date).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(project.snapshot()).toEqual(before)
  })

  it('says what it cannot know, and locks nothing', async () => {
    const project = makeProject({ '.planning/PROJECT.md': '# X\n' })
    const before = project.snapshot()
    const found = (await project.ask('stats')).json()
    expect([found.percent, found.git_commits, found.requirements_total]).toEqual([null, null, null])
    expect(found.unknown.map(({ path }: { path: string }) => path)).toEqual([
      'milestone_version',
      'percent',
      'plan_percent',
      'requirements_total',
      'requirements_complete',
      'git_commits',
      'git_first_commit_date',
    ])
    expect(project.snapshot()).toEqual(before)
  })
})
