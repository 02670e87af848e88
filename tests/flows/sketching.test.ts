// Throw-away mockups: numbered by the CLI, compared by the user, refused where nobody chose, and read by whoever plans what they are about.
import { afterEach, describe, expect, it } from 'vitest'
import { countingProject } from '../support/counting.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'
import { Walk } from '../support/walk.js'

afterEach(disposeProjects)

interface Sketch {
  readonly winner?: string
  readonly question?: string
  readonly rows?: string
  readonly why?: string
}

const ROWS = '| A | A.html | one long list |\n| B | `B.html` | a page a letter |'

const README = ({
  winner = 'B',
  question = 'How does one find a counted word?',
  rows = ROWS,
  why = '"I know where I am." The letters stay at the top, 48 px.',
}: Sketch = {}) => `---
winner: ${winner}
---

# Sketch: word list

## Question

${question}

## Variants

| Variant | File | Idea |
|---|---|---|
${rows}

## What Won and Why

${why}
`

const FINDINGS = `---
updated: ""
---

# Findings of the sketches

## Verdicts

| Number | Question | Winner | What follows |
|---|---|---|---|
| 001 | How does one find a counted word? | B | counted words stand on a page a letter |

## Build on this

- letters at the top, 48 px (001)
`

const begun = (): TempProject => {
  const project = makeProject(OURS)
  project.initGit()
  return project
}

const idOf = (text: string) => /\.planning\/sketches\/([\w-]+)\/README\.md/.exec(text)?.[1] as string
const claimOf = (text: string) => /--claim (\w+)/.exec(text)?.[1] as string
const draftsOf = (text: string) => /\.planning\/\.runtime\/drafts\/[\w.-]+/.exec(text)?.[0] as string

function draw(project: TempProject, id: string, said: Sketch = {}, files: readonly string[] = ['A.html', 'B.html']) {
  project.write(`.planning/sketches/${id}/README.md`, README(said))
  for (const name of files) project.write(`.planning/sketches/${id}/${name}`, '<!doctype html><title>x</title>\n')
}

async function finished(project: TempProject, words: string, said: Sketch = {}, files?: readonly string[]) {
  const { stdout } = await project.ask('begin', 'sketch', words)
  const [id, claim] = [idOf(stdout), claimOf(stdout)]
  draw(project, id, said, files)
  return { id, claim, ...(await project.ask('unit', 'finish', '--claim', claim, '--begin')) }
}

