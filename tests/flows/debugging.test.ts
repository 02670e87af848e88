// A debug session keeps its state in a file, so that a later client session can continue it. It is finished only with a final
// status, evidence and what that status needs; its file is then moved to resolved/, unless only the cause was wanted.
import { afterEach, describe, expect, it } from 'vitest'
import { presenceOf } from '../support/other-client.js'
import { disposeProjects, type Files, makeProject, OURS, type TempProject } from '../support/project.js'
import { roleBrief } from '../support/role-brief.js'
import { errandsIn } from '../support/team.js'
import { Walk } from '../support/walk.js'

afterEach(disposeProjects)

interface Session {
  readonly status: string
  readonly goal?: string
  readonly evidence?: string
  readonly resolution?: string
}

const sessionOf = ({ status, goal = 'find and fix', evidence = '', resolution = '' }: Session): string => `---
status: ${status}
trigger: "the date is a day off"
created: "2026-01-05"
updated: "2026-01-05"
---

# The date is a day off

## Current Focus

goal: ${goal}
hypothesis: the zone is left out
next_action: print the zone

## Symptoms

expected: the fifth
actual: the fourth

## Eliminated

## Evidence

${evidence}

## Resolution

${resolution}
`

const SEEN = 'date.js:3 prints -60: the zone is local'
const SOLVED = `root_cause: date.js:3 reads local time
fix: it reads UTC
verification: node --test date.test.js → 1 passed`

/** Reads the brief and writes the session file with its symptoms, as the model would before the search. */
async function writeSession(files: Files, ...words: readonly string[]) {
  const project = makeProject(files)
  project.initGit()
  const walk = new Walk(project)
  await walk.call('brief', 'debug', '--', ...words)
  const goal = /`goal: ([^`]+)`/.exec(walk.text)?.[1] as string
  const path = '.planning/debug/date-off.md'
  project.write(path, sessionOf({ status: 'gathering', goal }))
  return { project, walk, session: 'date-off', path, goal }
}

/** Plays the subagent, which makes the call in its prompt. */
async function playSubagent(project: TempProject, delegated: string) {
  const [errand] = errandsIn(delegated)
  const words = (/`node "[^"]+" ([^`]+)`/.exec(errand?.prompt ?? '')?.[1] ?? '').split(' ')
  const { stdout } = await project.ask(...words)
  return { agent: errand?.agent, brief: stdout, claim: /--claim (\w+)/.exec(stdout)?.[1] as string }
}

