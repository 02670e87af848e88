// A plan of another tool is taken over: what it says becomes a charter, what has no place is reported, what it calls done is not called proven.
import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, type Files, makeProject, OURS } from '../support/project.js'
import { Walk } from '../support/walk.js'

afterEach(disposeProjects)

const text = (...lines: readonly string[]): string => `${lines.join('\n')}\n`

interface Case {
  readonly path: string
  readonly files: Files
  readonly phases: readonly (readonly [title: string, done: boolean, requirements: number, tasks: number])[]
  /** Lines of the charter. */
  readonly charter: readonly string[]
  /** Words of the report. */
  readonly report: readonly string[]
}

const CASES: Readonly<Record<string, Case>> = {
  openspec: {
    path: 'openspec',
    files: {
      'openspec/specs/search/spec.md': text(
        '# Search',
        '',
        '## Requirements',
        '### Requirement: Plain words',
        'The system SHALL find plain words.',
      ),
      'openspec/changes/add-export/proposal.md': text(
        '# Export',
        '',
        '## Why',
        'People leave with their data.',
        '',
        '## Impact',
        'The menu.',
      ),
      'openspec/changes/add-export/design.md': text('# Design', '', '## Decisions', '- Use CSV, not XML'),
      'openspec/changes/add-export/tasks.md': text('## 1. Work', '- [x] 1.1 Write rows', '- [ ] 1.2 Add a button'),
      'openspec/changes/add-export/specs/export/spec.md': text(
        '## ADDED Requirements',
        '### Requirement: Rows',
        'The system SHALL write a row for each entry.',
        '#### Scenario: Three entries',
        '- **WHEN** three entries are there',
        '- **THEN** three rows are written',
        '## REMOVED Requirements',
        '### Requirement: Print',
        'Nobody printed.',
      ),
      'openspec/changes/archive/2025-01-01-add-login/proposal.md': text('# Login', '', '## Why', 'To know who it is.'),
    },
    phases: [
      ['add-export', false, 1, 2],
      ['2025-01-01-add-login', true, 0, 0],
    ],
    charter: [
      '- **REQ-01**: Rows: The system SHALL write a row for each entry.',
      'Goal: People leave with their data.',
      '1. Three entries: WHEN three entries are there, THEN three rows are written',
      '- D-01: Use CSV, not XML',
      '- Plain words: The system SHALL find plain words. (by the word of the older plan)',
      '- 2025-01-01-add-login (by the word of the older plan)',
    ],
    report: [
      '- [x] 1.1 Write rows',
      '- [ ] 1.2 Add a button',
      'proposal.md:7: The menu.',
      'spec.md:9: Nobody printed.',
    ],
  },
  'spec-kit': {
    path: 'specs',
    files: {
      'specs/001-notes/spec.md': text(
        '# Feature Specification: Notes',
        '',
        '### User Story 1 - Write a note (Priority: P1)',
        'A writer keeps a thought.',
        '',
        '**Acceptance Scenarios**:',
        '',
        '1. **Given** an empty page, **When** they type, **Then** it is kept',
        '',
        '## Requirements',
        '- **FR-001**: System MUST keep a note',
        '## Success Criteria',
        '- **SC-001**: A note is kept within a second',
      ),
      'specs/001-notes/tasks.md': text(
        '## Phase 1: Setup',
        '- [x] T001 Make the folder',
        '- [ ] T002 [US1] Write the page',
      ),
      'specs/002-tags/spec.md': text('# Feature Specification: Tags', '', '- **FR-001**: System MUST keep tags'),
    },
    phases: [
      ['Notes', false, 1, 3],
      ['Tags', false, 1, 0],
    ],
    charter: [
      '- **FR-001**: System MUST keep a note',
      '- **FR-001-P2**: System MUST keep tags',
      'Goal: A writer keeps a thought.',
      '1. Given an empty page, When they type, Then it is kept',
    ],
    report: ['- [x] T001 Make the folder (specs/001-notes/tasks.md:2)', '- [ ] T002 [US1] Write the page'],
  },
  'task-master': {
    path: '.taskmaster',
    files: {
      '.taskmaster/tasks/tasks.json': JSON.stringify({
        master: {
          tasks: [
            { id: 1, title: 'Store', description: 'Keep it', status: 'done', subtasks: [] },
            {
              id: 2,
              title: 'Show',
              description: 'On a page',
              status: 'pending',
              dependencies: [1],
              testStrategy: 'Open the page',
              details: 'In two\ncolumns',
              subtasks: [{ id: 1, title: 'Frame', status: 'pending' }],
            },
          ],
        },
      }),
    },
    phases: [['Tasks', false, 2, 3]],
    charter: [
      '- **TASK-2**: Show: On a page',
      '1. TASK-2: Open the page',
      '- Store: Keep it (by the word of the older plan)',
    ],
    report: ['- [x] TASK-1 (', 'TASK-2: details: In two columns; dependencies: 1', 'TASK-2.1: Frame'],
  },
  bmad: {
    path: 'docs',
    files: {
      'docs/epics.md': text(
        '# Epics',
        '',
        '## Epic 1: Reading',
        '',
        'People can read.',
        '',
        '### Story 1.1: Open a book',
        '',
        'As a reader, I want to open a book.',
        '',
        '**Acceptance Criteria:**',
        '',
        '**Given** a shelf',
        '**Then** a book opens',
        '',
        '### Story 1.2: Close a book',
        '',
        'As a reader, I want to close a book.',
      ),
      'docs/sprint-status.yaml': text(
        'development_status:',
        '  epic-1: in-progress',
        '  1-1-open-a-book: review',
        '  1-2-close-a-book: done',
      ),
    },
    phases: [['Reading', false, 2, 0]],
    charter: [
      '- **STORY-1-1**: Open a book: As a reader, I want to open a book.',
      'Goal: People can read.',
      '- Close a book: As a reader, I want to close a book. (by the word of the older plan)',
    ],
    report: ['STORY-1-1: docs/epics.md:7', 'docs/sprint-status.yaml:1-3: development_status:'],
  },
  gsd2: {
    path: '.gsd',
    files: {
      '.gsd/PROJECT.md': text('# Project', '', 'A shelf for books.'),
      '.gsd/DECISIONS.md': text('# Decisions', '', '| # | Decision |', '|---|---|', '| D1 | Keep it small |'),
      '.gsd/REQUIREMENTS.md': text(
        '# Requirements',
        '## Active',
        '### R001 — A book can be opened',
        '- Status: active',
        '- Primary owning slice: M001/S02',
        '### R002 — A book is listed',
        '- Status: validated',
        '- Primary owning slice: M001/S01',
        '### R003 — A book is lent',
        '- Status: deferred',
      ),
      '.gsd/milestones/M001/M001-ROADMAP.md': text(
        '# M001: Shelf',
        '## Slices',
        '- [x] **S01: Listing** `risk:low` `depends:[]`',
        '  > After this: books are listed',
        '- [ ] **S02: Opening** `risk:high` `depends:[S01]`',
        '  > After this: a book opens',
      ),
      '.gsd/milestones/M001/slices/S02/S02-PLAN.md': text(
        '# S02: Opening',
        '**Goal:** A reader opens a book',
        '## Must-Haves',
        '- A click opens it',
        '## Tasks',
        '- [ ] **T01: Add the click** `est:1h`',
      ),
    },
    phases: [
      ['Listing', true, 1, 1],
      ['Opening', false, 1, 2],
    ],
    charter: [
      'A shelf for books.',
      '- **R001**: A book can be opened',
      'Goal: A reader opens a book',
      '1. After this: a book opens',
      '2. A click opens it',
      '- A book is listed (by the word of the older plan)',
      '- D-01: Keep it small',
    ],
    report: ['T01: Add the click', 'S02 risk:high depends:[S01]'],
  },
  plan: {
    path: 'PLAN.md',
    files: {
      'PLAN.md': text(
        '# Clock',
        '',
        'A clock for walls.',
        '',
        '## Background',
        '- Walls are white',
        '',
        '## Phase 1: Hands',
        'It shows the time.',
        '- [x] An hour hand',
        '- [ ] A minute hand',
        '  - of wood',
        '',
        '## Phase 2: Bell',
        '- [ ] It rings',
      ),
    },
    phases: [
      ['Hands', false, 2, 1],
      ['Bell', false, 1, 0],
    ],
    charter: [
      '# Clock',
      'A clock for walls.',
      'Goal: It shows the time.',
      '- **REQ-01**: A minute hand',
      '- **REQ-02**: It rings',
      '- An hour hand (by the word of the older plan)',
    ],
    report: ['- [ ] of wood (PLAN.md:12)', 'PLAN.md:6: Walls are white'],
  },
}

