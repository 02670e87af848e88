// phase edit changes only a section's fields, lists with its title, and the rows of its requirements.
import { afterAll, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS } from '../../support/project.js'

afterAll(disposeProjects)

const ROADMAP = OURS['.planning/ROADMAP.md'] as string
const REQUIREMENTS = OURS['.planning/REQUIREMENTS.md'] as string

async function edited(...words: readonly string[]) {
  const project = makeProject(OURS)
  const called = await project.ask('phase', 'edit', ...words)
  return { project, called, roadmap: project.read('.planning/ROADMAP.md') }
}

describe('phase edit', () => {
  it('changes a title in the section, the list and the table', async () => {
    const { called, roadmap } = await edited('2', '--title', 'People')
    expect(called.json()).toMatchObject({ phase_number: '2', changed_fields: ['title'] })
    expect(roadmap).toBe(ROADMAP.replaceAll('2: Accounts', '2: People').replace('2. Accounts', '2. People'))
  })

  it('changes goal, mode and dependencies in place', async () => {
    const { roadmap } = await edited('3', '--goal', 'All numbers', '--mode', 'MVP', '--depends-on', '1, 2')
    expect(roadmap).toBe(
      ROADMAP.replace('** - Numbers for people', '** - All numbers')
        .replace('**Goal**: Numbers for people', '**Goal**: All numbers\n**Mode**: mvp')
        .replace('**Depends on**: Phase 2', '**Depends on**: Phase 1, Phase 2'),
    )
  })

  it('separates a goal from prose below the heading', async () => {
    const project = makeProject({ ...OURS, '.planning/ROADMAP.md': '# Roadmap\n\n### Phase 1: Start\nSome text.\n' })
    await project.ask('phase', 'edit', '1', '--goal', 'It starts')
    expect(project.read('.planning/ROADMAP.md')).toContain('Start\n\n**Goal**: It starts\n\nSome text.\n')
  })

  it('replaces the requirements, with their rows', async () => {
    const { project, called } = await edited('3', '--requirements', 'AUTH-01')
    expect(called.json().changed_fields).toEqual(['requirements'])
    expect(project.read('.planning/REQUIREMENTS.md')).toBe(
      REQUIREMENTS.replace('| AUTH-01 | Phase 2 |', '| AUTH-01 | Phase 2, Phase 3 |').replace(
        '| REP-01 | Phase 3 |',
        '| REP-01 | - |',
      ),
    )
  })

  it('adds criteria to a new phase below the requirements, and replaces existing ones', async () => {
    const project = makeProject(OURS)
    await project.ask('phase', 'add', 'Exports')
    const fresh = project.read('.planning/ROADMAP.md')
    const called = await project.ask('phase', 'edit', '4', '--criteria', 'A file is written', 'It opens')
    expect(called.json()).toMatchObject({ changed_fields: ['criteria'] })
    const first = project.read('.planning/ROADMAP.md')
    const list = '**Success Criteria**:\n1. A file is written\n2. It opens\n'
    expect(first.slice(first.indexOf('### Phase 4'))).toContain(`**Requirements**: TBD\n${list}`)
    expect(first.replace(list, '').replace(/^Last activity.*$/m, '')).toBe(fresh.replace(/^Last activity.*$/m, ''))
    await project.ask('phase', 'edit', '4', '--criteria', 'It opens `everywhere`')
    expect(project.read('.planning/ROADMAP.md')).toBe(
      first.replace(list, '**Success Criteria**:\n1. It opens `everywhere`\n'),
    )
  })

  it.each([
    ['a cycle', ['1', '--depends-on', '3'], 'PLAN_CYCLE', '1 → 3 → 2 → 1'],
    ['an unknown phase', ['1', '--depends-on', '9'], 'PHASE_NOT_FOUND', '"9"'],
    ['an unknown requirement', ['1', '--requirements', 'CORE-03'], 'NOT_FOUND', 'CORE-03'],
    ['an empty title', ['1', '--title', ' '], 'USAGE', 'title'],
  ] as const)('refuses %s and changes nothing', async (_, words, code, message) => {
    const { called, roadmap } = await edited(...words)
    expect(called.json().error).toMatchObject({ code, message: expect.stringContaining(message) })
    expect(roadmap).toBe(ROADMAP)
  })

  it('never touches a closed milestone', async () => {
    const closed = `# R\n\n<details>\n<summary>✅ v0.9 Old</summary>\n\n### Phase 1: Old\n**Goal**: x\n\n</details>\n\n## v1.0 New\n\n### Phase 2: New\n**Goal**: y\n`
    const project = makeProject({ ...OURS, '.planning/ROADMAP.md': closed })
    const called = await project.ask('phase', 'edit', '1', '--goal', 'z')
    expect([called.exit, called.json().error.message]).toEqual([1, expect.stringContaining('closed milestone')])
    expect(project.read('.planning/ROADMAP.md')).toBe(closed)
  })
})
