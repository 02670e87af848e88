// STATE.md in the forms the family's tools leave it: its position follows the evidence, its memory is kept, and nothing else changes.

import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { execute } from '../../../lib/cli/execute.js'
import { summaryDraft } from '../../support/drafts.js'
import {
  CREATED,
  disposeProjects,
  type Files,
  makeProject,
  OLDER,
  OURS,
  type TempProject,
  TOOLS,
} from '../../support/project.js'
import { claim, draft, finished } from '../../support/work.js'

afterAll(disposeProjects)

const STATE = '.planning/STATE.md'
const ROADMAP = '.planning/ROADMAP.md'
const state = OURS[STATE] as string
const roadmap = OURS[ROADMAP] as string

/** OURS with another STATE.md. */
const stating = (text: string, base: Files = OURS): Files => ({ ...base, [STATE]: text })
const changed = (before: string, after: string): readonly string[] => {
  const [old, now] = [before.split(/\r?\n/), after.split(/\r?\n/)]
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `-${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+${line}`),
  ].filter((line) => !/^[-+]last_updated: /.test(line))
}

/** The bold dialect, with decisions as a table and blockers under a heading of their own. */
const BOLD = `---
gsd_state_version: '1.0'
team: "1.10"   # ours
status: executing
last_updated: "2026-01-02T10:00:00.000Z"
---

# Project State

**Current Phase:** 1
**Current Phase Name:** Foundation
**Total Phases:** 3
**Current Plan:** 1
**Total Plans in Phase:** 2
**Status:** Executing
**Progress:** [█████░░░░░] 50%
**Last Activity:** 2026-01-02
**Last Activity Description:** Began

## Decisions Made

| Phase | Decision | Rationale |
|-------|----------|-----------|
| 1 | Files first | simpler |

## Blockers

- No key yet
- A slow disk

## Session

**Last Date:** 2026-01-02
**Stopped At:** Task 2
**Resume File:** None
`

const carryOut = async (project: TempProject, number = '02') => {
  const claimed = await claim(project, 'execute-plan', `01-${number}`)
  project.write(`part-${number}.js`, `module.exports = ${number}\n`)
  project.write(`src/part-${number}.ts`, `export default ${number}\n`)
  if (project.has('.git')) {
    project.git('add', `part-${number}.js`, `src/part-${number}.ts`)
    project.git('commit', '--quiet', `--message=feat: part ${number}`)
  }
  draft(project, claimed, { [`01-${number}-SUMMARY.md`]: summaryDraft('01-foundation', number) })
  await finished(project, claimed)
}

describe('state load', () => {
  it('answers the effective settings under the names of the family, legacy ones included', async () => {
    const answer = (await makeProject(OLDER).ask('state', 'load')).json()
    expect(answer.config).toMatchObject({
      mode: 'yolo',
      granularity: 'coarse',
      commit_docs: true,
      research: false,
      plan_checker: true,
      branching_strategy: 'none',
      parallelization: true,
      model_overrides: null,
      agent_skills: {},
      workflow: { research: false, plan_check: true },
    })
    expect([answer.state_exists, answer.roadmap_exists, answer.config_exists]).toEqual([true, true, true])
    expect(answer.state_raw).toBe(OLDER[STATE])
  })

  it('is what state alone says, masks secrets, and makes no prototype of a key', async () => {
    const config = '{"brave_search": "BSA-0123456789abcd", "model_overrides": {"__proto__": "x", "planner": "opus"}}'
    const project = makeProject({ ...OURS, '.planning/config.json': config })
    const [alone, spoken] = [await project.ask('state'), await project.ask('state', 'load')]
    expect(alone.stdout).toBe(spoken.stdout)
    expect(alone.json().config.brave_search).toBe('****abcd')
    expect(alone.json().config.model_overrides.planner).toBe('opus')
    expect(alone.stdout).not.toContain('BSA-0123')
  })

  it('a config that does not parse is an error, never silent defaults', async () => {
    const answer = await makeProject({ ...OURS, '.planning/config.json': '{"mode": ' }).ask('state', 'load')
    expect([answer.exit, answer.json().error.code, answer.json().config]).toEqual([1, 'CONFIG_PARSE_FAILED', {}])
  })
})

