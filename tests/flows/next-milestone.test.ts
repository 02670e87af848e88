// From a closed milestone to the first phase of the next one, with one draft and few calls. A draft with problems is refused.
import { afterEach, describe, expect, it } from 'vitest'
import { saveTypedOrder } from '../../lib/node/caller.js'
import { disposeProjects, type Files, makeProject, OURS } from '../support/project.js'
import { ScriptedModel } from '../support/scripted-model.js'
import { textOf } from '../support/texts.js'
import { Walk } from '../support/walk.js'

afterEach(disposeProjects)

const PROJECT = textOf('next-milestone/project.md')

const FOLD = `<details>
<summary>✅ v1.0 First (Phase 1) - SHIPPED 2026-01-05</summary>

### Phase 1: Counting

**Goal**: Counting works
**Requirements**: COUNT-01
**Success Criteria**:
1. It counts
**Plans**: 1/1 plans complete

Plans:

- [x] 01-01-PLAN.md

</details>`

const ROADMAP = `# Roadmap: Counter

## Milestones

- ✅ **v1.0 First** - Phases 1-1 (shipped 2026-01-05)

## Phases

Words of a person.

${FOLD}

## Progress

| Phase | Milestone | Plans Complete | Status | Completed |
|-------|-----------|----------------|--------|-----------|
| 1. Counting | v1.0 | 1/1 | Complete | 2026-01-05 |
`

const ARCHIVED = textOf('next-milestone/archived.md')

const CLOSED: Files = {
  '.planning/config.json': `{\n  "planning_schema": 1,\n  "workflow": { "research": false, "plan_check": false, "skip_discuss": true },\n  "verification": { "commands": [["node", "--test"]] }\n}\n`,
  '.planning/PROJECT.md': PROJECT,
  '.planning/ROADMAP.md': ROADMAP,
  '.planning/MILESTONES.md':
    '# Milestones\n\n## v1.0 First (Shipped: 2026-01-05)\n\n**Phases completed:** 1 phases, 1 plans, 1 tasks\n',
  '.planning/milestones/v1.0-ROADMAP.md': ROADMAP,
  '.planning/milestones/v1.0-REQUIREMENTS.md': ARCHIVED,
  '.planning/phases/01-counting/01-01-PLAN.md': 'what was planned\n',
}

const DRAFT = textOf('next-milestone/draft.md')

interface Begun {
  readonly write: (text: string) => void
  readonly finish: () => Promise<number>
  readonly findings: () => Promise<readonly { readonly code: string; readonly fix: string }[]>
}

/** Matches the first phase up to its dependency; the group is the text between heading and dependency. */
const FIRST = /### Phase 2: Sentences([\s\S]*?)Depends on: Phase 1\n/

