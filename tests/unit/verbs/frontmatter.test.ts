// Front matter of planning files: several keys at once, every kind held against its schema, skeletons filled.
import { afterEach, describe, expect, it } from 'vitest'
import { CODECS } from '../../../lib/artifacts/all.js'
import { disposeProjects, makeProject, OURS } from '../../support/project.js'

afterEach(disposeProjects)

const THREAD = '.planning/threads/t.md'
const TEXT = '---\r\nstatus: open # kept\r\ntitle: "A"\r\nmine: {a: 1}\r\n---\r\n\r\n# A\r\n'

describe('frontmatter merge', () => {
  it('changes the given keys and no other byte', async () => {
    const project = makeProject({ ...OURS, [THREAD]: TEXT })
    const answer = await project.ask(
      'frontmatter',
      'merge',
      THREAD,
      '--data',
      '{"status":"resolved","updated":"2026-01-03"}',
    )
    expect(answer.json()).toMatchObject({ merged: true, fields: ['status', 'updated'], changed: true })
    expect(project.read(THREAD)).toBe(
      '---\r\nstatus: resolved # kept\r\ntitle: "A"\r\nmine: {a: 1}\r\nupdated: "2026-01-03"\r\n---\r\n\r\n# A\r\n',
    )
  })

  it('sets all or nothing', async () => {
    const plan = '.planning/phases/01-foundation/01-02-PLAN.md'
    const project = makeProject(OURS)
    const before = project.snapshot()
    const answer = await project.ask('frontmatter', 'merge', plan, '--data', '{"requirements":["X-1"],"wave":9}')
    expect([answer.exit, answer.json().error.code]).toEqual([1, 'DERIVED_FIELD'])
    expect((await project.ask('frontmatter', 'merge', plan, '--data', '[1]')).exit).toBe(2)
    expect(project.snapshot()).toEqual(before)
  })

  it('repeated, changes no byte', async () => {
    const project = makeProject({ ...OURS, [THREAD]: TEXT })
    const words = ['frontmatter', 'merge', THREAD, '--data', '{"status":"resolved"}'] as const
    await project.ask(...words)
    const before = project.read(THREAD)
    expect((await project.ask(...words)).json()).toMatchObject({ changed: false })
    expect(project.read(THREAD)).toBe(before)
  })
})

describe('frontmatter get', () => {
  it('keeps numbers as text and objects as objects; --compat flattens them', async () => {
    const path = 'docs/any.md'
    const project = makeProject({ ...OURS, [path]: '---\nversion: 1.10\nlist:\n  - {a: 1, b: 2}\nnone:\n---\n' })
    expect((await project.ask('frontmatter', 'get', path)).json()).toEqual({
      version: '1.10',
      list: [{ a: '1', b: '2' }],
      none: '',
    })
    expect((await project.ask('frontmatter', 'get', path, '--compat')).json()).toEqual({
      version: '1.10',
      list: ['a: 1, b: 2'],
      none: {},
    })
    expect((await project.ask('frontmatter', 'get', path, '--field', 'version')).json()).toEqual({ version: '1.10' })
    expect((await project.ask('frontmatter', 'get', path, 'version')).json()).toEqual({ version: '1.10' })
  })
})

describe('frontmatter validate', () => {
  it('knows every kind, tells it by the path, and names what is missing', async () => {
    const review = '.planning/phases/01-foundation/01-REVIEW.md'
    const project = makeProject({ ...OURS, [review]: '---\nphase: "01"\nreviewed: someday\n---\n' })
    const answer = await project.ask('frontmatter', 'validate', review)
    expect(answer.exit).toBe(1)
    expect(answer.json()).toMatchObject({
      valid: false,
      schema: 'review',
      missing: ['status'],
      present: ['phase', 'reviewed'],
    })
    expect(answer.json().findings).toContainEqual(expect.objectContaining({ code: 'FIELD_VALUE', line: 3 }))
  })

  it('holds JSON against its schema too', async () => {
    const project = makeProject({ ...OURS, '.planning/HANDOFF.json': '{"timestamp": 5}' })
    const answer = (await project.ask('frontmatter', 'validate', '.planning/HANDOFF.json')).json()
    expect(answer).toMatchObject({ valid: false, schema: 'handoff', missing: ['next_action'], present: ['timestamp'] })
  })
})

describe('templates', () => {
  it('every kind has one, and what is filled in from it is refused until somebody writes the rest', async () => {
    for (const kind of Object.keys(CODECS)) {
      const shown = await makeProject(OURS).ask('template', 'show', kind)
      expect([kind, shown.exit, shown.json().text.length > 0]).toEqual([kind, 0, true])
    }
  })

  it.each(['validation', 'spec', 'ui-spec', 'ai-spec', 'patterns', 'review', 'reviews', 'security', 'eval-review'])(
    'a filled %s lies beside the plans and is no content yet',
    async (kind) => {
      const project = makeProject(OURS)
      const filled = (await project.ask('template', 'fill', kind, '--phase', '1')).json()
      expect(filled).toMatchObject({
        created: true,
        path: `.planning/phases/01-foundation/01-${kind.toUpperCase()}.md`,
      })
      expect((await project.ask('lint', filled.path, '--strict')).json()).toMatchObject({ ok: false, checked: 1 })
      expect((await project.ask('template', 'fill', kind, '--phase', '1')).json().error.code).toBe('ARTIFACT_EXISTS')
    },
  )

  it('a plan of few tasks and files asks for a short summary, one with decisions for a long one', async () => {
    const plan = (tasks: number, extra = '') =>
      `---\nphase: "01"\nplan: "09"\nfiles_modified: [a.ts]\n---\n\n<objective>\nDo it${extra}\n</objective>\n\n<tasks>\n${'<task type="auto">\n<name>T</name>\n</task>\n'.repeat(tasks)}</tasks>\n`
    const path = '.planning/phases/01-foundation/01-09-PLAN.md'
    const select = async (text: string) =>
      (await makeProject({ ...OURS, [path]: text }).ask('template', 'select', path)).json()
    expect(await select(plan(2))).toMatchObject({ type: 'minimal', taskCount: 2, fileCount: 1, hasDecisions: false })
    expect(await select(plan(4))).toMatchObject({ type: 'standard', taskCount: 4 })
    expect(await select(plan(2, ' and decide how'))).toMatchObject({ type: 'complex', hasDecisions: true })
  })
})
