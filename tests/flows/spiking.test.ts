// Throw-away experiments: the CLI counts them, half of one is refused, its code is no work of the project, and planning reads what they showed.
import { afterEach, describe, expect, it } from 'vitest'
import { COUNTING, countingProject } from '../support/counting.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'
import { Walk } from '../support/walk.js'

afterEach(disposeProjects)

interface Spike {
  readonly verdict?: string
  readonly question?: string
  readonly tried?: string
  readonly findings?: string
}

const README = ({
  verdict = 'VALIDATED',
  question = 'Can words be counted while they stream? Yes: below 200 MB.',
  tried = '- `node try.mjs big.txt` printed `rss 84 MB`: it streams.',
  findings = 'Chunks of 64 KiB; a word may be split between two.',
}: Spike = {}) => `---
verdict: ${verdict}
---

# Spike: streaming

## Question

${question}

## How It Was Tried

${tried}

## Findings

${findings}
`

const FINDINGS = (rows: string) => `---
updated: ""
---

# Findings of the spikes

## Verdicts

| # | Question | Verdict | What follows |
|---|---|---|---|
${rows}

## Build on this

- chunks of 64 KiB (001)
`
const ROW = '| 001 | Can words be counted while they stream? | VALIDATED | counting words reads a stream |'

const begun = (): TempProject => {
  const project = makeProject(OURS)
  project.initGit()
  return project
}

const idOf = (text: string) => /\.planning\/spikes\/([\w-]+)\/README\.md/.exec(text)?.[1] as string
const claimOf = (text: string) => /--claim (\w+)/.exec(text)?.[1] as string
const draftsOf = (text: string) => /\.planning\/\.runtime\/drafts\/[\w.-]+/.exec(text)?.[0] as string

/** A spike that is finished. */
async function finished(project: TempProject, words: string, said: Spike = {}) {
  const { stdout } = await project.ask('begin', 'spike', words)
  const id = idOf(stdout)
  project.write(`.planning/spikes/${id}/README.md`, README(said))
  project.write(`.planning/spikes/${id}/try.mjs`, 'console.log("rss 84 MB")\n')
  const claim = claimOf(stdout)
  const answer = await project.ask('unit', 'finish', '--claim', claim, '--begin')
  return { id, claim, ...answer }
}

