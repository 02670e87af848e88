// Lint findings in files that models write.
import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS } from '../../support/project.js'

afterEach(disposeProjects)

const TODO = '.planning/todos/pending/a.md'
const linted = async (text: string, path = TODO) => {
  const project = makeProject({ ...OURS, [path]: text })
  const answer = await project.ask('lint', path, '--strict')
  return { exit: answer.exit, ...answer.json() }
}

describe('lint', () => {
  it.each([
    '.planning/PROJECT.md',
    '.planning/REQUIREMENTS.md',
    '.planning/ROADMAP.md',
    '.planning/STATE.md',
    '.planning/phases/01-foundation/01-02-PLAN.md',
  ])('finds merge conflicts in %s', async (path) => {
    const text = `${OURS[path]}\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> c\n`
    const { exit, findings } = await linted(text, path)
    expect(exit).toBe(1)
    expect(findings.filter(({ code }: { code: string }) => code === 'MERGE_CONFLICT')).toMatchObject([{ path }])
  })

  it('passes a valid file', async () => {
    expect(await linted('---\ncreated: "2026-01-02"\ntitle: A clear task\n---\n\nText.\n')).toMatchObject({
      exit: 0,
      ok: true,
      checked: 1,
      findings: [],
    })
  })

  it('accepts a CONTEXT without decisions of a quick task, but not of a phase', async () => {
    const words = '# Quick task 260105-abc - Context\n\n<domain>\nFix the typo\n</domain>\n'
    expect((await linted(words, '.planning/quick/260105-abc-fix/260105-abc-CONTEXT.md')).findings).toEqual([])
    const { findings } = await linted(words, '.planning/phases/01-foundation/01-CONTEXT.md')
    expect(findings.map(({ code }: { code: string }) => code)).toContain('NO_DECISIONS')
  })

  it('finds a plan without checks if the settings have none, without demanding a list of files', async () => {
    const path = '.planning/phases/01-foundation/01-02-PLAN.md'
    const task = '<task type="auto">\n<name>A</name>\n<action>b</action>\n<verify>c</verify>\n<done>d</done>\n</task>'
    const codes = async (commands: readonly string[][], files: string) => {
      const text = `---\nphase: "01"\nplan: "02"\ntype: execute\nwave: 1\ndepends_on: []\nfiles_modified: ${files}\nautonomous: true\nmust_haves:\n  truths:\n    - It runs\n---\n\n<objective>\nx\n</objective>\n\n<tasks>\n${task}\n</tasks>\n`
      const config = JSON.stringify({ verification: { commands } })
      const project = makeProject({ ...OURS, [path]: text, '.planning/config.json': config })
      const { findings } = (await project.ask('lint', path, '--strict')).json()
      return findings.map(({ code }: { code: string }) => code)
    }
    expect(await codes([['npm', 'test']], '[src/a.ts]')).toEqual([])
    expect(await codes([], '[src/a.ts]')).toEqual(['NO_CHECKS'])
    expect(await codes([['npm', 'test']], '[]')).toEqual([])
  })

  it('shows position, expected and actual text, and fix', async () => {
    const { exit, findings } = await linted('---\ncreated: "2026-01-02"\ntitle: one: two\n---\n\nText.\n')
    expect(exit).toBe(1)
    expect(findings).toContainEqual(
      expect.objectContaining({ path: TODO, line: 3, severity: 'notice', code: 'YAML_VALUE' }),
    )
    for (const found of findings) {
      expect(found.column).toBeGreaterThan(0)
      for (const key of ['expected', 'received', 'fix']) expect(found[key]).not.toBe('')
    }
  })

  it.each<[string, string]>([
    ['a list that is opened far above its end', `files: [\n${'  a,\n'.repeat(150_000)}]\n`],
    ['words after a bracket that was left open', `title: "[${'word '.repeat(400_000)}"\n`],
  ])('comes to an end over megabytes of %s', async (_what, front) => {
    expect((await linted(`---\ncreated: "2026-01-02"\n${front}---\n\nText.\n`)).checked).toBe(1)
  })

  it.each([
    ['a placeholder', '---\ncreated: "2026-01-02"\ntitle: "[What is to be done]"\n---\n', 'PLACEHOLDER', 3],
    ['an unknown value', '---\ncreated: "2026-01-02"\ntitle: T\nclass: whatever\n---\n', 'FIELD_VALUE', 4],
    ['an unresolved merge', '---\ntitle: T\n---\n\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> c\n', 'MERGE_CONFLICT', 5],
    ['fields without fences', 'created: 2026-01-02\ntitle: T\n', 'FRONT_UNFENCED', 1],
  ])('refuses %s', async (_what, text, code, line) => {
    const { exit, findings } = await linted(text)
    expect(exit).toBe(1)
    expect(findings).toContainEqual(expect.objectContaining({ code, line }))
  })

  it('checks values of the front matter, but not words of the body', async () => {
    const codes = async (text: string, path: string) =>
      (await linted(text, path)).findings.map(({ code, line }: { code: string; line: number }) => `${line} ${code}`)
    const review = '.planning/phases/01-foundation/01-EVAL-REVIEW.md'
    expect(await codes('---\nphase: "01"\nstatus: great\n---\n# R\n', review)).toContain('3 FIELD_VALUE')
    expect(await codes('---\ncreated: "2026-01-02"\ntitle: T\n---\n\nClass: of 1999\n', TODO)).toEqual([])
  })

  it('finds the same with --strict, which only makes notices count', async () => {
    const project = makeProject({ ...OURS, [TODO]: '---\ncreated: "2026-01-02"\ntitle: "[What]"\n---\n' })
    const loose = (await project.ask('lint')).json()
    expect(loose.checked).toBeGreaterThan(5)
    expect(loose).toMatchObject({ ok: true, errors: 0 })
    expect(loose.findings).toContainEqual(expect.objectContaining({ code: 'PLACEHOLDER', severity: 'notice' }))
    const strict = await project.ask('lint', '--strict')
    expect([strict.exit, strict.json()]).toEqual([1, { ...loose, ok: false }])
    expect((await project.ask('lint', '.planning/todos', '--strict')).json()).toMatchObject({ ok: false, checked: 1 })
  })

  it('checks a draft as its final file', async () => {
    const { exit, findings } = await linted(
      '---\nphase: "01"\n---\n',
      '.planning/.runtime/drafts/plan-phase-1/01-03-PLAN.md',
    )
    expect(exit).toBe(1)
    expect(findings.length).toBeGreaterThan(0)
  })

  it('checks a whole tree like its single files', async () => {
    const todos = Array.from({ length: 600 }, (_, at) => `.planning/todos/pending/${100 + at}.md`)
    const project = makeProject({ ...OURS, ...Object.fromEntries(todos.map((path) => [path, 'no title\n'])) })
    const { findings: one } = (await project.ask('lint', todos[0] as string)).json()
    const all = (await project.ask('lint', '.planning/todos')).json()
    expect(one).toMatchObject([{ path: todos[0] }])
    expect(all).toMatchObject({ checked: 600, skipped: [], omitted: 100 })
    expect(all.errors + all.notices).toBe(600)
    expect(all.findings).toEqual(
      todos.slice(0, 500).map((path) => ({ ...one[0], path, message: one[0].message.replace(todos[0], path) })),
    )
  })

  it('names files that it cannot check, and writes nothing', async () => {
    const project = makeProject(OURS)
    const before = project.snapshot()
    expect((await project.ask('lint', 'README.md')).json()).toMatchObject({ checked: 0, skipped: ['README.md'] })
    expect(project.snapshot()).toEqual(before)
  })
})

it('lint --strict refuses a skeleton and an empty file', async () => {
  const project = makeProject({
    ...OURS,
    '.planning/threads/t.md': '\n',
    '.planning/threads/s.md': '---\ntitle: "[Thread]"\ncreated: ""\n---\n\n# [Thread]\n',
  })
  for (const name of ['t', 's'])
    expect((await project.ask('lint', `.planning/threads/${name}.md`, '--strict')).json()).toMatchObject({ ok: false })
})