describe('sketch', () => {
  it('is numbered, drawn, chosen by the user, recorded with its mockups, and indexed', async () => {
    const project = begun()
    const before = (await project.ask('next')).json()
    const walk = new Walk(project)
    await walk.call('brief', 'sketch', '--', 'a', 'word', 'list')
    expect(walk.text).toContain("The user's words: a word list")
    await walk.follow('begin sketch', { '<the question in three to six words>': 'word-list' }, true)
    const brief = walk.text
    expect(brief).toContain('references/mockups.md')
    expect(brief).toContain('start one subagent without a role')
    expect(brief).toContain('Never choose for them')
    draw(project, idOf(brief))
    await walk.follow('unit finish', {}, true)
    expect(walk.text).toContain('Begin nothing else')
    expect(project.git('log', '-1', '--format=%s')).toContain('sketch 001-word-list')
    expect(project.git('status', '--porcelain')).toBe('')
    expect(project.git('ls-files', '.planning/sketches')).toContain('001-word-list/B.html')
    expect(project.read('.planning/sketches/MANIFEST.md')).toMatch(
      /\| 001 \| word-list \| How does one find a counted word\? \| B \|/,
    )
    expect((await project.ask('next')).json().unit).toEqual(before.unit)
  })

  it('has numbers of its own, and is gone on with by its number', async () => {
    const project = begun()
    project.write('.planning/spikes/007-other/README.md', 'x\n')
    const first = await finished(project, 'word list')
    const second = await finished(project, 'the count')
    expect([first.id, second.id]).toEqual(['001-word-list', '002-the-count'])
    const again = await project.ask('begin', 'sketch', '1')
    expect(idOf(again.stdout)).toBe('001-word-list')
    draw(project, '001-word-list', { winner: 'A' })
    await project.ask('unit', 'finish', '--claim', claimOf(again.stdout))
    const rows = project.read('.planning/sketches/MANIFEST.md').match(/^\| 00.*$/gm) ?? []
    expect(rows.map((row) => row.split(' | ').at(-1))).toEqual(['A |', 'B |'])
  })

  it.each(['A + B', 'b', 'none'])('may end with %s', async (winner) => {
    const { exit, stdout } = await finished(begun(), 'word list', { winner })
    expect(exit, stdout).toBe(0)
  })

  it.each<[string, Sketch, readonly string[], string]>([
    [
      'without a choice',
      { winner: '"[A, B, or none]"' },
      ['A.html', 'B.html'],
      '“it has no winner” (README.md, line 2)',
    ],
    ['with no winner at all', { winner: '' }, ['A.html', 'B.html'], '“it has no winner” (README.md, line 2)'],
    [
      'with a stranger as winner',
      { winner: 'C' },
      ['A.html', 'B.html'],
      '“"C" is no variant of it” (README.md, line 2)',
    ],
    [
      'without a reason',
      { why: '' },
      ['A.html', 'B.html'],
      '“nothing stands below "## What Won and Why"” (README.md, line 18)',
    ],
    [
      'without a question',
      { question: '' },
      ['A.html', 'B.html'],
      '“nothing stands below "## Question"” (README.md, line 7)',
    ],
    [
      'with one variant',
      { rows: '| B | B.html | a page |' },
      ['B.html'],
      '“a single variant has nothing to be compared with” (README.md, line 11)',
    ],
    ['with a mockup that is missing', {}, ['A.html'], 'there is no B.html beside it” (README.md, line 11)'],
    [
      'with a variant that names no file',
      { rows: `${ROWS}\n| C | - | dense |` },
      ['A.html', 'B.html'],
      '“variant C names no file” (README.md, line 11)',
    ],
  ])('%s is not finished: the line and what is missing are named', async (_, said, files, where) => {
    const project = begun()
    const { exit, stdout, id, claim } = await finished(project, 'word list', said, files)
    expect([exit, stdout.includes(where)], stdout).toEqual([1, true])
    expect(project.has('.planning/sketches/MANIFEST.md')).toBe(false)
    draw(project, id)
    const again = await project.ask('unit', 'finish', '--claim', claim, '--begin')
    expect(again.exit, again.stdout).toBe(0)
  })

  it('is the session’s own: whoever would give it away is told how it is begun', async () => {
    const { exit, stdout } = await begun().ask('unit', 'delegate', 'sketch', 'word list')
    expect([exit === 0, stdout.includes('begin sketch')], stdout).toEqual([false, true])
  })

  it('asks for a direction, or with --quick does not', async () => {
    const walk = new Walk(begun())
    await walk.call('brief', 'sketch', '--', 'list', '--text')
    expect(walk.text).toContain('in plain text')
    await walk.call('brief', 'sketch', '--', 'list', '--quick')
    expect(walk.text).not.toContain('at most three things')
    expect(walk.text).toContain('begin sketch')
  })
})

it('sketch --wrap-up: what won is collected by a subagent, and a phase it bears on is planned with it', async () => {
  const project = countingProject({ plans: {} }).initGit()
  await finished(project, 'word list')
  const walk = new Walk(project)
  await walk.call('brief', 'sketch', '--', '--wrap-up')
  expect(walk.text).not.toContain('begin sketch')
  await walk.follow('unit delegate wrap-up', {}, true)
  const [, call = ''] = /`node "[^"]+" (begin [^`]+ --role)`/.exec(walk.text) ?? []
  const brief = (await project.ask(...call.split(' '))).stdout
  expect(brief).toContain('.planning/sketches/001-word-list/README.md (what was tried')
  project.write(`${draftsOf(brief)}/FINDINGS.md`, FINDINGS.replace('| B |', '| A |'))
  const refused = await project.ask('unit', 'finish', '--claim', claimOf(brief))
  expect([refused.exit, refused.json().findings[0]]).toMatchObject([
    1,
    { code: 'VERDICT_DIFFERS', path: '.planning/sketches/FINDINGS.md', line: 11 },
  ])
  project.write(`${draftsOf(brief)}/FINDINGS.md`, FINDINGS)
  const done = await project.ask('unit', 'finish', '--claim', claimOf(brief))
  expect(done.json(), done.stdout).toMatchObject({ verdict: 'accept' })
  await walk.follow('begin --after', {}, true)
  expect(project.git('status', '--porcelain')).toBe('')
  for (const role of ['planner', 'phase-researcher'])
    expect((await project.ask('brief', role, '1')).stdout).toContain('.planning/sketches/FINDINGS.md (what was tried')
})