/** The subagent's side: the call it was started with. */
async function started(project: TempProject, delegated: string) {
  const [, call = ''] = /`node "[^"]+" (begin [^`]+ --role)`/.exec(delegated) ?? []
  return (await project.ask(...call.split(' '))).stdout
}

describe('spike', () => {
  it('is numbered, tried by a subagent without a role, recorded with its code, and indexed', async () => {
    const project = begun()
    const before = (await project.ask('next')).json()
    const walk = new Walk(project)
    await walk.call('brief', 'spike', '--', 'count', 'huge', 'files')
    expect(walk.text).toContain("The user's words: count huge files")
    await walk.follow('unit delegate spike', { '<the question in three to six words>': 'words-while-streaming' }, true)
    const delegated = walk.text
    expect(delegated).toContain('begin spike 001-words-while-streaming --role')
    expect(delegated).not.toContain('{{')
    const brief = await started(project, delegated)
    expect(brief).toContain('## Do')
    expect(brief).toContain('## SPIKE COMPLETE')
    expect(brief).not.toContain('--begin')
    expect(idOf(brief)).toBe('001-words-while-streaming')
    project.write('.planning/spikes/001-words-while-streaming/README.md', README())
    project.write('.planning/spikes/001-words-while-streaming/try.mjs', 'console.log(1)\n')
    const done = await project.ask('unit', 'finish', '--claim', claimOf(brief))
    expect(done.json(), done.stdout).toMatchObject({ verdict: 'accept' })
    walk.text = delegated
    await walk.follow('begin --after', {}, true)
    expect(walk.text).toContain('Begin nothing else')
    expect(project.git('log', '-1', '--format=%s')).toContain('spike 001-words-while-streaming')
    expect(project.git('status', '--porcelain')).toBe('')
    expect(project.read('.planning/spikes/MANIFEST.md')).toMatch(
      /\| 001 \| words-while-streaming \| Can words be counted.* \| VALIDATED \|/,
    )
    expect((await project.ask('next')).json().unit).toEqual(before.unit)
  })

  it('is done by the session itself where it cannot start anybody', async () => {
    const { exit, stdout, id } = await finished(begun(), 'Can it stream?')
    expect([exit, id, stdout.includes('Begin nothing else')], stdout).toEqual([0, '001-can-it-stream', true])
  })

  it('gets the next number, also beside others, and is taken up again by its number or its words', async () => {
    const project = begun()
    project.write('.planning/spikes/004-older/README.md', README())
    project.write('.planning/spikes/notes.txt', 'x\n')
    const two = (await project.ask('unit', 'delegate', 'spike', 'one way', 'other way')).stdout
    expect(two.match(/begin spike (\S+)/g)).toEqual(['begin spike 005-one-way', 'begin spike 006-other-way'])
    await project.ask('begin', 'spike', '005-one-way')
    const third = await project.ask('begin', 'spike', 'a third')
    expect(idOf(third.stdout)).toBe('006-a-third')
    project.time += 24 * 3600 * 1000
    for (const words of ['5', '005', 'one way']) {
      const again = await project.ask('begin', 'spike', words)
      expect(idOf(again.stdout), words).toBe('005-one-way')
      project.time += 24 * 3600 * 1000
    }
  })

  it.each([
    ['a number nobody has', '9', 'there is no spike 9'],
    ['a number that another one has', '004-newer', '004 is 004-older'],
  ])('%s is refused, with what to name instead', async (_, id, why) => {
    const project = begun()
    project.write('.planning/spikes/004-older/README.md', README())
    const { exit, stdout } = await project.ask('begin', 'spike', id)
    expect([exit === 0, stdout.includes(why)], stdout).toEqual([false, true])
    expect(stdout).toContain('begin spike')
  })

  it.each<[string, Spike, string]>([
    ['has no verdict', { verdict: 'PENDING' }, '“"PENDING" is not a verdict” (README.md, line 2)'],
    ['was not tried', { tried: '' }, '“nothing stands below "## How It Was Tried"” (README.md, line 11)'],
    ['found nothing', { findings: '[What to build on]' }, '“nothing stands below "## Findings"” (README.md, line 15)'],
    ['asks nothing', { question: '' }, '“nothing stands below "## Question"” (README.md, line 7)'],
    ['shows nothing that ran', { tried: 'It went well.' }, 'so nothing shows that it was tried” (README.md, line 11)'],
  ])('that %s is not finished: the line and what is missing are named', async (_, said, where) => {
    const project = begun()
    const { exit, stdout, id, claim } = await finished(project, 'streaming', said)
    expect([exit, stdout.includes(where)], stdout).toEqual([1, true])
    expect(project.has('.planning/spikes/MANIFEST.md')).toBe(false)
    project.write(`.planning/spikes/${id}/README.md`, README())
    const again = await project.ask('unit', 'finish', '--claim', claim, '--begin')
    expect(again.exit, again.stdout).toBe(0)
  })

  it('that holds a secret is not finished', async () => {
    const tried = `- \`curl -H ${['AKIA', 'IOSFODNN7EXAMPLQ'].join('')}\` answered 200`
    const { exit, stdout } = await finished(begun(), 'streaming', { tried })
    expect([exit, stdout.includes('seems to hold')], stdout).toEqual([1, true])
  })

  it('leaves an index alone that somebody else began, but for its own row', async () => {
    const project = begun()
    const theirs = `# Spike Manifest

## Idea

Shared lists.

## Spikes

| # | Name | Type | Validates | Verdict | Tags |
|---|------|------|-----------|---------|------|
| 001 | older | standard | Given, when, then | INVALIDATED | io |
`
    project.write('.planning/spikes/MANIFEST.md', theirs)
    project.write('.planning/spikes/001-older/README.md', README({ verdict: 'INVALIDATED' }))
    await finished(project, 'streaming', { verdict: 'PARTIAL' })
    const after = project.read('.planning/spikes/MANIFEST.md')
    expect(after.startsWith(theirs)).toBe(true)
    expect(after.slice(theirs.length)).toMatch(/^\| 002 \| streaming \|.*\| PARTIAL \|/)
  })

  it('is no work of the project: checks see the tree they saw before, and its code is none', async () => {
    const project = countingProject().initGit()
    const seen = async () => (await project.ask('check', 'run', '01-01')).json().tree
    const before = await seen()
    await finished(project, 'streaming')
    expect(await seen()).toBe(before)
    expect((await project.ask('brief', 'map-codebase')).stdout).toContain('There is no code in this folder')
    project.write('src/count.js', 'export const count = 1\n')
    expect(await seen()).not.toBe(before)
  })

  it('is possible before there is a project', async () => {
    const project = makeProject({})
    project.initGit()
    const { exit, stdout, id } = await finished(project, 'streaming')
    expect([exit, id], stdout).toEqual([0, '001-streaming'])
    project.write('.planning/spikes/FINDINGS.md', FINDINGS(ROW))
    const charter = await project.ask('begin', 'new-project', 'project')
    expect(charter.stdout).toContain('.planning/spikes/FINDINGS.md (what was tried before')
  })

  it('goes on with nothing by itself, whatever was ordered: the user looks at it first', async () => {
    const project = makeProject({ ...OURS, '.planning/config.json': '{"mode":"yolo","workflow":{"depth":"light"}}' })
    project.initGit()
    expect((await project.ask('order', 'Build all of it', '--scope', 'all')).exit).toBe(0)
    const { exit, stdout } = await finished(project, 'streaming')
    expect([exit, stdout], stdout).toEqual([0, expect.stringContaining('# The task is done')])
    expect(stdout).not.toContain('execute-plan')
  })

  it('asks, or with --quick does not', async () => {
    const walk = new Walk(begun())
    await walk.call('brief', 'spike', '--', 'stream', '--text')
    expect(walk.text).toContain('in plain text')
    await walk.call('brief', 'spike', '--', 'stream', '--quick')
    expect(walk.text).not.toContain('ask once which')
    expect(walk.text).toContain('unit delegate spike')
  })
})

