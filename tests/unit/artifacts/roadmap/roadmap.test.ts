import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Doc } from '../../../../lib/artifacts/doc.js'
import { phaseKey } from '../../../../lib/artifacts/parts/phase-token.js'
import {
  activePhases,
  activeWindow,
  closedPhases,
  isComplete,
  linesWithoutSection,
  type PhaseSection,
  phaseSectionOf,
  type RoadmapValue,
  scopeOf,
  scopeOfSection,
} from '../../../../lib/artifacts/roadmap/roadmap.js'
import { roadmap } from '../../../../lib/artifacts/roadmap/roadmap-check.js'
import {
  addPlans,
  type Cells,
  completePhase,
  type Fields,
  setPhase,
  setProgress,
  tickPlan,
} from '../../../../lib/artifacts/roadmap/roadmap-edit.js'
import { closeMilestone, setQueue } from '../../../../lib/artifacts/roadmap/roadmap-milestones.js'
import { addMissingEntries, addPhase, removePhase } from '../../../../lib/artifacts/roadmap/roadmap-phases.js'
import { freshRoadmap, type PhaseDraft } from '../../../../lib/artifacts/roadmap/roadmap-text.js'
import { editingOf } from '../../../support/reading.js'
import { sourceFrom } from '../../../support/sources.js'

const { corpus, parse, edited, tried } = editingOf(roadmap)

type Edit = (doc: Doc, value: RoadmapValue) => unknown

const at = (list: readonly { readonly id: string }[] | null, id: string) =>
  list?.findIndex((one) => one.id === id) ?? -1

const setting =
  (id: string, fields: Fields): Edit =>
  (doc, { phases }) =>
    setPhase(doc, at(phases, id), fields)

const planning =
  (id: string, ...plans: readonly { readonly id: string; readonly text: string; readonly done?: boolean }[]): Edit =>
  (doc, { phases }) =>
    addPlans(
      doc,
      at(phases, id),
      plans.map((plan) => ({ done: false, ...plan })),
    )

const ticking =
  (id: string, day: string): Edit =>
  (doc, { checklist }) =>
    completePhase(doc, at(checklist, id), day)

const showing =
  (id: string, cells: Cells): Edit =>
  (doc, { progress }) =>
    setProgress(doc, at(progress, id), cells)

const adding =
  (phase: PhaseDraft): Edit =>
  (doc, value) =>
    addPhase(doc, value, phase)