describe('state-snapshot', () => {
  it.each([
    ['bold labels and a table of decisions', BOLD],
    ['the same with CRLF and a byte order mark', `\uFEFF${BOLD.replaceAll('\n', '\r\n')}`],
  ])('reads %s', async (_, text) => {
    const found = (await makeProject(stating(text)).ask('state-snapshot')).json()
    expect(found).toEqual({
      current_phase: '1',
      current_phase_name: 'Foundation',
      total_phases: 3,
      current_plan: '1',
      total_plans_in_phase: 2,
      status: 'executing',
      progress_percent: 50,
      last_activity: '2026-01-02',
      last_activity_desc: null,
      decisions: [{ phase: '1', summary: 'Files first', rationale: 'simpler' }],
      blockers: ['No key yet', 'A slow disk'],
      paused_at: null,
      session: { last_date: '2026-01-02', stopped_at: 'Task 2', resume_file: null },
    })
  })

  it('reads plain labels, and front matter before body', async () => {
    const text = state.replace('status: executing', 'status: executing\ncurrent_phase: "2.1"')
    const found = (await makeProject(stating(text)).ask('state', 'snapshot')).json()
    expect(found).toMatchObject({
      current_phase: '2.1',
      current_phase_name: 'Foundation',
      total_phases: 3,
      current_plan: '1',
      total_plans_in_phase: 2,
      progress_percent: 0,
      last_activity_desc: 'Plan 01-01 finished',
      decisions: [{ phase: 'Phase 1', summary: 'Files before a database', rationale: 'simpler' }],
      session: { last_date: '2026-01-02', stopped_at: 'Plan 01-01 finished', resume_file: null },
    })
  })

  it('a status that is none of the words is shown as it stands, never guessed from a part of it', async () => {
    const text = state.replace('status: executing', 'status: Incomplete, waiting for Ada')
    expect((await makeProject(stating(text)).ask('state-snapshot')).json().status).toBe('Incomplete, waiting for Ada')
    const derived = (await makeProject(stating(text)).ask('state', 'json')).json()
    expect(derived.status).toBe('executing')
  })
})

describe('state json', () => {
  it('a milestone that the roadmap does not name is null with a reason', async () => {
    const flat = '# Roadmap\n\n### Phase 1: Foundation\n\n**Goal**: A base\n'
    const found = (await makeProject({ ...OURS, [ROADMAP]: flat }).ask('state', 'json')).json()
    expect([found.milestone, found.milestone_name]).toEqual([null, null])
    expect(found.unknown).toEqual([expect.objectContaining({ path: 'milestone', code: 'MILESTONE_UNNAMED' })])
  })

  it('stored counters that are larger than the evidence are a finding, never the answer', async () => {
    const text = state.replace('completed_plans: 1', 'completed_plans: 7').replace('percent: 0', 'percent: 90')
    const project = makeProject(stating(text))
    const found = (await project.ask('state', 'json')).json()
    expect(found.progress).toMatchObject({ completed_plans: 1, percent: 0 })
    const judged = await project.ask('state', 'validate')
    expect([judged.exit, judged.json().valid]).toEqual([1, false])
    expect(judged.json().drift['progress.completed_plans']).toEqual({ stated: 7, derived: 1 })
    const codes = judged
      .json()
      .warnings.map(({ code, message }: { code: string; message: string }) => [code, message.split(' ')[0]])
    expect(codes).toContainEqual(['STATE_COUNTER_LARGER', 'progress.percent'])
  })
})

