// A new request: one call begins it as an additional phase if every phase is done, or as a quick task if there are no phases.
import { symlinkSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { saveTypedOrder } from '../../lib/node/caller.js'
import { type Called, disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'
import { commitPart } from '../support/work.js'

afterEach(disposeProjects)

const CHECKS = { verification: { commands: [['sh', '-c', 'set -- *.test.sh; [ ! -e "$1" ] || sh "$1"']] } }
const SETTINGS = { planning_schema: 1, mode: 'interactive', workflow: { depth: 'auto' }, ...CHECKS }

const section = (number: number, title: string) =>
  `### Phase ${number}: ${title}\n\n**Goal**: ${title}\n**Requirements**: ONE-01\n**Success Criteria**:\n1. It counts\n`

/** A project whose phases were finished by an older tool. */
function finishedProject(
  roadmap = `# Roadmap: Box\n\n## Phases\n\n- [x] **Phase 1: One** - counts\n\n## Phase Details\n\n${section(1, 'One')}`,
) {
  return makeProject({
    '.planning/PROJECT.md': OURS['.planning/PROJECT.md'] as string,
    '.planning/ROADMAP.md': roadmap,
    '.planning/REQUIREMENTS.md': '# Requirements\n\n## v1 Requirements\n\n- [x] **ONE-01**: It counts\n',
    '.planning/config.json': JSON.stringify(SETTINGS),
  }).initGit()
}

const WORDS =
  'Add an export:\r\n\r\n```sh\r\nbox export --to "$HOME/x" `date`\r\n```\n\n<!-- "quoted" -->\n---\nscope: none'
const request = (project: TempProject, title = 'CSV export') =>
  project.askFrom(
    WORDS,
    'begin',
    'next',
    title,
    '--criteria',
    'export prints a header',
    'an empty one too',
    '--typed',
    '-',
  )

/** Returns the claim and the draft that the brief of a begun unit names. */
const claimAndDraft = ({ stdout }: Called) => ({
  claim: /Claim: ([0-9a-f]+)/.exec(stdout)?.[1] ?? '',
  draft: /`(\.planning\/[^`]+\.md)`[^:\n]*: the CLI/.exec(stdout)?.[1] ?? '',
})
const submit = (project: TempProject, begun: Called, ...more: readonly string[]) =>
  project.ask('unit', 'finish', '--claim', claimAndDraft(begun).claim, '--begin', ...more)

describe('a new request when every phase is done', () => {
  it('becomes a phase of the same milestone, begun in one call even in interactive mode, and done after two more', async () => {
    const project = finishedProject()
    const before = project.planningTexts().length
    const built = await request(project)
    expect(built.stdout).toContain('# execute-plan 02-01')
    // The session has just passed the request on, so neither the request nor its phase is printed again.
    expect(built.stdout).toContain('their words, which you have')
    expect(built.stdout).not.toMatch(/02-01-PLAN\.md|Add an export/)
    expect(built.stdout).toContain('they become the SUMMARY')
    expect(project.read('.planning/ledger.jsonl')).not.toContain('plan-phase')
    expect(project.git('status', '--porcelain', '--', ':!.planning/ledger.jsonl')).toBe('')
    const roadmap = project.read('.planning/ROADMAP.md')
    const phase = roadmap.slice(roadmap.indexOf('### Phase 2'))
    expect(phase).toMatch(/^### Phase 2: CSV export\n[\s\S]*1\. export prints a header\n2\. an empty/)
    expect([phase.split('CSV export').length - 1, phase]).toEqual([1, expect.not.stringContaining('TBD')])
    expect((await project.ask('order')).json()).toMatchObject({ words: WORDS, scope: '2' })
    commitPart(project, '02')
    const proven = await submit(
      project,
      built,
      '--said',
      'it can export',
      '--decided',
      'commas, as nothing else is said',
    )
    expect(proven.stdout).toContain('# verify-phase 02')
    // The session knows the request, and the phase has no requirements.
    expect(proven.stdout).toContain('their words, which you have')
    for (const known of ['Add an export', 'REQUIREMENTS.md']) expect(proven.stdout).not.toContain(known)
    const tried = '  - tried: box export → id,name\n  - awkward: an empty box → a header'
    project.write(
      claimAndDraft(proven).draft,
      `goal: yes, they can export\n\n## Criteria\n\n- **1, 2:** holds\n${tried}\n\n## Probes\n\n- took the header away → no test\n`,
    )
    expect((await submit(project, proven)).stdout).toMatch(/transition 02: accepted[\s\S]*# The order is done/)
    // Each fact is printed once, and the text is short.
    for (const once of ['Add an export', 'export prints a header', 'commas, as'])
      expect(project.planningTexts().split(once), once).toHaveLength(2)
    expect(project.planningTexts().length - before).toBeLessThan(4200)
    // The user typed this before the request, so it is not the order.
    saveTypedOrder(project.env(), project.root, 'go on until all of it is done', project.time - 5000)
    await project.ask('begin', 'next', 'TSV export', '--criteria', 'it prints tabs')
    expect((await project.ask('order')).json()).toMatchObject({ words: 'TSV export', scope: '3' })
  })

  it('opens a milestone with the next version after a closed one', async () => {
    const closed = `# Roadmap: Box\n\n## Phases\n\n<details>\n<summary>✅ v1.0 First (Phases 1-1) - SHIPPED 2026-01-01</summary>\n\n- [x] **Phase 1: One** - counts\n\n${section(1, 'One')}\n</details>\n`
    const project = finishedProject(closed)
    expect((await request(project)).stdout).toContain('# execute-plan 02-01')
    expect(project.read('.planning/ROADMAP.md')).toMatch(/## 🚧 v1\.1 CSV export\n\n### Phase 2: CSV export/)
  })

  it.each([
    [['v1.1'], 'v1.2'],
    [['v1.3', 'v1.2.3'], 'v1.2.4'],
    [['v1.2', 'v1.1'], 'v1.3'],
    [['v0.9.0'], 'v0.10.0'],
  ])('opens a milestone with an unused version: after %j it is %s', async (versions, version) => {
    const listed = versions.map(
      (one, at) => `- ✅ **${one} Old ${at}** — Phases ${at}-${at} (shipped 2026-01-0${at + 1})`,
    )
    const folds = versions.map(
      (one, at) =>
        `<details>\n<summary>✅ ${one} Old ${at} — SHIPPED 2026-01-0${at + 1}</summary>\n\n- [x] **Phase ${at}: Old ${at}** - x\n\n</details>\n`,
    )
    const project = finishedProject(
      `# Roadmap: Box\n\n## Milestones\n\n${listed.join('\n')}\n\n## Phases\n\n${folds.join('\n')}`,
    )
    expect((await request(project)).stdout).toContain(`# execute-plan 0${versions.length}-01`)
    expect(project.read('.planning/ROADMAP.md')).toContain(
      `## 🚧 ${version} CSV export\n\n### Phase ${versions.length}: `,
    )
  })

  it('also opens a milestone if the whole roadmap was archived', async () => {
    const project = finishedProject()
    project.git('mv', '.planning/ROADMAP.md', '.planning/v1.0-ROADMAP.md')
    project.write('.planning/milestones/v1.0-ROADMAP.md', project.read('.planning/v1.0-ROADMAP.md'))
    project.remove('.planning/v1.0-ROADMAP.md')
    expect((await request(project)).stdout).toContain('# execute-plan 02-01')
    expect(project.read('.planning/ROADMAP.md')).toMatch(/## 🚧 v1\.1 CSV export\n\n### Phase 2: CSV export/)
  })

  it('gets a separate planning unit if no check of the project would prove the work', async () => {
    const project = finishedProject()
    project.write('.planning/config.json', JSON.stringify({ ...SETTINGS, verification: {} }))
    const begun = await request(project)
    expect(begun.stdout).toContain('# plan-phase 02')
    project.write(
      claimAndDraft(begun).draft,
      '---\nverify: [node --version]\nmust_haves:\n  truths: [it exports]\n---\n\nAn export\n\n1. export.js\n',
    )
    expect((await submit(project, begun)).stdout).toContain('# execute-plan 02-01')
  })

  it('is begun even during an audit', async () => {
    const project = finishedProject()
    expect((await project.ask('begin', 'audit-milestone', 'milestone')).stdout).toContain('# audit-milestone')
    expect((await request(project)).stdout).toContain('# execute-plan 02-01')
  })

  it('needs success criteria, not only a title', async () => {
    const project = finishedProject()
    const refused = await project.ask('begin', 'next', 'CSV export')
    expect([refused.exit, refused.stdout]).toEqual([2, expect.stringContaining('criteria that the user can check')])
    expect(project.git('status', '--porcelain')).toBe('')
  })

  it('that was recorded before becomes the order of the phase', async () => {
    const project = finishedProject()
    await project.ask('order', 'Export it as CSV, and as TSV')
    await project.ask('begin', 'next', 'CSV export', '--criteria', 'it prints a header')
    expect((await project.ask('order')).json()).toMatchObject({ words: 'Export it as CSV, and as TSV', scope: '2' })
  })
})