describe('a debug session', () => {
  it('whose bug a subagent finds and fixes is recorded and moved away', async () => {
    const { project, walk, session, path } = await writeSession(OURS, 'the', 'date', 'is', 'off')
    await walk.follow('unit delegate debug', { '<session>': session }, true)
    const delegated = walk.text
    const { agent, brief, claim } = await playSubagent(project, delegated)
    expect(agent).toBe('gsd-debugger')
    expect(brief).toContain(`# debugger ${session}:`)
    expect(brief).toContain(`${path} (the session`)
    expect(brief).not.toContain('## Form')
    expect((await project.ask('begin', 'debug', 'not-written-yet')).stdout).toContain('## Form')
    project.write(path, sessionOf({ status: 'resolved', evidence: SEEN, resolution: SOLVED }))
    expect((await project.ask('unit', 'finish', '--claim', claim)).json()).toMatchObject({
      verdict: 'accept',
      artifacts: [`.planning/debug/resolved/${session}.md`],
    })
    walk.text = delegated
    await walk.follow('begin --after', {}, true)
    expect(walk.text).toContain('begin nothing else')
    expect(project.has(path)).toBe(false)
    expect(project.read(`.planning/debug/resolved/${session}.md`)).toContain('root_cause: date.js:3')
    expect(project.git('status', '--porcelain')).toBe('')
  })

  it('that found the cause adds one entry to the knowledge base, which later briefs name', async () => {
    const { project, session, path } = await writeSession(OURS, 'the', 'date', 'is', 'off')
    const hunt = async (name: string, ...more: readonly string[]) => {
      const begun = (await project.ask('unit', 'claim', 'debug', name)).json()
      project.write(path.replace(session, name), sessionOf({ status: 'resolved', evidence: SEEN, resolution: SOLVED }))
      const { exit, stdout } = await project.ask('unit', 'finish', '--claim', begun.claim, ...more)
      expect(exit, stdout).toBe(0)
    }
    await hunt(session)
    await hunt('late-again')
    const known = project.read('.planning/debug/knowledge-base.md')
    expect(known.match(/^## .*$/gm)).toEqual([`## ${session}`, '## late-again'])
    for (const part of [
      'the date is a day off',
      'date.js:3 reads local time',
      'it reads UTC',
      `debug/resolved/${session}.md`,
    ])
      expect(known).toContain(part)
    const { stdout } = await roleBrief(project, 'debug', 'other')
    expect(stdout).toContain('- .planning/debug/knowledge-base.md (bugs that were found earlier')
  })

  it('that was interrupted continues from its file', async () => {
    const { project, walk, session, path } = await writeSession(OURS, 'the', 'date', 'is', 'off')
    project.presence = presenceOf('first')
    await walk.follow('unit delegate debug', { '<session>': session }, true)
    const { claim } = await playSubagent(project, walk.text)
    project.write(path, sessionOf({ status: 'investigating', evidence: SEEN }))
    project.presence = presenceOf('second')
    const later = new Walk(project)
    await later.call('brief', 'debug', '--', 'list')
    expect(later.text).toContain('Each open session is a file')
    await later.follow('unit delegate debug', { '<session>': session }, true)
    const again = await playSubagent(project, later.text)
    expect(again.claim).toBe(claim)
    expect(again.brief).toMatch(/## Earlier attempt\n.* was cut off/)
    expect(project.read(path)).toContain(SEEN)
  })

  it.each<[string, Session, string]>([
    ['without a final status', { status: 'investigating', evidence: SEEN, resolution: SOLVED }, 'is not final'],
    ['without evidence', { status: 'resolved', resolution: SOLVED }, 'no evidence'],
    ['without a fix', { status: 'resolved', evidence: SEEN, resolution: 'root_cause: the zone\nfix: [what]' }, 'fix:'],
  ])('%s is not finished', async (_, state, why) => {
    const { project, session, path } = await writeSession(OURS, 'the', 'date', 'is', 'off')
    const begun = (await project.ask('unit', 'claim', 'debug', session)).json()
    project.write(path, sessionOf(state))
    const refused = await project.ask('unit', 'finish', '--claim', begun.claim)
    expect(refused.exit).not.toBe(0)
    expect(refused.stdout).toContain(why)
    expect(project.has(path)).toBe(true)
  })

  it('whose finish was refused is not done, and nothing of it is committed', async () => {
    const { project, session, path } = await writeSession(OURS, 'the', 'date', 'is', 'off')
    const beginAfter = () => project.ask('begin', '--after', `debug/${session}`)
    const { claim } = (await project.ask('unit', 'claim', 'debug', session)).json()
    project.write(path, sessionOf({ status: 'resolved', resolution: SOLVED }))
    const head = project.git('rev-parse', 'HEAD')
    const early = await beginAfter()
    expect([early.exit, early.stdout]).toEqual([1, expect.stringContaining('has not been finished')])
    await project.ask('unit', 'finish', '--claim', claim)
    const refused = await beginAfter()
    expect(refused.exit).toBe(1)
    expect(refused.stdout).toMatch(new RegExp(`^# debug ${session} is not finished\n- .*no evidence`))
    expect(refused.stdout).toContain(`unit finish --claim ${claim}`)
    expect(project.git('rev-parse', 'HEAD')).toBe(head)
    await project.ask('unit', 'finish', '--claim', claim, '--status', 'failed')
    const failed = await beginAfter()
    expect([failed.exit, failed.stdout]).toEqual([1, expect.stringContaining('ended as failed')])
    expect(failed.stdout).toContain(`begin debug ${session}`)
  })

  it('for the cause alone is accepted and stays open', async () => {
    const { project, session, path, goal } = await writeSession(OURS, '--diagnose', 'the', 'date', 'is', 'off')
    expect(goal).toBe('find the cause')
    const begun = (await project.ask('unit', 'claim', 'debug', session)).json()
    project.write(path, sessionOf({ status: 'diagnosed', goal, evidence: SEEN, resolution: 'root_cause: the zone' }))
    expect((await project.ask('unit', 'finish', '--claim', begun.claim)).json()).toMatchObject({ verdict: 'accept' })
    expect(project.has(path)).toBe(true)
  })

  it('that cannot reproduce the bug needs evidence, and is moved away without an entry in the knowledge base', async () => {
    const { project, session, path, goal } = await writeSession(OURS, 'the', 'date', 'is', 'off')
    const begun = (await project.ask('unit', 'claim', 'debug', session)).json()
    project.write(path, sessionOf({ status: 'no_fault', goal }))
    const refused = await project.ask('unit', 'finish', '--claim', begun.claim)
    expect([refused.exit, refused.stdout]).toEqual([1, expect.stringContaining('no evidence')])
    project.write(path, sessionOf({ status: 'no_fault', goal, evidence: SEEN }))
    expect((await project.ask('unit', 'finish', '--claim', begun.claim)).json()).toMatchObject({
      verdict: 'accept',
      artifacts: [`.planning/debug/resolved/${session}.md`],
    })
    expect(project.has('.planning/debug/knowledge-base.md')).toBe(false)
  })

  it('in a folder without a project creates a minimal project', async () => {
    const project = makeProject({ 'README.md': '# X\n' })
    project.initGit()
    const { stdout } = await project.ask('begin', 'debug', 'date-off')
    expect(stdout).toContain('# debug date-off')
    expect(project.has('.planning/PROJECT.md')).toBe(true)
  })
})