describe('state validate and sync', () => {
  it('after a sync nothing drifts, and a second sync changes no byte', async () => {
    for (const files of [OURS, OLDER, stating(BOLD)]) {
      const project = makeProject(files)
      const before = project.read(STATE)
      const foretold = (await project.ask('state', 'sync', '--verify')).json()
      expect([foretold.dry_run, project.read(STATE)]).toEqual([true, before])
      const synced = (await project.ask('state', 'sync')).json()
      expect(synced.changes).toEqual(foretold.changes)
      expect((await project.ask('state', 'validate')).json()).toMatchObject({ valid: true, drift: {} })
      const after = project.snapshot()
      expect((await project.ask('state', 'sync')).json()).toMatchObject({ changes: [], changed: false })
      expect(project.snapshot()).toEqual(after)
    }
  })

  it('a sync changes values only: labels, keys, comments, memory and line ends stay', async () => {
    const project = makeProject(stating(BOLD.replaceAll('\n', '\r\n')))
    await project.ask('state', 'sync')
    const after = project.read(STATE)
    expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const lines = changed(BOLD, after)
    expect(lines).toContain('+**Progress:** [░░░░░░░░░░] 0%')
    expect(lines).toContain('+**Current Plan:** 2')
    expect(lines.filter((line) => line.startsWith('-'))).toEqual([
      '-**Current Plan:** 1',
      '-**Progress:** [█████░░░░░] 50%',
    ])
    expect(after).toContain('team: "1.10"   # ours\r\n')
  })

  it('a status in free words is a notice, a tick without evidence too', async () => {
    const project = makeProject(OURS)
    project.write('.planning/ledger.jsonl', CREATED)
    await project.ask('state', 'sync')
    project.write(STATE, project.read(STATE).replace('status: executing', 'status: Ready to execute'))
    project.write(ROADMAP, roadmap.replace('- [ ] **Phase 2', '- [x] **Phase 2'))
    const found = await project.ask('state', 'validate')
    expect([found.exit, found.json().valid]).toEqual([0, true])
    expect(found.json().warnings.map(({ code }: { code: string }) => code)).toEqual([
      'STATE_STATUS_FREE',
      'TICK_WITHOUT_EVIDENCE',
    ])
  })
})

