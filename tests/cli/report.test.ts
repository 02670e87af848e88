// `gsd report`: one file about the project, with all project content as text.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { COUNTING, countingProject } from '../support/counting.js'
import { passedCheck } from '../support/evidence.js'
import { askGsd, startGsd } from '../support/gsd.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const TREE = join(import.meta.dirname, '../../scripts/bench/tree.mjs')

const ask = (project: TempProject, ...words: readonly string[]) =>
  askGsd<{ form: string; path: string; bytes: number }>(project.home, ['report', ...words], { cwd: project.root })

const page = async (project: TempProject): Promise<string> => {
  const { exit, out } = await ask(project)
  expect(exit).toBe(0)
  return out
}

const HOSTILE =
  '<script>alert(1)</script> </style> "quoted" \'single\' & @everyone https://bad.example | `tick` \u202egnp'

describe('gsd report', () => {
  it('refuses a path in a missing folder', async () => {
    const { exit, err } = await ask(makeProject(OURS), '--out', 'missing/report.html')
    expect([exit, err]).toEqual([70, expect.stringMatching(/missing\/report\.html does not exist \(ENOENT\)/)])
  })

  it('shows no commits for a repository without any', async () => {
    const project = makeProject(OURS)
    execFileSync('git', ['init', '--quiet'], { cwd: project.root })
    expect(await page(project)).toContain('<h1>Ledger</h1>')
  })

  it('writes one page with all parts, and the page loads nothing', () => {
    const project = makeProject(OURS)
    const { exit, out } = startGsd(project.home, ['report', '--out', 'report.html'], { cwd: project.root })
    expect([exit, out]).toEqual([0, `${project.at('report.html')}\n`])
    const text = project.read('report.html')
    for (const part of ['Phases', 'Evidence']) expect(text).toContain(`>${part}</h2>`)
    expect(text).toContain('<h1>Ledger</h1>')
    expect(text).toMatch(/Next: <strong>[a-z ]+ phase \d+<\/strong>/)
    expect(text).toMatch(/>Start the next step: [a-z ]+ phase \d+<.*?>Type gsd-next in your agent</s)
    expect(text).toContain('longest chain left')
    expect(text).toMatch(/default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; img-src data:;/)
    const document = text.replace(/<(script|style)\b.*?<\/\1>/gs, '')
    expect(document).not.toMatch(/<script|<img|<iframe|\bon\w+="|\bsrc=|href="(?!#|data:)|url\((?!#)|@import|style="/)
  })

  it('shows receipts with command, exit code, test counts and tree', async () => {
    const project = countingProject()
    const check = passedCheck({
      id: 'a',
      name: 'tests',
      argv: ['npm', 'test'],
      tests: { passed: 7, failed: 0, skipped: 1 },
      treeDigest: 'f00dfeedf00dfeed',
    })
    const receipt = {
      v: 1,
      plan: '01-01',
      at: '2026-01-02T10:00:00.000Z',
      treeDigest: 'f00dfeedf00dfeed',
      receipts: [check],
    }
    project.write(`${COUNTING}/01-01-VERIFY.json`, JSON.stringify(receipt))
    const text = await page(project)
    expect(text).toContain('$ npm test\nexit 0 · 7 passed, 0 failed, 1 skipped · ')
    expect(text).toContain('tree f00dfeedf00d')
  })

  it('shows open questions with their options, notes, and writes, newest first', async () => {
    const project = makeProject(OURS)
    await project.ask('decision', 'add', '--question', 'Which currency?', '--options', 'euro|dollar')
    await project.ask('decision', 'add', '--question', 'Which day?')
    await project.ask('note', 'add', '--text', 'Rounding is odd')
    const before = await page(project)
    expect(before).toContain('Which currency?</p>')
    expect(before).toContain('euro · dollar')
    expect(before).toContain('Rounding is odd')
    expect(before).toContain('decision add')
    expect(before.indexOf('note add')).toBeLessThan(before.indexOf('decision add'))
  })

  it('shows project content as text, in the page and in the comment', async () => {
    const roadmap = (OURS['.planning/ROADMAP.md'] as string).replaceAll('Foundation', HOSTILE.replace('|', '/'))
    const project = makeProject({
      ...OURS,
      '.planning/ROADMAP.md': roadmap,
      '.planning/PROJECT.md': (OURS['.planning/PROJECT.md'] as string).replace('# Ledger', `# ${HOSTILE}`),
    })
    await project.ask('decision', 'add', '--question', HOSTILE)
    const text = await page(project)
    expect(text).toContain('&lt;script>alert(1)&lt;/script>')
    expect(text).not.toMatch(/<script>alert|\u202e/)
    expect([text.split('</style>').length, text.split('</script>').length]).toEqual([2, 3])
    const { out } = await ask(project, '--markdown')
    expect(out).not.toMatch(/<script|@everyone|https:\/\/bad|\u202e/)
    expect(out).toContain('&lt;script\\>alert\\(1\\)')
    const rows = out.split('\n').filter((line) => line.startsWith('| 1\\. ') || line.startsWith('| 1. '))
    expect(rows.map((row) => row.split(/(?<!\\)\|/).length)).toEqual([6])
  })

  it('prints a comment with progress, phases, remaining steps and requirements', async () => {
    const { exit, out } = await ask(makeProject(OURS), '--markdown')
    expect(exit).toBe(0)
    expect(out).toContain('## Ledger: v1\\.0 First')
    expect(out).toContain('0 of 3 phases')
    expect(out).toContain('| 2. Accounts |  | not started |  |')
    expect(out).toContain('**Longest remaining chain:** 1 → 2 → 3')
    expect(out).toContain('| **CORE\\-01** It starts | open | 01\\-01 no receipt |')
  })

  it('shows a project without phases, without documents, and without open phases', async () => {
    const bare = makeProject({ '.planning/PROJECT.md': '# Nothing yet\n' })
    const text = await page(bare)
    expect(text).toContain('No phases yet.')
    expect(['<table', '>Phases</h2>', '?</'].filter((part) => text.includes(part))).toEqual([])
    expect((await ask(bare, '--markdown')).out).toContain('No phases yet.')
    const empty = makeProject({ '.planning/config.json': '{}' })
    expect((await ask(empty)).exit).toBe(0)
    const done = '<details>\n<summary>✅ v1.0 First - shipped 2026-01-02</summary>\n\n### Phase 1: Base\n\n</details>\n'
    const closed = makeProject({ '.planning/ROADMAP.md': `# Roadmap: Ledger\n\n${done}` })
    expect((await ask(closed, '--markdown')).out).toContain('No open phases.')
  })

  it('shows four hundred phases in a page below 1.6 MB, and in a comment within the limit', async () => {
    const project = makeProject({})
    execFileSync(process.execPath, [TREE, project.root, '400', '1'])
    const { exit, json } = await ask(project, '--out', 'large.html', '--json')
    expect(exit).toBe(0)
    expect(json().bytes).toBeLessThan(1_600_000)
    const text = project.read('large.html')
    expect(text).toContain('finished phases not drawn')
    const { out } = await ask(project, '--markdown')
    // GitHub's limit for a comment.
    expect(out.length).toBeLessThan(65_536)
    expect(out).toContain('and 300 more')
  })

  it('overwrites an earlier report, but no other file', async () => {
    const project = makeProject({ ...OURS, 'mine.html': '<p>mine</p>' })
    expect(await ask(project, '--out', 'mine.html')).toMatchObject({ exit: 1, out: '' })
    expect(project.read('mine.html')).toBe('<p>mine</p>')
    for (const words of [
      ['--out', 'r.html'],
      ['--out', 'r.md', '--markdown'],
    ]) {
      expect((await ask(project, ...words)).exit).toBe(0)
      const first = project.read(words[1] as string)
      writeFileSync(project.at('.planning/PROJECT.md'), '# Renamed\n')
      expect((await ask(project, ...words)).exit).toBe(0)
      expect(readFileSync(project.at(words[1] as string), 'utf8')).not.toBe(first)
      project.write('.planning/PROJECT.md', OURS['.planning/PROJECT.md'] as string)
    }
  })

  it('changes nothing in the project', async () => {
    const project = makeProject(OURS)
    const before = project.snapshot()
    await page(project)
    expect(project.snapshot()).toEqual(before)
  })

  it('refuses a folder without a project, and works with an installed copy', async () => {
    const project = makeProject(OURS)
    const nowhere = await askGsd(project.home, ['report'], { cwd: project.home })
    expect(nowhere.exit).not.toBe(0)
    await askGsd(project.home, ['install', '--claude', '--yes'])
    const copy = join(project.home, '.agents/get-shit-done/bin/gsd.cjs')
    const result = startGsd(project.home, ['report', '--markdown'], { cwd: project.root, program: copy })
    expect([result.exit, result.out]).toEqual([0, expect.stringContaining('Ledger')])
  })
})
