// The documents of a new project are refused until they say something real and fit each other; then they are taken as they are.
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { projectDraft, requirementsDraft, roadmapDraft } from '../support/drafts.js'
import { disposeProjects, makeProject } from '../support/project.js'
import { claimNext, draft, finish } from '../support/work.js'

afterAll(disposeProjects)

const template = (name: string) => readFileSync(new URL(`../../templates/${name}.md`, import.meta.url), 'utf8')

const good = { 'PROJECT.md': projectDraft, 'REQUIREMENTS.md': requirementsDraft, 'ROADMAP.md': roadmapDraft }

const CASES: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
  [
    'skeletons that nobody filled in',
    {
      'PROJECT.md': template('project'),
      'REQUIREMENTS.md': template('requirements'),
      'ROADMAP.md': template('roadmap'),
    },
    ['PLACEHOLDER', 'SECTION_MISSING', 'NO_REQUIREMENTS', 'NO_PHASES'],
  ],
  [
    'a requirement that no phase carries',
    {
      ...good,
      'REQUIREMENTS.md': requirementsDraft.replace('### Output', '- [ ] **COUNT-03**: It counts pages\n\n### Output'),
    },
    ['REQUIREMENT_UNCOVERED'],
  ],
  [
    'a phase with a requirement that does not exist',
    { ...good, 'ROADMAP.md': roadmapDraft.replace('COUNT-02', 'COUNT-02, COUNT-77') },
    ['REQUIREMENT_UNKNOWN'],
  ],
  ['a phase without a goal', { ...good, 'ROADMAP.md': roadmapDraft.replace(/\*\*Goal\*\*: .*\n/, '') }, ['PHASE_GOAL']],
  [
    'one id for two requirements',
    { ...good, 'REQUIREMENTS.md': requirementsDraft.replace('**COUNT-02**', '**COUNT-01**') },
    ['REQUIREMENT_TWICE'],
  ],
]

describe('the documents of a new project', () => {
  it.each(CASES)('are refused: %s', async (_name, files, codes) => {
    const project = makeProject({}).initGit()
    const claimed = await claimNext(project, 'new-project', 'project')
    draft(project, claimed, files)
    const called = await finish(project, claimed)
    expect(called.exit).toBe(1)
    const found = new Set(called.json().findings.map(({ code }: { code: string }) => code))
    for (const code of codes) expect([...found]).toContain(code)
    expect(project.snapshot()['.planning/PROJECT.md']).toBeUndefined()
    draft(project, claimed, good)
    expect((await finish(project, claimed)).exit).toBe(0)
  })
})