/** Plays the model: reads what a call printed, writes the draft, and makes the named call. */
class Model extends ScriptedModel {
  async begin(text: string): Promise<Begun> {
    expect(await this.call('brief', 'new-milestone'), this.text).toBe(0)
    expect(this.text).toContain('begin new-milestone milestone')
    expect(await this.call('begin', 'new-milestone', 'milestone'), this.text).toBe(0)
    const path = /`(\.planning\/\.runtime\/drafts\/[^`]+\/MILESTONE\.md)`/.exec(this.text)?.[1] as string
    const claim = /unit finish --claim (\w+) --begin/.exec(this.text)?.[1] as string
    const write = (draft: string) => this.project.write(path, draft)
    write(text)
    return {
      write,
      finish: () => this.call('unit', 'finish', '--claim', claim, '--begin'),
      findings: async () => (await this.project.ask('unit', 'finish', '--claim', claim)).json().findings,
    }
  }
}

const closedProject = (more: Files = {}) => makeProject({ ...CLOSED, ...more }).initGit()

it('a request for the next milestone waits while one is open, and is offered afterwards', async () => {
  const open = makeProject(OURS)
  const walk = new Walk(open)
  await walk.call('brief', 'new-milestone', '--', 'count sentences')
  await walk.follow('note add', { '<what>': 'Count sentences' })
  const [path = ''] = Object.keys(open.snapshot()).filter((each) => each.includes('count-sentences'))
  const model = new Model(closedProject({ [path]: open.read(path) }))
  expect(await model.call('begin', 'new-milestone', 'milestone'), model.text).toBe(0)
  expect(model.text).toContain('Count sentences” (deferred')
})

describe('the next milestone', () => {
  it('is opened with one draft and three calls, and its first phase can be planned', async () => {
    const project = closedProject()
    const model = new Model(project)
    const { finish } = await model.begin(DRAFT)
    expect(await finish(), model.text).toBe(0)
    expect(model.calls).toBe(3)
    const next = (await project.ask('next')).json()
    expect(next.unit).toMatchObject({ unitType: 'plan-phase', unitId: '02' })
    expect((await project.ask('state', 'derive')).json()).toMatchObject({
      milestone: { id: 'v1.1', title: 'Printing' },
    })
    expect(project.git('status', '--short').trim()).toBe('')
    expect(project.git('log', '-1', '--format=%s').trim()).toBe('docs: open the milestone')
    const health = (await project.ask('health')).json()
    expect(health.errors).toEqual([])
  })

  it('gets a roadmap if the previous one was archived completely', async () => {
    const { '.planning/ROADMAP.md': _, ...files } = CLOSED
    const project = makeProject(files).initGit()
    const model = new Model(project)
    expect(await (await model.begin(DRAFT)).finish(), model.text).toBe(0)
    expect(project.read('.planning/ROADMAP.md')).toMatch(/^# Roadmap\n\n## 🚧 v1\.1 Printing\n[\s\S]*### Phase 2: /)
    expect((await project.ask('next')).json().unit).toMatchObject({ unitType: 'plan-phase', unitId: '02' })
  })

  it('leaves the figures of the shipped milestone in `progress` until it is opened', async () => {
    const { requirements_total: total, requirements_complete: met } = (await closedProject().ask('progress')).json()
    expect([total, met]).toEqual([1, 1])
  })

  it('has the user’s words as its order, and uses recorded words only once', async () => {
    const project = closedProject()
    const words = 'Now print the numbers, and as JSON too'
    const withoutWords = DRAFT.replace(/> Now print.*\n\n/, '')
    const typeOrder = () => saveTypedOrder(project.env(), project.root, words, project.time)
    const orderWords = async () => (await project.ask('order')).json().words
    const openWith = async (text: string) => (await new Model(project).begin(text)).findings()
    typeOrder()
    // As after `next`, the words are already an order when the unit begins.
    await project.ask('order', words)
    const milestoneBrief = async () => (await project.ask('brief', 'new-milestone')).stdout
    expect(await milestoneBrief()).toContain(words)
    expect(await openWith(withoutWords)).toEqual([])
    expect(await orderWords()).toBe(words)

    // After an undo, the same draft finds the words again.
    expect((await project.ask('undo', '--yes')).exit).toBe(0)
    expect(await openWith(withoutWords)).toEqual([])

    // The words belonged to the previous milestone, so a later close does not reuse them.
    for (const [path, text] of Object.entries(CLOSED)) project.write(path, text)
    project.remove('.planning/REQUIREMENTS.md')
    project.git('add', '--all')
    project.git('commit', '--quiet', '--message=docs: close the milestone')
    expect(await milestoneBrief()).not.toContain(words)
    const later = withoutWords.replace('# v1.1', '# v1.2')
    const { findings } = await new Model(project).begin(later)
    expect(await findings()).toEqual([expect.objectContaining({ code: 'SECTION_MISSING' })])
    typeOrder()
    expect(await findings()).toEqual([])
    expect(await orderWords()).toBe(words)
  })

  it('adds lines to the documents, and replaces only a placeholder and the date of the last update', async () => {
    const project = closedProject()
    const model = new Model(project)
    const { finish } = await model.begin(DRAFT)
    expect(await finish(), model.text).toBe(0)
    const changes = (name: string, before: string) => lineChanges(before, project.read(`.planning/${name}`))
    expect(changes('ROADMAP.md', ROADMAP)).toEqual({
      removed: [],
      added: [
        '- 🚧 **v1.1 Printing** - Phases 2-3',
        '## 🚧 v1.1 Printing',
        '- [ ] **Phase 2: Sentences** - Sentences are counted',
        '- [ ] **Phase 3: Output** - Numbers are printed',
        '### Phase 2: Sentences',
        '**Goal**: Sentences are counted',
        '**Depends on**: Phase 1',
        '**Requirements**: COUNT-08',
        '**Success Criteria**:',
        '1. A text of two sentences gives 2',
        '### Phase 3: Output',
        '**Goal**: Numbers are printed',
        '**Depends on**: Phase 2',
        '**Requirements**: OUT-01, OUT-02',
        '**Success Criteria**:',
        '1. The names stand beside the numbers',
        '2. `--json` prints what JSON.parse takes',
        '| 2. Sentences | v1.1 | 0/0 | Not started | - |',
        '| 3. Output | v1.1 | 0/0 | Not started | - |',
      ],
    })
    expect(changes('PROJECT.md', PROJECT)).toEqual({
      removed: ['None yet.', '*Last updated: 2026-01-05 after v1.0 was closed*'],
      added: [
        '## Current Milestone',
        'v1.1 Printing: Numbers can be read by people and by programs.',
        '- COUNT-08: It counts sentences',
        '- OUT-01: It prints the numbers with their names',
        '- OUT-02: With `--json` it prints one line of JSON',
        '- Colours — programs read the output',
        '- JSON on one line, because scripts read lines',
        '| D-02: a flag `--json` | (mine) it is what others have | — Pending |',
        '*Last updated: 2026-01-05 after v1.1 Printing was opened*',
      ],
    })
    expect(project.read('.planning/REQUIREMENTS.md')).toMatch(
      /^# Requirements: Counter\n\n## v1 Requirements\n\n### Counting\n\n- \[ \] \*\*COUNT-08\*\*: It counts sentences\n\n### Output\n\n- \[ \] \*\*OUT-01\*\*.*\n- \[ \] \*\*OUT-02\*\*.*\n\n## v2 Requirements\n\n- \*\*OUT-03\*\*: It prints YAML\n\n### Counting\n\n- \*\*COUNT-09\*\*: It counts pages\n\n## Out of Scope\n[\s\S]*\| COUNT-08 \| Phase 2 \| Pending \|\n\| OUT-01 \| Phase 3 \| Pending \|/,
    )
    expect(project.read('.planning/milestones/v1.0-REQUIREMENTS.md')).toBe(ARCHIVED)
    expect(JSON.parse(project.read('.planning/config.json')).verification.commands).toEqual([
      ['node', '--test'],
      ['node', 'print.js', '--json'],
    ])
    expect((await project.ask('order')).json()).toMatchObject({
      words: 'Now print them, and as JSON too.',
      scope: 'all',
    })
    expect(project.read('.planning/STATE.md')).toMatch(/milestone: v1\.1\nmilestone_name: Printing\n/)
  })

  it('gets the waiting items and the free numbers in its brief', async () => {
    const project = closedProject({
      '.planning/todos/pending/2026-01-02-a.md':
        '---\nid: a\ncreated: 2026-01-02\ntitle: Count in the background\nstatus: deferred\n---\n\nIn the background.\n',
      '.planning/todos/pending/2026-01-03-b.md': '---\ncreated: 2026-01-03\ntitle: Count faster\n---\n\nFaster.\n',
      '.planning/seeds/SEED-001-web.md':
        '---\nid: SEED-001\nstatus: dormant\nplanted: 2026-01-02\ntrigger_when: somebody asks\n---\n\n# A page on the web\n',
      '.planning/seeds/SEED-002-old.md':
        '---\nid: SEED-002\nstatus: implemented\nplanted: 2026-01-02\ntrigger_when: never\n---\n\n# A thing of the past\n',
    })
    const model = new Model(project)
    await model.begin(DRAFT)
    for (const words of [
      'v1.0 was shipped last',
      'Phases: from 2 on',
      'from D-02 on',
      'Requirements: COUNT-10;',
      '“COUNT-08: It counts sentences”',
      '“COUNT-09: It counts pages”',
      '“Count in the background” (deferred',
      '“Count faster”',
      '“A page on the web (when: somebody asks)”',
    ])
      expect(model.text).toContain(words)
    expect(model.text).not.toContain('A thing of the past')
    expect(model.text).toContain('# [v1.1 Name]')
  })

  it.each([
    ['a version that is closed', '# v1.1 Printing', '# v1.0 Printing', 'MILESTONE_VERSION'],
    ['no version', '# v1.1 Printing', '# Printing', 'MILESTONE_VERSION'],
    ['the number of an old phase', FIRST, '### Phase 1: Sentences$1', 'PHASE_NUMBER_TAKEN'],
    ['an old phase once more', FIRST, '### Phase 1: Counting$1', 'PHASE_NUMBER_TAKEN'],
    ['a phase that builds on itself', 'Depends on: Phase 1', 'Depends on: Phase 2', 'PHASE_ORDER'],
    ['an unknown requirement', 'Requirements: COUNT-08', 'Requirements: COUNT-08, COUNT-77', 'REQUIREMENT_UNKNOWN'],
    ['the id of a requirement that was met', /COUNT-08/g, 'COUNT-01', 'REQUIREMENT_USED'],
    ['an unknown phase', 'Depends on: Phase 1', 'Depends on: Phase 9', 'PHASE_ORDER'],
    ['the id of an older decision', 'D-02', 'D-01', 'DECISION_CLASH'],
    ['a core value', '## Order', '## Core value\n\nSpeed.\n\n## Order', 'CHARTER_UNREAD'],
    ['a requirement in no phase', 'Requirements: OUT-01, OUT-02', 'Requirements: OUT-01', 'REQUIREMENT_UNCOVERED'],
    ['an id that is written twice', '**OUT-03**', '**OUT-02**', 'REQUIREMENT_TWICE'],
    ['a scope that cannot be read', 'Scope: all', 'Scope: some', 'CHARTER_UNREAD'],
  ] as const)('is refused with %s', async (_, from, to, code) => {
    const project = closedProject()
    const model = new Model(project)
    const { finish, findings, write } = await model.begin(DRAFT.replace(from, to))
    const found = (await findings()).find((one) => one.code === code)
    expect(found, JSON.stringify(await findings())).toMatchObject({ path: expect.stringContaining('MILESTONE.md') })
    expect(await finish(), model.text).toBe(1)
    expect(project.read('.planning/ROADMAP.md')).toBe(ROADMAP)
    write(DRAFT)
    expect(await finish(), model.text).toBe(0)
  })

  it('replaces the description of the previous milestone, and drops declined requirements', async () => {
    const project = closedProject({
      '.planning/PROJECT.md': PROJECT.replace(
        '## Requirements',
        '## Current Milestone: v1.0 First\n\n**Goal:** Count.\n\n- words\n\n## Requirements',
      ),
    })
    const model = new Model(project)
    const { finish } = await model.begin(
      DRAFT.replace('- Colours: programs', '- COUNT-09: nobody prints pages\n- Colours: programs'),
    )
    expect(await finish(), model.text).toBe(0)
    const text = project.read('.planning/PROJECT.md')
    expect(text).toContain(
      '## Current Milestone\n\nv1.1 Printing: Numbers can be read by people and by programs.\n\n## Requirements',
    )
    expect(text).not.toContain('v1.0 First')
    expect(project.read('.planning/REQUIREMENTS.md')).not.toContain('**COUNT-09**')
  })

  it('is added to a roadmap without lists, and with other line endings', async () => {
    const plain = `# Roadmap\n\n${FOLD}\n`.replaceAll('\n', '\r\n')
    const project = closedProject({ '.planning/ROADMAP.md': plain })
    const model = new Model(project)
    const { finish } = await model.begin(DRAFT)
    expect(await finish(), model.text).toBe(0)
    const text = project.read('.planning/ROADMAP.md')
    expect(text.startsWith(plain.trimEnd())).toBe(true)
    expect(text).toContain('\r\n\r\n## 🚧 v1.1 Printing\r\n')
    expect(text.replaceAll('\r\n', '')).not.toContain('\n')
    expect((await project.ask('next')).json().unit).toMatchObject({ unitType: 'plan-phase', unitId: '02' })
  })

  it('takes a PROJECT.md written by hand as it is, and refuses a second source of the roadmap', async () => {
    const project = closedProject()
    const model = new Model(project)
    const { finish, findings } = await model.begin(DRAFT)
    const drafts = /`(\.planning\/\.runtime\/drafts\/[^`]+)\/MILESTONE\.md`/.exec(model.text)?.[1] as string
    const own = PROJECT.replace('Words of a person', 'Other words of a person')
    project.write(`${drafts}/PROJECT.md`, own)
    project.write(`${drafts}/ROADMAP.md`, ROADMAP)
    expect((await findings()).map(({ code }) => code)).toEqual(['TWO_SOURCES'])
    project.remove(`${drafts}/ROADMAP.md`)
    expect(await finish(), model.text).toBe(0)
    expect(project.read('.planning/PROJECT.md')).toBe(own)
  })

  it('says how to remove leftover requirements', async () => {
    const left = '.planning/REQUIREMENTS.md'
    const project = closedProject({ [left]: ARCHIVED })
    const model = new Model(project)
    const { finish, findings } = await model.begin(DRAFT)
    const [found] = await findings()
    expect(found).toMatchObject({ code: 'TWO_SOURCES', fix: expect.stringContaining(`git rm ${left}`) })
    project.remove(left)
    expect(await finish(), model.text).toBe(0)
  })
})

/** Returns the added and removed lines in order, without blank ones. */
function lineChanges(
  before: string,
  after: string,
): { readonly removed: readonly string[]; readonly added: readonly string[] } {
  const [old, now] = [before, after].map((text) => text.split('\n').filter((line) => line !== '')) as [
    string[],
    string[],
  ]
  const rest = [...now]
  const removed = old.filter((line) => {
    const at = rest.indexOf(line)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
  return { removed, added: rest }
}