describe('verbs that show a position', () => {
  it('begin-phase takes what derivation says, twice the same, and refuses everything else', async () => {
    const project = makeProject(OURS)
    const begun = await project.ask('state', 'begin-phase', '--phase', '01', '--name', 'foundation', '--plans', '2')
    expect(begun.json()).toMatchObject({ phase: '01', phase_name: 'Foundation', plan_count: 2, changed: true })
    const after = project.snapshot()
    expect((await project.ask('state', 'begin-phase', '1')).json().changed).toBe(false)
    for (const [words, stated, derived] of [
      [['--phase', '2'], '2', '1'],
      [['--phase', '1', '--plans', '4'], '4', '2'],
      [['--phase', '1', '--name', 'Walls'], 'Walls', 'Foundation'],
    ] as const) {
      const refused = await project.ask('state', 'begin-phase', ...words)
      expect([refused.exit, refused.json().error.code]).toEqual([1, 'DERIVED_DIFFERS'])
      expect(refused.json().error.message).toMatch(new RegExp(`"${stated}".*"${derived}"`))
    }
    expect(project.snapshot()).toEqual(after)
  })

  it('planned-phase needs plans on disk', async () => {
    const project = makeProject(OURS)
    expect((await project.ask('state', 'planned-phase', '1', '--plans', '2')).exit).toBe(0)
    const refused = await project.ask('state', 'planned-phase', '2', '--plans', '3')
    expect([refused.exit, refused.json().error.code]).toEqual([1, 'DERIVED_DIFFERS'])
  })

  it('advance-plan moves once for each valid SUMMARY', async () => {
    const project = makeProject(OURS)
    project.write(STATE, state.replace('Plan: 1 of 2', 'Plan: 0 of 2'))
    const first = (await project.ask('state', 'advance-plan')).json()
    expect(first).toMatchObject({ advanced: true, previous_plan: 0, current_plan: 1, total_plans: 2 })
    const again = (await project.ask('state', 'advance-plan')).json()
    expect(again).toMatchObject({ advanced: false, reason: 'no_new_summary', current_plan: 1, changed: false })
  })

  it('complete-phase is refused without evidence, and the word Phase is no phase', async () => {
    const project = makeProject(OURS)
    const before = project.snapshot()
    const refused = await project.ask('state', 'complete-phase', '--phase', '1')
    expect([refused.exit, refused.json().error.code]).toEqual([1, 'PHASE_VERIFICATION_INCOMPLETE'])
    expect((await project.ask('state', 'complete-phase', 'Phase')).json().error.code).toBe('PHASE_NOT_FOUND')
    const { '.planning/.lock': _, ...after } = project.snapshot()
    expect(Object.keys(after).filter((path) => !path.includes('.runtime'))).toEqual(Object.keys(before))
  })

  it('the smaller share stands in body and front matter, in one write', async () => {
    const project = makeProject(stating(BOLD))
    const answer = (await project.ask('state', 'update-progress')).json()
    expect(answer).toMatchObject({ updated: true, percent: 0, completed: 1, total: 2, bar: '[░░░░░░░░░░] 0%' })
    expect(project.read(STATE)).toMatch(/^ {2}percent: 0$/m)
    expect(project.read(STATE)).toContain('**Progress:** [░░░░░░░░░░] 0%')
  })

  it('without anything to count the share is null with a reason', async () => {
    const answer = (
      await makeProject(stating(state, { '.planning/PROJECT.md': '# X\n' })).ask('state', 'update-progress')
    ).json()
    expect([answer.updated, answer.percent, answer.bar]).toEqual([false, null, null])
    expect(answer.unknown[0]).toMatchObject({ path: 'percent', code: 'NOTHING_TO_COUNT' })
  })

  it('milestone-switch shows the milestone that ROADMAP.md holds open, and no other', async () => {
    const next = roadmap
      .replace('- 🚧 **v1.0 First** - Phases 1-3', '- ✅ **v1.0 First** - Phases 1-3\n- 🚧 **v1.1 Second** - Phase 4')
      .replace('## Progress', '## v1.1 Second\n\n### Phase 4: Mail\n\n**Goal**: Mail\n\n## Progress')
    const project = makeProject({ ...OURS, [ROADMAP]: next })
    const refused = await project.ask('state', 'milestone-switch', '--milestone', 'v1.0')
    expect(refused.json().error).toMatchObject({
      code: 'DERIVED_DIFFERS',
      message: expect.stringMatching(/v1\.0.*v1\.1/),
    })
    const switched = (await project.ask('state', 'milestone-switch', '--milestone', 'v1.1', '--name', 'Second')).json()
    expect(switched).toMatchObject({ switched: true, version: 'v1.1', name: 'Second', status: 'discussing' })
    const text = project.read(STATE)
    expect(text).toMatch(/^milestone: v1\.1$/m)
    expect(text).toMatch(/^Phase: 1 of 1 \(Mail\)$/m)
    expect(text).toMatch(/^ {2}total_plans: 0$/m)
  })

  it('a closed phase is called complete, with what comes next, and stopped_at says that it was closed', async () => {
    const config = '{"planning_schema": 1, "workflow": {"research": false, "plan_check": false, "verifier": false}}'
    const project = makeProject({ ...OURS, '.planning/config.json': config })
    project.remove('.planning/phases/01-foundation/01-01-SUMMARY.md')
    const metrics = 'Total plans completed: 9\nAverage duration: 11 min\nTotal execution time: 3 hours\n'
    project.write(STATE, `${project.read(STATE)}\n## Performance Metrics\n\n${metrics}`)
    project.initGit()
    await carryOut(project, '01')
    expect(project.read(STATE)).toMatch(/^Total plans completed: 1$/m)
    await carryOut(project)
    project.git('add', '--all')
    project.git('commit', '--quiet', '--message=docs: part 02')
    const closed = await project.ask('phase', 'complete', '1')
    expect(closed.exit, closed.stdout).toBe(0)
    const text = project.read(STATE)
    expect(text).toMatch(/^status: planning$/m)
    expect(text).toMatch(/^Status: Phase 1 complete; next: discuss phase 2 \(Accounts\)$/m)
    expect(text).toMatch(/^Phase: 1 of 3 \(Foundation\)$/m)
    expect(text).toMatch(/^stopped_at: Completed phase 01$/m)
    expect(text).toMatch(/^Stopped at: Completed phase 01$/m)
    expect(text).toMatch(
      /^Total plans completed: 2\nAverage duration: 0(?:\.\d)? min\nTotal execution time: 0(?:\.\d)? min$/m,
    )
    const done = (await project.ask('state', 'complete-phase', '1')).json()
    expect(done).toMatchObject({ phase: '01', idempotent: true, changed: false })
  })
})