const found = { which: (kind: string, path: string) => ({ '<kind>': kind, '<path>': path }) }

describe.each(Object.entries(CASES))('a plan of the kind %s', (kind, { path, files, phases, charter, report }) => {
  it('is read without a change, drawn as a charter beside a report, and the sources stay', async () => {
    const project = makeProject(files)
    project.initGit()
    const walk = new Walk(project)
    await walk.call('brief', 'import', '--', path)
    const before = project.snapshot()
    const read = JSON.parse(await walk.follow('import', found.which(kind, path)))
    expect(project.snapshot()).toEqual(before)
    expect(read.phases.map((one: Record<string, unknown>) => Object.values(one))).toEqual(phases)
    await walk.follow('brief import --step', {}, true)
    const begun = await walk.follow('begin new-project project')
    const claim = /--claim (\w+)/.exec(begun)?.[1] as string
    const written = JSON.parse(
      await walk.follow('import <kind> <path> --claim', { ...found.which(kind, path), '<claim>': claim }),
    )
    const drawn = project.read(written.charter)
    for (const line of charter) expect(drawn.split('\n')).toContain(line)
    const page = project.read(written.report)
    for (const words of report) expect(page).toContain(words)
    expect(read.left_first.length).toBe(Math.min(20, read.left))
    for (const file of Object.keys(files)) expect(project.read(file)).toBe(files[file])
    // What the other tool does not say is asked for, never taken as said.
    const refused = await project.ask('unit', 'finish', '--claim', claim)
    expect(refused.exit).not.toBe(0)
    expect(refused.stdout).toContain('CHARTER.md')
  })
})