describe('reading a roadmap', () => {
  it('reads many spellings of a phase heading, and nothing else as one', () => {
    const ids = parse(corpus('id-dialects')).phases.map(({ id }) => id)
    expect(ids).toEqual('1 02 2.1 2.1.1 02.10 10a 10B 16c.2 17 PROJ-42 3-01 AUTH A 18 19 20'.split(' '))
  })

  it('reads a sign after a title as a status, and keeps it when the title changes', () => {
    const text = '# R\n\n- [x] **Phase 1: One** ✅ - words\n\n### Phase 1: One ✅\n\n### Phase 2: Two ✔️\n'
    expect(parse(text).phases.map(({ title }) => title)).toEqual(['One', 'Two'])
    expect(edited(text, setting('1', { title: 'First' })).added).toContain('### Phase 1: First ✅')
  })

  it('reads no phase in fences, comments, quotes or indented code', () => {
    const value = parse(corpus('fences-and-comments'))
    expect(value.phases.map(({ id }) => id)).toEqual(['1'])
    expect(value.checklist.map(({ id }) => id)).toEqual(['1'])
    expect(value.windows).toEqual([])
    expect(value.phases[0]).toMatchObject({ goal: 'Only this one counts', plans: [{ id: '01-01', text: 'Yes' }] })
  })

  it('reads the fields in several forms of labels', () => {
    const [wick, glass, crack, handle] = parse(corpus('greenfield')).phases
    expect(wick).toMatchObject({
      goal: 'The lantern burns for an hour',
      dependsOn: 'Nothing (first phase)',
      requirements: ['WICK-01', 'WICK-02'],
      successCriteria: ['A keeper lights it with one match', 'It burns for sixty minutes'],
      plansText: '2 plans',
    })
    expect(glass).toMatchObject({ plansText: '1/3 plans executed', fields: { 'UI hint': 'yes' } })
    expect(crack).toMatchObject({ inserted: true, title: 'Crack repair', requirements: [], plans: [] })
    expect(handle).toMatchObject({ mode: 'mvp', requirements: [] })
  })

  it('joins the lines of a wrapped criterion or goal, and nothing else', () => {
    const section = [
      ...['# Roadmap: Pot', '', '## Phases', '', '### Phase 1: Keeping', ''],
      ...['**Goal**: The pot is kept,', '`pot` shows it', '**Depends on**: Nothing', 'A note', '**Success Criteria**:'],
      ...['  1. A call that is killed leaves the pot usable, and', '     `list` shows all of it <!-- once -->'],
      ...['  2. Sums are right', '     - for one', '     - for many', '  3. Short', '', '     And a note', '  4. Last'],
      ...['**Plans**: 1 plan', '', '- [ ] 01-01: It', ''],
    ]
    for (const eol of ['\n', '\r\n']) {
      const text = section.join(eol)
      expect(parse(text).phases[0]).toMatchObject({
        goal: 'The pot is kept, `pot` shows it',
        dependsOn: 'Nothing',
        successCriteria: [
          'A call that is killed leaves the pot usable, and `list` shows all of it',
          'Sums are right',
          'Short',
          'Last',
        ],
      })
      const shorter = edited(text, setting('1', { goal: 'Kept' }))
      expect(shorter.text).toBe(text.replace(`The pot is kept,${eol}\`pot\` shows it`, 'Kept'))
    }
  })

  it('reads the same value whatever the line endings, with and without BOM and final newline', () => {
    const value = parse(corpus('greenfield'))
    for (const name of ['greenfield-crlf', 'greenfield-cr', 'greenfield-bom-no-final-newline'])
      expect(parse(corpus(name))).toEqual(value)
  })

  it('reads list lines as phases only if no phase has a section', () => {
    const value = parse(corpus('summary-only'))
    expect(value.phases.map(({ id, title, form }) => [id, title, form])).toEqual([
      ['1', 'Listed', 'bullet'],
      ['2', 'Also listed', 'bullet'],
      ['3', 'Without colon', 'bullet'],
      ['5', 'Linked', 'bullet'],
      ['6', 'Name outside', 'bullet'],
    ])
    expect(value.checklist.map(({ id, title, done }) => [id, title, done])).toEqual([
      ['1', 'Listed', true],
      ['2', 'Also listed', false],
      ['3', 'Without colon', false],
      ['4', 'Dropped', false],
      ['5', 'Linked', false],
      ['6', 'Name outside', false],
    ])
    const withSection = `${corpus('summary-only')}\n### Phase 1: Listed\n`
    expect(parse(withSection).phases.map(({ id }) => id)).toEqual(['1'])
    expect(linesWithoutSection(parse(withSection))).toHaveLength(5)
    const [issue] = roadmap.parse(sourceFrom(withSection, 'R.md')).issues
    expect(issue).toMatchObject({ code: 'PHASE_WITHOUT_SECTION', severity: 'error', path: 'R.md', line: 10, column: 1 })
  })

  it('reports text from which nothing can be read, but not a frame without phases', () => {
    const issues = (text: string) => roadmap.parse(sourceFrom(text, 'R.md')).issues
    const [issue] = issues(corpus('prose'))
    expect(issue).toMatchObject({ code: 'ROADMAP_UNREAD', severity: 'error', line: 3, received: 'lines 3 to 4' })
    for (const name of ['empty', 'only-title']) expect(issues(corpus(name))).toEqual([])
    const frame =
      '# Roadmap\n\n## Phases\n\n- TBD\n\n## Progress\n\n| Phase | Status |\n|---|---|\n\n<!-- words\n\nmore -->\n'
    expect(issues(frame)).toEqual([])
  })

  it.each(['2..1', '1,5', '#3', '(3)', '3/4', '№3', 'two'])('reports that Phase %s is not read as a phase', (id) => {
    const issuesOf = (text: string) =>
      roadmap.parse(sourceFrom(text, 'R.md')).issues.map(({ code, line }) => [code, line])
    const text = `# R\n\n- [ ] **Phase ${id}: Big** - It works\n\n### Phase 1: One\n\n### Phase ${id}: Big\n`
    expect(issuesOf(text)).toEqual([
      ['PHASE_UNREAD', 7],
      ['PHASE_UNREAD', 3],
    ])
    expect(parse(text).phases.map((phase) => phase.id)).toEqual(['1'])
    const closed = `# R\n\n## ✅ v1.0 Old\n\n### Phase ${id}: Big\n\n## v2.0 New\n\n### Phase 1: One\n`
    expect(issuesOf(closed)).toEqual([])
  })

  it.each([
    'Phase Details',
    'Phase 1-4: Overview',
    'Phases 1-4: Overview',
    'Phase notes: of all',
    'Phase 3 & 4 together',
  ])('reads "%s" as prose', (text) => {
    expect(roadmap.parse(sourceFrom(`# R\n\n### ${text}\n\n### Phase 1: One\n`, 'R.md')).issues).toEqual([])
  })

  it('reads bullets as phases only where there is no phase heading', () => {
    expect(parse(corpus('bullets')).phases.map(({ id, goal, form }) => [id, goal, form])).toEqual([
      ['1', 'Boots', 'bullet'],
      ['2', 'Takes commands', 'bullet'],
      ['3', 'A few of them', 'bullet'],
    ])
    expect(parse('- **Phase 2: B**\n\n### Phase 1: A\n').phases.map(({ id }) => id)).toEqual(['1'])
  })

  it('reads the Progress table by its headings', () => {
    expect(parse(corpus('tables')).progress).toEqual([
      { id: '1', title: 'A', milestone: 'v1.0', plans: '1/1', status: '✅ Complete', completed: '2026-03-01' },
      { id: '2', title: 'B', milestone: 'v1.0', plans: '0/2', status: 'Not started', completed: null },
      { id: '2.1', title: 'No dot', milestone: null, plans: '', status: 'Deferred', completed: null },
      { id: '3', title: 'Glued', milestone: 'v1.1', plans: '0/1', status: 'Planned', completed: null },
    ])
  })

  it.each([
    ['1. Wick', '1', 'Wick'],
    ['2.1 Fix', '2.1', 'Fix'],
    ['Phase 3: Name - more', '3', 'Name - more'],
    ['**4. Bold**', '4', 'Bold'],
    ['PROJ-42. Coded', 'PROJ-42', 'Coded'],
    ['AUTH. Named', 'AUTH', 'Named'],
    ['5', '5', ''],
  ])('reads the cell %j as phase %s', (cell, id, title) => {
    const table = `| Phase | Plans | Status |\n|---|---|---|\n| ${cell} | 0/1 | x |\n| Total | | |\n`
    expect(parse(table).progress?.map((row) => [row.id, row.title])).toEqual([[id, title]])
  })

  it.each([
    ['greenfield', 'unscoped', ['1', '2', '2.1', '3'], null],
    ['milestones', 'complete', ['5'], 'v2.0'],
    ['between-milestones', 'between_milestones', [], null],
    ['open-milestone-inside-details', 'complete', ['2'], 'v1.0'],
    ['milestones-as-headings', 'complete', ['2', '3', '4', '5'], 'v1.1'],
    ['summary-only', 'complete', ['1', '2', '3', '5', '6'], null],
    ['only-title', 'empty', [], null],
    ['empty', 'empty', [], null],
    ['unclosed', 'unscoped', ['1', '2'], null],
    ['nested-folds', 'complete', ['1', '3'], 'v1.0'],
  ] as const)('finds the open part of %s', (name, scope, ids, version) => {
    const value = parse(corpus(name))
    const active = activeWindow(value)
    expect(scopeOf(value)).toBe(scope)
    expect(activePhases(value).map(({ id }) => id)).toEqual(ids)
    expect(active === null ? null : value.windows[active]?.version).toBe(version)
  })

  it('takes the first milestone of the queue, in any order of queue and text', () => {
    const names = ['v1.1', 'v1.2', 'v2.0']
    const orders = names.flatMap((a) =>
      names.filter((b) => b !== a).map((b) => [a, b, names.find((c) => c !== a && c !== b) as string]),
    )
    for (const written of orders) {
      const body = written.map((version, index) => `## ${version} M\n\n### Phase ${index + 1}: P\n`).join('\n')
      const openOf = (queue: readonly string[]) => {
        const value = parse(`---\nqueue: [${queue.join(', ')}]\n---\n\n# Roadmap\n\n${body}`)
        return value.windows[activeWindow(value) as number]?.version
      }
      for (const queue of orders) {
        expect(openOf(queue)).toBe(queue[0])
        // Queued milestones come before others, which are in the order of the text.
        expect([openOf(queue.slice(2)), openOf([]), openOf(['v9.9'])]).toEqual([queue[2], written[0], written[0]])
      }
    }
  })

  it('closes a milestone that the list calls shipped, but not one that is only ticked', () => {
    const ticked = '## v1.0 One\n\n- [x] **Phase 1: A**\n\n### Phase 1: A\n'
    expect(scopeOf(parse(ticked))).toBe('complete')
    const listed = `## Milestones\n\n- **v1.0 One** - shipped 2026-01-01\n\n${ticked}`
    expect(scopeOf(parse(listed))).toBe('between_milestones')
    expect(closedPhases(parse(listed)).map(({ id }) => id)).toEqual(['1'])
  })

  it.each([
    'v1.0 One (Complete)',
    'v1.0 One (CLOSED 2026-01-01)',
    'v1.0 One — DONE',
    'v1.0 One ✓',
    'v1.0 One - Released 2026-01-01',
    '~~v1.0 One~~',
    'v1.0 One (Phase 1) — Superseded',
    '✅ v1.0 One',
  ])('reads "%s" as a closed milestone', (heading) => {
    const value = parse(`## ${heading}\n\n### Phase 1: A\n\n## v2.0 Two\n\n### Phase 2: B\n`)
    expect(activePhases(value).map(({ id }) => id)).toEqual(['2'])
    expect(value.windows[0]).toMatchObject({ version: 'v1.0', name: 'One' })
  })

  it('recognises by its status a row of a phase that needs no more work', () => {
    const complete = [
      'Complete',
      '✅ Done',
      '**Shipped**',
      'Superseded; carried to v7',
      'cancelled',
      'Completed 2026-01-01',
    ]
    const open = ['Implementation Complete (UAT pending)', 'In Progress', 'Incomplete', 'Deferred', '', '-']
    expect([...complete, ...open].filter((status) => isComplete({ status }))).toEqual(complete)
  })

  it.each(['v2.0 — Complete Rewrite', 'v2.0 Closed Beta', 'v2.0 Two (2 of 3 done)', 'v2.0 Done Right'])(
    'reads "%s" as an open milestone',
    (heading) => {
      expect(activePhases(parse(`## ${heading}\n\n### Phase 2: B\n`)).map(({ id }) => id)).toEqual(['2'])
    },
  )

  it('treats an unmarked milestone with ticked phases as closed if there is a later one', () => {
    const one = '## v1.0 One (Phases 1-2)\n\n- [x] **Phase 1: A**\n- [x] **Phase 2: B**\n'
    const two = '\n## v2.0 Two\n\n### Phase 3: C\n'
    expect(activePhases(parse(one + two)).map(({ id }) => id)).toEqual(['3'])
    const open = one.replace('- [x] **Phase 2', '- [ ] **Phase 2')
    expect(closedPhases(parse(open + two))).toEqual([])
    expect(activeWindow(parse(open + two))).toBe(0)
  })

  it.each([
    ['2', '02'],
    ['002', '02'],
    ['2.10', '02.10'],
    ['2.1', '2.1'],
    ['10A', '10a'],
    ['proj-42', 'PROJ-42'],
    ['XY-18', '18'],
  ])('finds phase %s', (asked, found) => {
    expect(phaseSectionOf(parse(corpus('id-dialects')), asked)?.id).toBe(found)
  })

  it.each(['42', 'ABC-42', '10', '16', '2.100', 'Details'])('finds no phase %s', (asked) => {
    expect(phaseSectionOf(parse(corpus('id-dialects')), asked)).toBeNull()
  })
})