describe('state rebuild', () => {
  it('makes a missing STATE.md, and what cannot be there is refused by everyone else', async () => {
    const project = makeProject(OURS)
    project.remove(STATE)
    for (const words of [
      ['update', 'Resume file', 'x'],
      ['sync'],
      ['add-blocker', 'x'],
      ['record-metric', '1', '1', '2min'],
    ]) {
      const refused = await project.ask('state', ...words)
      expect([words[0], refused.exit, refused.json().error.code]).toEqual([words[0], 1, 'STATE_MISSING'])
    }
    expect(project.has(STATE)).toBe(false)
    const made = (await project.ask('state', 'rebuild')).json()
    expect(made).toMatchObject({ rebuilt: true, created: true })
    expect(project.read(STATE)).toMatch(/\*\*Core value:\*\* Numbers that add up\./)
    expect(project.read(STATE)).toMatch(/^Phase: 1 of 3 \(Foundation\)$/m)
    expect((await project.ask('state', 'validate')).json().valid).toBe(true)
    expect((await project.ask('state', 'rebuild')).json()).toMatchObject({ rebuilt: false, changed: false })
  })

  it('takes what the journal kept in the place of bytes that are no text, and an undo gives those back', async () => {
    const project = makeProject(OURS)
    await project.ask('state', 'add-blocker', 'The bank is closed')
    const noise = Buffer.from([0x23, 0xff, 0xfe, 0x00, 0x0a])
    writeFileSync(project.at(STATE), noise)
    const { note } = (await project.ask('state', 'rebuild')).json()
    expect(note).toMatch(/was not text: it is what the journal kept of \d{4}-.*gsd-tools undo/)
    expect(project.read(STATE)).toContain('The bank is closed')
    expect((await project.ask('undo')).exit).toBe(0)
    expect(readFileSync(project.at(STATE))).toEqual(noise)
  })

  it('makes it anew where nothing was kept, and says so', async () => {
    const project = makeProject(OURS)
    writeFileSync(project.at(STATE), Buffer.from([0xff, 0xfe]))
    const { note } = (await project.ask('state', 'rebuild')).json()
    expect(note).toContain('was made anew')
    expect(project.read(STATE)).toMatch(/^Phase: 1 of 3 \(Foundation\)$/m)
  })

  it('gives a body without a position one, and keeps every line people wrote', async () => {
    const prose = '# Project State\n\nOur notes.\n\n## Thoughts\n\n   odd   spacing\n'
    const project = makeProject(stating(prose))
    await project.ask('state', 'rebuild')
    const after = project.read(STATE)
    for (const line of prose.split('\n')) expect(after.split('\n')).toContain(line)
    expect(after).toMatch(/^Status: Executing$/m)
  })
})