it('without a new request nothing is begun when every phase is done; a milestone is closed only on request', async () => {
  const project = finishedProject()
  project.write('.planning/config.json', JSON.stringify({ ...SETTINGS, mode: 'yolo' }))
  const next = (await project.ask('next', '--pretty')).stdout
  expect(next).toMatch(
    /^All phases are done\.\nFor more work: .*next.*<what you want>\nTo close the milestone: .*complete-milestone$/m,
  )
  expect(next).not.toContain('AUDIT')
  const { stdout } = await project.ask('begin')
  expect(stdout).toMatch(/# Every phase is done[\s\S]*begin next "<title in two to six words>" --criteria/)
  expect(project.git('status', '--porcelain')).toBe(' M .planning/config.json\n')
})

it('a new request while phases are open asks for its scope; the words need not be repeated', async () => {
  const project = makeProject(OURS)
  const { stdout } = await project.askFrom('Finish phase 1 `now`', 'begin', 'next', 'Finish phase 1', '--typed', '-')
  expect(stdout).toContain('order --scope <scope>` if they begin with “Finish phase 1')
  await project.ask('order', '--scope', '1')
  expect((await project.ask('order')).json()).toMatchObject({ words: 'Finish phase 1 `now`', scope: '1' })
})

describe('words passed in a call', () => {
  it('are stored byte for byte from a file or stdin, without the last line end', async () => {
    const project = makeProject(OURS)
    const long = `${'`$x` "y"\r\n'.repeat(7000)}end`
    project.write('words.txt', `${long}\n`)
    for (const [from, words] of [
      ['words.txt', long],
      ['-', WORDS],
    ] as const) {
      expect((await project.askFrom(`${words}\n`, 'order', '--typed', from, '--scope', '1')).exit).toBe(0)
      expect((await project.ask('order')).json().words.split('\n\nAsked before')[0]).toBe(words)
    }
  })

  it('need not be copied into a charter', async () => {
    const project = makeProject({ 'README.md': '# Box\n' }).initGit()
    await project.askFrom(WORDS, 'brief', 'new-project', '--typed', '-')
    expect((await project.ask('begin', 'new-project', 'project')).stdout).toContain("the CLI has the user's words")
  })

  it.each([
    ['the file does not exist', 'none.txt', 'the file none.txt cannot be read'],
    ['stdin is blank', '-', 'is empty'],
  ])('are refused if %s', async (_, from, message) => {
    const refused = await makeProject(OURS).askFrom(' \n', 'order', '--typed', from)
    expect(refused.exit).not.toBe(0)
    expect(refused.stdout).toContain(message)
  })

  it.each(['.env', 'link.txt'])(
    'are not read from a file of secrets, under its name or behind a link: %s',
    async (from) => {
      const project = makeProject(OURS)
      project.write('.env', 'TOKEN=of-the-person\n')
      symlinkSync('.env', project.at('link.txt'))
      const refused = await project.ask('order', '--typed', from, '--scope', '1')
      expect([refused.exit, refused.stdout]).toEqual([2, expect.stringContaining(`${from} may hold secrets`)])
      expect(project.planningTexts()).not.toContain('of-the-person')
    },
  )
})

describe('a new request without phases', () => {
  const begin = (project: TempProject, title: string) =>
    project.ask('begin', 'next', title, '--criteria', 'it prints a header')

  it('becomes a quick task at once, with one call to begin and one to finish, also the second time', async () => {
    const project = makeProject({ 'README.md': '# Box\n' }).initGit()
    for (const title of ['CSV export', 'TSV export']) {
      const { stdout } = await begin(project, title)
      expect(stdout).toContain('# quick ')
      expect(stdout).toContain(`> ${title}\n> - it prints a header`)
      expect(stdout).toContain('or they ask for phases, finish with `--status cancelled`, then')
      const [, claim = ''] = /--claim (\w+)/.exec(stdout) ?? []
      project.write(`${title}.js`, 'export {}\n')
      project.git('add', '--', `${title}.js`)
      project.git('commit', '-qm', title)
      const finished = await project.ask('unit', 'finish', '--claim', claim, '--commit', '--said', `${title} works`)
      expect([finished.exit, finished.stdout]).toEqual([0, expect.stringContaining('# This unit is done')])
      expect(project.git('status', '--porcelain')).toBe('')
    }
  })

  it('without success criteria prints the options', async () => {
    expect((await makeProject({}).ask('begin', 'next', 'CSV export')).stdout).toContain('no project here yet')
  })
})