describe('changing a roadmap', () => {
  it('ticks plans in several dialects, and changes only their boxes', () => {
    const { added, removed } = edited(corpus('plan-dialects'), (doc, { phases }) => {
      const phase = phases.findIndex(({ id }) => id === '1')
      phases[phase]?.plans.forEach(({ id }, index) => {
        tickPlan(doc, phase, index, !['01-04', '01-06', '01-10'].includes(id))
      })
    })
    expect(added).toEqual([
      '- [x] **01-03** Bold id',
      '- [x] `01-05-PLAN.md` - ticks',
      '- [x] 01-07-setup-PLAN.md — slug',
      '- [x] 01-08a: letter',
      '- [x] Plan 09: short',
      '  - [x] 01-11: nested',
    ])
    expect(removed).toHaveLength(6)
  })

  it('ticks a phase with its date, but keeps an existing date', () => {
    expect(edited(corpus('greenfield-crlf'), ticking('2', '2026-05-06')).added).toEqual([
      '- [x] **Phase 2: Glass** - Wind cannot blow it out (completed 2026-05-06)\r',
    ])
    expect(edited('- [ ] Phase 1: A (2/2 plans) — completed 2025-05-02\n', ticking('1', '2026-01-01')).added).toEqual([
      '- [x] Phase 1: A (2/2 plans) — completed 2025-05-02',
    ])
  })

  it('replaces the placeholder with the first plans', () => {
    const plans = [
      { id: '02.1-01', text: 'Find cracks' },
      { id: '02.1-02', text: 'Mend $& them', done: true },
    ]
    const { added, removed } = edited(corpus('greenfield'), planning('2.1', ...plans))
    expect(removed).toEqual(['- [ ] TBD (run plan-phase 2.1 to break down)'])
    expect(added).toEqual(['- [ ] 02.1-01-PLAN.md — Find cracks', '- [x] 02.1-02-PLAN.md — Mend $& them'])
  })

  it('adds lines for plans to a list, or creates the list', () => {
    const { added } = edited(corpus('greenfield'), planning('3', { id: '03-01', text: 'Bend the wire' }))
    expect(added.filter((line) => line !== '')).toEqual(['Plans:', '- [ ] 03-01-PLAN.md — Bend the wire'])
    const more = edited(corpus('greenfield'), planning('1', { id: '01-03', text: 'Trim it' }))
    expect([more.added, more.removed]).toEqual([['- [ ] 01-03-PLAN.md — Trim it'], []])
    const late = edited(corpus('plan-dialects'), planning('2', { id: '02-05', text: 'Late' }))
    expect(late.added).toEqual(['- [ ] 02-05-PLAN.md — Late'])
  })

  it('sets the Plans text in the format of the label', () => {
    const text = (name: string, id: string, plansText: string) => edited(corpus(name), setting(id, { plansText })).added
    expect(text('greenfield', '2', '2/3 plans executed')).toEqual(['**Plans**: 2/3 plans executed'])
    expect(text('plan-dialects', '3', '0/1 plans executed')).toEqual(['**Plans:** 0/1 plans executed'])
    expect(text('id-dialects', '17', '0/1 plans executed')).toEqual(['**Plans**: 0/1 plans executed'])
  })

  it('changes cells of a Progress row and keeps the columns of the table', () => {
    const row = { plans: '3/3', status: 'Complete', completed: '2026-07-08' }
    expect(edited(corpus('greenfield'), showing('2', row)).added).toEqual(['| 2. Glass | 3/3 | Complete| 2026-07-08 |'])
    expect(edited(corpus('tables'), showing('2', row)).added).toEqual([
      '| Phase 2: B | v1.0 | 3/3 | Complete | 2026-07-08 | Bo \\| Cy |',
    ])
  })

  it('adds a phase with its line, section and row', () => {
    const { added, removed } = edited(
      corpus('greenfield'),
      adding({
        id: '2.2',
        title: 'Lid',
        dependsOn: 'Phase 2.1',
        requirements: ['GLASS-04'],
        successCriteria: ['No drop gets in'],
        inserted: true,
      }),
    )
    expect(removed).toEqual([])
    expect(added.filter((line) => line !== '')).toEqual([
      '- [ ] **Phase 2.2: Lid**',
      '### Phase 2.2: Lid (INSERTED)',
      '**Goal**: Lid',
      '**Depends on**: Phase 2.1',
      '**Requirements**: GLASS-04',
      '**Success Criteria**:',
      '1. No drop gets in',
      '**Plans**: 0 plans',
      '| 2.2. Lid | 0/0 | Not started | - |',
    ])
  })

  it('adds a named phase after all others, and any phase after a named one', () => {
    const add = (id: string) => adding({ id, title: 'New' })
    const named = edited(corpus('greenfield'), add('AUTH'))
    expect(parse(named.text).phases.at(-1)?.id).toBe('AUTH')
    expect(named.added).toContain('| AUTH. New | 0/0 | Not started | - |')
    const text = '- [ ] **Phase 3: A**\n- [ ] **Phase AUTH: B**\n\n### Phase 3: A\n\n### Phase AUTH: B\n'
    expect(parse(edited(text, add('4')).text).phases.map(({ id }) => id)).toEqual(['3', 'AUTH', '4'])
  })

  it('lists each section once, in one list or in its milestone, and creates the table', () => {
    const text =
      '# R\n\n## Phases\n\n- [ ] **Phase 2: B**\n\n## Details\n\n### Phase 1: A\n\n**Goal**: a\n\n### Phase 2: B\n'
    expect(edited(text, addMissingEntries).added.filter((line) => line !== '')).toEqual([
      '- [ ] **Phase 1: A** - a',
      '## Progress',
      '| Phase | Milestone | Plans Complete | Status | Completed |',
      '|-------|-----------|----------------|--------|-----------|',
      '| 1. A | - | 0/0 | Not started | - |',
      '| 2. B | - | 0/0 | Not started | - |',
    ])
    const again =
      '## ✅ v1.0 One\n\n- [x] **Phase 1: A**\n\n### Phase 1: A\n\n## 🚧 v2.0 Two\n\n### Phase 1: B\n\n**Goal**: b\n\n## Progress\n\n| Phase | Milestone | Plans | Status | Completed |\n|---|---|---|---|---|\n| 1. A | v1.0 | 1/1 | Complete | - |\n'
    expect(edited(again, addMissingEntries).added.filter((line) => line !== '')).toEqual([
      '- [ ] **Phase 1: B** - b',
      '| 1. B | v2.0 | 0/0 | Not started | - |',
    ])
  })

  it('adds a phase to the open milestone, at the level of its neighbours, also inside a fold', () => {
    const add = adding({ id: '6', title: 'Lock' })
    const harbour = edited(corpus('milestones').replace('queue: [v2.0, v1.1]', 'queue: [v1.1]'), add)
    expect(harbour.added).toContain('#### Phase 6: Lock')
    expect(harbour.added).toContain('| 6. Lock | v1.1 | 0/0 | Not started | - |')
    expect(harbour.text.indexOf('Phase 6: Lock')).toBeLessThan(harbour.text.indexOf('### 📋 v2.0'))
    const fold = edited(corpus('open-milestone-inside-details'), add)
    expect(fold.added.filter((line) => line !== '')).toEqual([
      '- [ ] **Phase 6: Lock**',
      '### Phase 6: Lock',
      '**Goal**: Lock',
      '**Requirements**: TBD',
      '**Plans**: 0 plans',
    ])
    expect(fold.text.indexOf('Phase 6: Lock')).toBeLessThan(fold.text.lastIndexOf('</details>'))
  })

  it('lists a new phase in the list of its milestone', () => {
    const text = '## Phases\n\n- [ ] **Phase 1: A**\n\n## 🚧 v1.0 One\n\n### Phase 1: A\n\n**Goal**: a\n'
    const { text: after } = edited(text, adding({ id: '2', title: 'B' }))
    expect(after).toContain('- [ ] **Phase 1: A**\n- [ ] **Phase 2: B**\n\n## 🚧 v1.0 One\n')
  })

  it('adds the first phase to a milestone with only a heading, and to an empty file', () => {
    for (const text of [
      '## 🚧 v2.0 Next\n',
      '## 🚧 v2.0 Next\n\nProse.\n\n## Progress\n\n| Phase | Plans | Status | Completed |\n|---|---|---|---|\n',
      '# Roadmap\n',
      '',
    ])
      expect(edited(text, adding({ id: '1', title: 'Start' })).text).toContain('### Phase 1: Start\n\n**Goal**: Start')
  })

  it('adds a phase before a closing rule and footer', () => {
    const { text } = edited(corpus('footer-and-rules'), adding({ id: '3', title: 'C' }))
    expect(text).toContain('**Plans**: 0 plans\n\n### Phase 3: C\n')
    expect(text.endsWith('**Plans**: 0 plans\n\n---\n\n*Last updated: 2026-01-01*\n')).toBe(true)
  })

  it.each([
    [
      'below a heading of its own, above what was folded away',
      corpus('between-milestones'),
      '## Phases\n\n- [ ] **Phase 6: Next**\n\n### Phase 6: Next\n',
    ],
    [
      'never among completed milestones',
      '# R\n\n## Completed Milestones\n\n### ✅ v1.0 One (shipped 2026-01-01)\n\n- [x] **Phase 5: E**\n',
      '- [x] **Phase 5: E**\n\n## Phases\n\n- [ ] **Phase 6: Next**\n\n### Phase 6: Next\n',
    ],
    [
      'above completed milestones below the heading of the phases',
      '# R\n\n## Phases\n\n### Completed Milestones\n\n<details>\n<summary>✅ v1.0 One</summary>\n\n### Phase 5: E\n\n</details>\n',
      '## Phases\n\n### Phase 6: Next\n\n**Goal**: Next\n**Requirements**: TBD\n**Plans**: 0 plans\n\n### Completed Milestones\n',
    ],
    [
      'above a footer',
      '# R\n\n## ✅ v1.0 One\n\n### Phase 5: E\n\n---\n\n*Last updated: 2026-01-01*\n',
      '### Phase 5: E\n\n## Phases\n\n### Phase 6: Next\n',
    ],
    [
      'above the backlog',
      '# R\n\n## ✅ v1.0 One\n\n### Phase 5: E\n\n## Backlog\n\n### Phase 999.1: Z\n',
      '## Phases\n\n### Phase 6: Next\n\n**Goal**: Next\n**Requirements**: TBD\n**Plans**: 0 plans\n\n## Backlog\n',
    ],
  ])('adds a phase between milestones %s', (_, text, part) => {
    const after = edited(text, adding({ id: '6', title: 'Next' })).text
    expect(after).toContain(part)
    expect(activePhases(parse(after)).map(({ id }) => id)).toEqual(['6'])
    expect(after.match(/^## Phases/gm)).toHaveLength(1)
  })

  it('adds a row only to the table of the phase’s milestone or of none', () => {
    const table = '| Phase | Plans | Status |\n|---|---|---|\n| 1. A | 1/1 | Complete |\n'
    const text = `## ✅ v1.0 One\n\n### Phase 1: A\n\n${table}\n## 🚧 v2.0 Two\n\n### Phase 2: B\n`
    expect(edited(text, adding({ id: '3', title: 'C' })).text).not.toContain('| 3. C')
    expect(edited(`${text}\n## Progress\n\n${table}`, adding({ id: '3', title: 'C' })).text).toMatch(
      /\| 1\. A \| 1\/1 \| Complete \|\n\| 3\. C \| 0\/0 \| Not started \|\n$/,
    )
  })

  it('removes a phase with its line and row', () => {
    const { removed, added } = edited(corpus('greenfield'), (doc, { phases }) => removePhase(doc, at(phases, '3')))
    expect(added).toEqual([])
    expect(removed.filter((line) => line !== '')).toEqual([
      '- [ ] **Phase 3: Handle** - It can be carried',
      '### Phase 3: Handle',
      '**Goal**: One hand is enough',
      '**Mode:** mvp',
      '**Depends on**: Phase 2.1, Phase 2',
      '**Requirements**: TBD',
      '**Plans**: 0 plans',
      '| 3. Handle | 0/0 | Not started | - |',
    ])
  })

  it('sets single fields and keeps the text next to them', () => {
    const { added } = edited(
      corpus('greenfield'),
      setting('1', { title: 'Two wicks', mode: 'mvp', requirements: ['WICK-03'] }),
    )
    expect(added).toEqual([
      expect.stringContaining('**Phase 1: Two wicks**'),
      '### Phase 1: Two wicks',
      '**Mode**: mvp',
      '**Requirements**: [WICK-03]  <!-- brackets are fine -->',
      expect.stringContaining('| 1. Two wicks |'),
    ])
  })

  it('sets a title with a pipe, and a goal that is part of the title, wherever they are repeated', () => {
    const text =
      '# R\n\n- [ ] **Phase 1: Count words** - words\n\n### Phase 1: Count words\n\n**Goal**: words\n\n' +
      '| Phase | Status |\n|---|---|\n| 1. Count words | Open |\n'
    const piped = edited(text, setting('1', { title: 'a | words', goal: 'sums' }))
    expect(piped.added).toEqual([
      '- [ ] **Phase 1: a | words** - sums',
      '### Phase 1: a | words',
      '**Goal**: sums',
      '| 1. a \\| words | Open |',
    ])
    expect(edited(piped.text, setting('1', { title: 'b' })).added.at(-1)).toBe('| 1. b | Open |')
  })

  it('treats a goal and criteria in brackets as placeholders', () => {
    const text =
      '# R\n\n### Phase 1: A\n\n**Goal**: [Goal here]\n**Success Criteria**:\n1. [What must be true]\n2. It runs\n'
    expect(parse(text).phases[0]).toMatchObject({ goal: null, successCriteria: ['It runs'] })
    expect(edited(text, setting('1', { goal: 'Aims' })).added).toEqual(['**Goal**: Aims'])
    expect(parse(text.replace('Goal here', 'To be planned')).phases[0]?.goal).toBe('[To be planned]')
  })

  it('replaces criteria, and leaves all other lines alone', () => {
    const { removed, added } = edited(
      corpus('greenfield'),
      setting('1', { successCriteria: ['It burns all night', 'It is put out'] }),
    )
    expect(added).toEqual(['1. It burns all night', '2. It is put out'].map((line) => expect.stringContaining(line)))
    expect(removed).toHaveLength(parse(corpus('greenfield')).phases[0]?.successCriteria.length ?? 0)
  })

  it.each([
    [
      'before and after the table of progress',
      '## Phase Details\n\n### Phase 1: A\n\n## Progress\n\n| Phase | Status |\n|---|---|\n| 1. A | Complete |\n\n### Phase 2: B\n',
    ],
    ['in one run', '## Phase Details\n\n### Phase 1: A\n\n### Phase 2: B\n\n## Progress\n'],
  ])('folds a milestone whose phases are not below its heading, %s', (_, body) => {
    const head = '# R\n\n## Milestones\n\n- 🚧 **v1.0 One** - Phases 1-2\n\n### 🚧 v1.0 One\n\n- [x] **Phase 1: A**\n\n'
    const closing = { version: 'v1.0', name: 'One', day: '2026-01-02' }
    const { text } = edited(head + body, (doc, value) => closeMilestone(doc, scopeOfSection(value, 0), closing))
    const value = parse(text)
    expect([closedPhases(value).map(({ id }) => id), scopeOf(value)]).toEqual([['1', '2'], 'between_milestones'])
    expect(text).toContain('</details>\n\n## Progress\n')
  })

  it('writes the queue to the front matter', () => {
    const { added } = edited(corpus('milestones'), (doc) => setQueue(doc, ['v1.1', 'v2.0']))
    expect(added).toHaveLength(1)
    expect(added[0]).toMatch(/^queue: \[v1\.1, v2\.0\]$/)
    expect(edited('# R\n', (doc) => setQueue(doc, ['v1.0'])).text).toMatch(/^---\nqueue: \[v1\.0\]\n---\n/)
  })

  it('refuses words that would read back differently, with what would be read', () => {
    const wrong = (edit: Edit) => tried(corpus('greenfield'), edit).refused
    expect(wrong(setting('1', { goal: '<!-- x -->' }))).toBe('phase 1 with the goal null')
    expect(wrong(adding({ id: '4', title: 'Gone (INSERTED)' }))).toContain('no phase 4')
  })

  it('writes a new file that reads back', () => {
    const phases = [
      { id: '1', title: 'A', goal: 'a', dependsOn: 'Nothing (first phase)', requirements: ['A-01'] },
      { id: '2', title: 'B', goal: 'b', dependsOn: 'Phase 1', successCriteria: ['It runs'] },
    ]
    const value = parse(freshRoadmap('Roadmap: X', phases, true))
    expect(value.phases).toMatchObject(phases)
    expect([value.title, value.checklist.length, value.progress?.length]).toEqual(['Roadmap: X', 2, 2])
  })
})

const names = readdirSync(fileURLToPath(new URL('../../../corpus/roadmap', import.meta.url)))

describe.each(names)('an edit of %s', (name) => {
  const text = corpus(name)
  const variants = [text, text.replaceAll(/\r?\n/g, '\r\n'), `\ufeff${text}`]
  const edits: readonly (readonly [string, (last: number) => Edit])[] = [
    ['a new phase', () => adding({ id: '77', title: 'New' })],
    ['a title', (last) => (doc) => setPhase(doc, last, { title: 'Renamed' })],
    ['a goal', (last) => (doc) => setPhase(doc, last, { goal: 'Aims' })],
    ['criteria', (last) => (doc) => setPhase(doc, last, { successCriteria: ['One', 'Two'] })],
    ['a dependence', (last) => (doc) => setPhase(doc, last, { dependsOn: 'Phase 1' })],
    ['a removal', (last) => (doc) => removePhase(doc, last)],
  ]
  it.each(edits)('reads back or is refused, removes only lines that it replaces, and keeps CRLF: %s', (what, edit) => {
    for (const variant of variants) {
      const value = parse(variant)
      const last = value.phases.findLastIndex((phase) => activePhases(value).includes(phase))
      if (last < 0 && what !== 'a new phase') continue
      const { added, removed, refused, text: after } = tried(variant, edit(last))
      if (refused !== null) continue
      const [mine, theirs] = [added, removed].map((lines) =>
        lines.map((line) => line.trim()).filter((line) => line !== ''),
      )
      const lost = theirs?.filter((line) => !mine?.includes(line)) ?? []
      if (what === 'a new phase') expect(lost).toEqual([])
      else if (what === 'a removal') expect(mine?.every((line) => /Depends on/i.test(line))).toBe(true)
      else if (what !== 'criteria') expect(lost.length).toBeLessThanOrEqual(mine?.length ?? 0)
      if (variant.includes('\r\n')) expect(after).not.toMatch(/[^\r]\n/)
    }
  })
})

describe('a phase', () => {
  it.each(names)('of %s is found among the active phases, or else among all', (name) => {
    const value = parse(corpus(name))
    for (const { id } of value.phases) {
      const exact = (phases: readonly PhaseSection[]) => phases.find((phase) => phaseKey(phase.id) === phaseKey(id))
      const section = phaseSectionOf(value, id)
      expect(section).toBe(exact(activePhases(value)) ?? exact(value.phases))
    }
  })
})