it('slices that stand in a table are phases too', async () => {
  const roadmap = text(
    '# M001: Shelf',
    '| ID | Slice | Risk | Depends | Done | After this |',
    '|---|---|---|---|---|---|',
    '| S01 | Listing | low | — | ✅ | books are listed |',
    '| S02 | Opening | high | S01 | ⬜ | a book opens |',
  )
  const project = makeProject({ '.gsd/milestones/M001/M001-ROADMAP.md': roadmap })
  const { phases } = (await project.ask('import', 'gsd2', '.gsd')).json()
  expect(phases).toMatchObject([
    { title: 'Listing', done: true },
    { title: 'Opening', done: false, tasks: 1 },
  ])
})

it('a plan in Markdown: constraints, goal and code find their place, and a heading that names nothing names no phase', async () => {
  const files = {
    'PLAN.md': text(
      '# Plan: counter',
      '',
      '## Goals',
      'People see how many words a text has.',
      '',
      '## Steps',
      '1. Words: `words(text)` answers the number of words',
      '',
      '## Constraints',
      '- No dependencies',
    ),
  }
  const project = makeProject(files)
  const claim = /--claim (\w+)/.exec((await project.ask('begin', 'new-project', 'project')).stdout)?.[1] as string
  const { charter, left } = (await project.ask('import', 'plan', 'PLAN.md', '--claim', claim)).json()
  expect(left).toBe(0)
  expect(project.read(charter)).toBe(
    text(
      '# counter',
      '',
      'People see how many words a text has.',
      '',
      '## Constraints',
      '',
      '- No dependencies',
      '',
      '## Requirements',
      '',
      '- **REQ-01**: Words: `words(text)` answers the number of words',
      '',
      '## Phases',
      '',
      '### Phase 1: counter',
      '',
      'Requirements: REQ-01',
    ),
  )
})

it('constraints and goals in lists are no phases of a plan that has others', async () => {
  const project = makeProject({
    'PLAN.md':
      '# Clock\n\n## Goals\n\n- One sees the time\n\n## Hands\n\n- An hour hand\n\n## Constraints\n\n- No batteries\n',
    'GOALS.md': '# Clock\n\n## Goals\n\n- One sees the time\n',
  })
  const read = async (path: string) => (await project.ask('import', 'plan', path)).json()
  expect(await read('PLAN.md')).toMatchObject({ phases: [{ title: 'Hands' }], left: 1 })
  expect(await read('GOALS.md')).toMatchObject({ phases: [{ title: 'Goals' }] })
})