describe('memory', () => {
  it.each([
    [
      'bullets',
      state.replace('### Blockers/Concerns\n\nNone yet.', '### Blockers/Concerns\n\n- No KEY yet'),
      'None yet.',
    ],
    ['the bold dialect', BOLD, '- A slow disk'],
  ])('resolve-blocker takes what contains the text, whatever the case: %s', async (_, text, left) => {
    const project = makeProject(stating(text))
    const answer = (await project.ask('state', 'resolve-blocker', '--text', 'no key')).json()
    expect(answer).toMatchObject({ resolved: true, blocker: expect.stringMatching(/^no key yet$/i) })
    expect(changed(text, project.read(STATE)).filter((line) => line.startsWith('-'))).toEqual([
      expect.stringMatching(/^-- no key yet$/i),
    ])
    expect(project.read(STATE)).toContain(left)
    const miss = await project.ask('state', 'resolve-blocker', 'no key')
    expect([miss.exit, miss.json()]).toEqual([1, expect.objectContaining({ resolved: false, reason: 'no_match' })])
  })

  it('record-metric makes its section with four columns, replaces its own row, and keeps the columns of others', async () => {
    const project = makeProject(OURS)
    const first = (await project.ask('state', 'record-metric', '1', '01-02', '12min', '3', '5')).json()
    expect(first).toMatchObject({ recorded: true, phase: '1', plan: '2', created: true })
    expect(project.read(STATE)).toContain(
      '## Performance Metrics\n\n| Plan | Duration | Tasks | Files |\n| ---- | -------- | ----- | ----- |\n| Phase 1 P2 | 12min | 3 tasks | 5 files |',
    )
    await project.ask('state', 'record-metric', '--phase', '01', '--plan', '02', '--duration', '15min')
    expect(project.read(STATE)).toContain('| Phase 1 P2 | 15min | - | - |')
    expect(project.read(STATE)).not.toContain('12min')

    const own = `${state}\n## Performance Metrics\n\n| Files | Plan | Duration | Mood |\n|---|---|---|---|\n| 2 | Phase 1 P1 | 9min | good |\n`
    const other = makeProject(stating(own))
    await other.ask('state', 'record-metric', '1', '2', '12min', '3', '5')
    expect(other.read(STATE)).toBe(own.replace('| good |\n', '| good |\n| 5 files | Phase 1 P2 | 12min | - |\n'))
  })

  it('record-metric leaves the summary by phase alone', async () => {
    const text = `${state}\n## Performance Metrics\n\n**By Phase:**\n\n| Phase | Plans | Total | Avg/Plan |\n|---|---|---|---|\n| 1 | 2 | 20min | 10min |\n`
    const project = makeProject(stating(text))
    await project.ask('state', 'record-metric', '1', '2', '12min')
    expect(project.read(STATE)).toContain('| 1 | 2 | 20min | 10min |\n\n| Plan | Duration | Tasks | Files |')
  })

  it('add-roadmap-evolution says once what happened', async () => {
    const project = makeProject(OURS)
    const words = [
      'state',
      'add-roadmap-evolution',
      '--phase',
      '02.1',
      '--action',
      'inserted',
      '--after',
      '2',
      '--note',
      'a fix',
      '--urgent',
    ]
    const added = (await project.ask(...words)).json()
    expect(added).toMatchObject({
      added: true,
      entry: 'Phase 2.1 inserted after Phase 2: a fix (URGENT)',
      created: true,
    })
    expect((await project.ask(...words)).json()).toMatchObject({ added: false, changed: false })
    expect(project.read(STATE)).toContain('### Roadmap Evolution\n\n- Phase 2.1 inserted after Phase 2: a fix (URGENT)')
  })

  it('a day is the local day of the clock', async () => {
    const project = makeProject(OURS)
    const clock = { now: () => Date.parse('2026-01-05T23:30:00.000Z'), today: () => '2026-01-06' }
    const bin = project.at('dist')
    await execute({
      argv: ['state', 'record-session'],
      env: project.env(),
      cwd: project.root,
      bin,
      script: TOOLS,
      clock,
    })
    expect(project.read(STATE)).toMatch(/^Last session: 2026-01-06$/m)
    expect(project.read(STATE)).toMatch(/^last_updated: "2026-01-05T23:30:00.000Z"$/m)
  })
})

describe('state prune', () => {
  const long = state
    .replace(
      '- [Phase 1]: Files before a database — simpler\n',
      '- [Phase 1]: Files before a database — simpler\n  and smaller\n-   **[Phase 2.1]:** oddly spaced\n- [Phase 6]: Recent\n- No phase at all\n',
    )
    .replace('### Pending Todos', '### Roadmap Evolution\n\n- Phase 2 added\n\n### Pending Todos')
  const nine = roadmap.replaceAll(/Phase ([123])(?=:)/g, (_, id) => `Phase ${Number(id) + 6}`)
  const files: Files = { ...OURS, [ROADMAP]: nine, [STATE]: long }

  it('moves entries of old phases byte for byte and leaves the others', async () => {
    const project = makeProject(files)
    const foretold = (await project.ask('state', 'prune', '--dry-run')).json()
    expect([foretold.pruned, project.read(STATE)]).toEqual([true, long])
    const answer = (await project.ask('state', 'prune')).json()
    expect(answer).toMatchObject({
      pruned: true,
      cutoff_phase: 4,
      keep_recent: 3,
      archive_file: '.planning/STATE-ARCHIVE.md',
    })
    expect(project.read('.planning/STATE-ARCHIVE.md')).toBe(
      '# State Archive\n\n## Pruned 2026-01-05: phases up to 4\n\n### Decisions\n\n- [Phase 1]: Files before a database — simpler\n  and smaller\n\n### Roadmap Evolution\n\n- Phase 2 added\n',
    )
    expect(project.read(STATE)).toContain('- [Phase 6]: Recent\n- No phase at all\n')
    expect(project.read(STATE)).not.toContain('and smaller')
    expect((await project.ask('state', 'prune')).json()).toMatchObject({
      pruned: false,
      reason: 'nothing_to_prune',
      changed: false,
    })
  })

  it('too few phases are no reason to move anything', async () => {
    expect((await makeProject(OURS).ask('state', 'prune')).json()).toMatchObject({
      pruned: false,
      reason: 'too_few_phases',
    })
  })
})