describe('spike --wrap-up', () => {
  /** Taken by a subagent, as far as its brief. */
  async function wrapping(project: TempProject) {
    const walk = new Walk(project)
    await walk.call('brief', 'spike', '--', '--wrap-up')
    expect(walk.text).not.toContain('unit delegate spike')
    await walk.follow('unit delegate wrap-up', {}, true)
    return { walk, brief: await started(project, walk.text) }
  }

  it('collects the verdicts, again and again, and a phase they bear on is planned with them', async () => {
    const project = countingProject({ plans: {} }).initGit()
    const named = async (role: string, phase: string) =>
      (await project.ask('brief', role, phase)).stdout.includes('spikes/FINDINGS.md')
    await finished(project, 'streaming')
    const trial = async () => (await project.ask('brief', 'planner', '1')).stdout.includes('001-streaming/README.md')
    expect([await named('planner', '1'), await trial()]).toEqual([false, true])
    for (let round = 0; round < 4; round++) {
      const { walk, brief } = await wrapping(project)
      expect(brief).toContain('.planning/spikes/001-streaming/README.md (what was tried')
      project.write(`${draftsOf(brief)}/FINDINGS.md`, FINDINGS(ROW))
      const done = await project.ask('unit', 'finish', '--claim', claimOf(brief))
      expect(done.json(), done.stdout).toMatchObject({ verdict: 'accept' })
      await walk.follow('begin --after', {}, true)
      expect(walk.text).toContain('Begin nothing else')
    }
    expect(project.read('.planning/spikes/FINDINGS.md')).toMatch(/^updated: "?2\d{3}-\d\d-\d\d"?$/m)
    expect(project.read('.planning/spikes/FINDINGS.md').split('---\n')[2]).toBe(FINDINGS(ROW).split('---\n')[2])
    expect(project.git('status', '--porcelain')).toBe('')
    for (const role of ['planner', 'phase-researcher']) expect(await named(role, '1'), role).toBe(true)
    expect(await named('executor', '1')).toBe(false)
    // It stands in the findings now.
    expect(await trial()).toBe(false)
  })

  it('is not read where it has nothing to do with the phase', async () => {
    const files = { '.planning/spikes/FINDINGS.md': FINDINGS('| 001 | Does the printer feed? | VALIDATED | buy it |') }
    const project = countingProject({ plans: {}, files }).initGit()
    await finished(project, 'printer', { question: 'Does the printer feed?' })
    await finished(project, 'ink', { question: 'Does the ink dry?' })
    const { stdout } = await project.ask('brief', 'planner', '1')
    expect(stdout).toContain(COUNTING)
    expect(stdout).not.toContain('FINDINGS.md')
    expect(stdout).not.toContain('spikes/')
  })

  it.each([
    [
      'a verdict that the spike does not bear',
      ROW.replace('VALIDATED', 'PARTIAL'),
      '“spike 001 says VALIDATED, not PARTIAL” (FINDINGS.md, line 11)',
    ],
    ['a spike that is left out', '', '“spike 001 has no row” (FINDINGS.md, line 7)'],
    [
      'a spike nobody answered',
      `${ROW}\n| 002 | Is it fast? | VALIDATED | go |`,
      '“spike 002 has not come out yet” (FINDINGS.md, line 12)',
    ],
    [
      'a verdict nothing follows from',
      ROW.replace('counting words reads a stream', '-'),
      '“nothing follows from spike 001” (FINDINGS.md, line 11)',
    ],
  ])('refuses %s, by its line', async (_, rows, where) => {
    const project = begun()
    await finished(project, 'streaming')
    await project.ask('begin', 'spike', 'speed')
    project.write('.planning/spikes/002-speed/README.md', README({ verdict: 'PENDING' }))
    const { stdout } = await project.ask('begin', 'wrap-up', 'spikes')
    project.write(`${draftsOf(stdout)}/FINDINGS.md`, FINDINGS(rows))
    const refused = await project.ask('unit', 'finish', '--claim', claimOf(stdout), '--begin')
    expect([refused.exit, refused.stdout.includes(where)], refused.stdout).toEqual([1, true])
    expect(project.has('.planning/spikes/FINDINGS.md')).toBe(false)
  })

  it.each([
    ['spikes', 'there are no spikes yet'],
    ['maps', 'can not be wrapped up'],
  ])('of %s that are not there is refused', async (what, why) => {
    const { exit, stdout } = await begun().ask('begin', 'wrap-up', what)
    expect([exit === 0, stdout.includes(why)], stdout).toEqual([false, true])
  })
})