it('a folder that holds no such plan, a claim nobody has and a second draft are refused', async () => {
  const project = makeProject(CASES['plan']?.files as Files)
  project.initGit()
  expect((await project.ask('import', 'gsd2', '.')).stdout).toContain('the root of the project holds no gsd2 plan')
  expect((await project.ask('import', 'plan', 'PLAN.md', '--claim', 'nobody')).stdout).toContain('not an open claim')
  const claim = /--claim (\w+)/.exec((await project.ask('begin', 'new-project', 'project')).stdout)?.[1] as string
  expect((await project.ask('import', 'plan', 'PLAN.md', '--claim', claim)).exit).toBe(0)
  expect((await project.ask('import', 'plan', 'PLAN.md', '--claim', claim)).stdout).toContain('EXISTS')
})

it('what the plan leaves open is filled in, and the project goes on with its first phase', async () => {
  const project = makeProject(CASES['plan']?.files as Files)
  project.initGit()
  const walk = new Walk(project)
  await walk.call('brief', 'import', '--step', 'draw', '--', 'PLAN.md')
  const begun = await walk.follow('begin new-project project')
  const claim = /--claim (\w+)/.exec(begun)?.[1] as string
  const { charter } = JSON.parse(
    await walk.follow('import <kind> <path> --claim', { ...found.which('plan', 'PLAN.md'), '<claim>': claim }),
  )
  const said = 'Core value: It is right.\n\n## Order\n\n> Take over the plan\n\nScope: all\n\n## Works today'
  const drawn = project
    .read(charter)
    .replace('## Works today', said)
    .replace('Requirements: REQ-01', 'Requirements: REQ-01\n1. At noon both hands point up')
    .replace('Requirements: REQ-02', 'Goal: It rings\nRequirements: REQ-02\n1. It rings at one')
  project.write(charter, drawn)
  const finished = (await project.ask('unit', 'finish', '--claim', claim)).json()
  expect(finished).toMatchObject({ verdict: 'accept', next: { unitType: 'plan-phase', unitId: '01' } })
  await walk.follow('commit')
  expect(project.read('.planning/imports/plan.md')).toContain('REQ-01: PLAN.md:')
  expect(project.git('status', '--porcelain')).toBe('')
})

it('where a project is already, its plan stays and phases are added', async () => {
  const project = makeProject({ ...OURS, ...CASES['plan']?.files })
  project.initGit()
  const walk = new Walk(project)
  await walk.call('brief', 'import', '--', 'PLAN.md')
  await walk.follow('brief import --step', {}, true)
  expect(walk.text).not.toContain('begin new-project')
  for (const title of ['Hands', 'Bell']) await walk.follow('phase add', { '<title>': title })
  await walk.follow('commit')
  expect(project.read('.planning/ROADMAP.md')).toContain('Bell')
  expect(project.git('status', '--porcelain')).toBe('')
})

it('specs of OpenSpec stand as specs of the project, word for word; one that is there stays', async () => {
  const files = {
    'openspec/specs/search/spec.md': text(
      '# Search',
      '',
      '## Requirements',
      '### Requirement: Plain words',
      'It SHALL find them.',
    ),
    'openspec/specs/Log In/spec.md': text('# Log in', '', '## Requirements', '### Requirement: Name', 'It SHALL ask.'),
    'openspec/changes/add-x/specs/search/spec.md': text('## ADDED Requirements', '### Requirement: X', 'It SHALL x.'),
    '.planning/specs/log-in.md': text('# Ours'),
  }
  const project = makeProject(files).initGit()
  const begun = (await project.ask('begin', 'new-project', 'project')).stdout
  const claim = /--claim (\w+)/.exec(begun)?.[1] as string
  const { specs } = (await project.ask('import', 'openspec', 'openspec', '--claim', claim)).json()
  expect(specs).toEqual(['.planning/specs/search.md'])
  expect(project.read('.planning/specs/search.md')).toBe(files['openspec/specs/search/spec.md'])
  expect(project.read('.planning/specs/log-in.md')).toBe(text('# Ours'))
})