describe('signals', () => {
  it('a question shows as WAITING.json, and resuming is refused until it is answered', async () => {
    const project = makeProject(OURS)
    const asked = (
      await project.ask('state', 'signal-waiting', '--question', 'Which?', '--options', 'A|B', '--phase', '1')
    ).json()
    expect(asked).toMatchObject({ signaled: true, path: '.planning/WAITING.json' })
    expect(Object.keys(JSON.parse(project.read('.planning/WAITING.json')))).toEqual([
      'status',
      'type',
      'question',
      'options',
      'since',
      'phase',
    ])
    const held = await project.ask('state', 'signal-resume')
    expect([held.exit, held.json().error.code]).toEqual([4, 'DECISION_OPEN'])
    expect(project.has('.planning/WAITING.json')).toBe(true)
    for (const path of asked.paths.slice(1)) project.remove(path)
    expect((await project.ask('state', 'signal-resume')).json()).toMatchObject({ resumed: true, removed: true })
  })
})

describe('state.json for tools outside', () => {
  const published: Files = {
    ...OURS,
    '.planning/config.json':
      '{"planning_schema": 1, "state": {"publish": true}, "workflow": {"research": false, "plan_check": false}}',
  }

  it('is written while it is switched on, with its keys in their order', async () => {
    const project = makeProject(published)
    await project.ask('state', 'begin-phase', '1')
    const found = JSON.parse(project.read('.planning/state.json'))
    expect(Object.keys(found)).toEqual(['contract', 'flavor', 'milestone', 'phases', 'next', 'updated_at'])
    expect(found).toMatchObject({
      contract: '1.0.0',
      milestone: 'v1.0 — First',
      phases: [
        { number: '1', name: 'Foundation', status: 'in_progress' },
        { number: '2', name: 'Accounts', status: 'pending' },
        { number: '3', name: 'Reports', status: 'pending' },
      ],
      next: { command: 'execute-phase 1' },
    })
    const before = project.read('.planning/state.json')
    await project.ask('state', 'sync')
    expect(project.read('.planning/state.json')).toBe(before)
    await carryOut(project)
    expect(JSON.parse(project.read('.planning/state.json')).next.reason).not.toBe(found.next.reason)
  })

  it('keeps the flavor it finds, and is left alone while it is off', async () => {
    const old = '{"contract": "1.0.0", "flavor": "core"}\n'
    const on = makeProject({ ...published, '.planning/state.json': old })
    await on.ask('state', 'sync')
    expect(JSON.parse(on.read('.planning/state.json'))).toMatchObject({ flavor: 'core', milestone: 'v1.0 — First' })
    const off = makeProject({ ...OURS, '.planning/state.json': old })
    await off.ask('state', 'sync')
    await carryOut(off)
    expect(off.read('.planning/state.json')).toBe(old)
    const never = makeProject(OURS)
    await never.ask('state', 'sync')
    expect(never.has('.planning/state.json')).toBe(false)
  })
})

describe('a workstream', () => {
  it('has a STATE.md of its own', async () => {
    const inside = Object.fromEntries(
      Object.entries(OURS)
        .filter(([path]) => /(ROADMAP|STATE)\.md$|\/phases\//.test(path))
        .map(([path, text]) => [path.replace('.planning/', '.planning/workstreams/api/'), text]),
    )
    const project = makeProject({ ...OURS, ...inside })
    await project.ask('state', 'record-metric', '1', '2', '12min', '--ws', 'api')
    await project.ask('state', 'sync', '--ws', 'api')
    expect(project.read(STATE)).toBe(state)
    expect(project.read('.planning/workstreams/api/STATE.md')).toContain('| Phase 1 P2 | 12min |')
  })
})
