// A claim of a killed or paused session is taken over at once, without asking the user; a claim of a running one is respected.
import { afterEach, describe, expect, it } from 'vitest'
import { countingProject } from '../support/counting.js'
import { summaryDraft } from '../support/drafts.js'
import { OtherClient, presenceOf } from '../support/other-client.js'
import { disposeProjects, type TempProject } from '../support/project.js'
import { commitPart } from '../support/work.js'

const clients: OtherClient[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.kill()
  disposeProjects()
})

const PLAN = ['execute-plan', '01-01'] as const

function startClient(project: TempProject, env: Readonly<Record<string, string>> = {}, name?: string): OtherClient {
  const client = new OtherClient(project, env, name)
  clients.push(client)
  return client
}

/** Claims the plan from another client's process. */
async function claimPlan(client: OtherClient) {
  const { answer: next } = await client.call('next')
  const { exit, answer } = await client.call('unit', 'claim', ...PLAN, '--revision', next.revision)
  expect([exit, answer.error]).toEqual([0, undefined])
  return answer
}

const claimWithProgram = (project: TempProject, env: Readonly<Record<string, string>> = {}) => {
  const { revision } = project.runIn('.', env, 'next').json()
  return project.runIn('.', env, 'unit', 'claim', ...PLAN, '--revision', revision)
}

const CLAIM = '.planning/.runtime/claims/execute-plan--01-01.json'

/** Calls `next` inside this process with the real time, so that `next` checks the other processes. */
async function nextNow(project: TempProject) {
  project.presence = presenceOf(null)
  project.time = Date.now()
  return project.ask('next')
}

/** Sets the clock of calls in this process forward, then claims the plan. */
async function claimLater(project: TempProject, minutes: number) {
  project.time += minutes * 60_000
  const { revision } = (await project.ask('next')).json()
  return project.ask('unit', 'claim', ...PLAN, '--revision', revision)
}

describe('a claim of a client that was killed', () => {
  it('is taken over at once with its token and drafts, and the brief says that the attempt was cut off', async () => {
    const project = countingProject().initGit()
    const client = startClient(project)
    const first = await claimPlan(client)
    commitPart(project, '01')
    project.write(`${first.drafts}/01-01-SUMMARY.md`, summaryDraft('01-counting', '01'))
    project.write('half.txt', 'begun\n')
    await client.kill()

    const next = project.run('next')
    expect([next.exit, next.json().kind, next.json().recover]).toEqual([0, 'dispatch', true])
    const again = claimWithProgram(project)
    expect(again.exit).toBe(0)
    const { claim, attempt, drafts } = again.json()
    expect([claim, attempt, drafts]).toEqual([first.claim, 1, first.drafts])
    const brief = project.run('unit', 'brief', '--claim', claim, '--role').stdout
    expect(brief).toContain('was cut off')
    expect(brief).toContain(`${first.drafts}/01-01-SUMMARY.md`)
  })

  it('is taken over by begin with its token, and the brief says how to inspect the existing work', async () => {
    const project = countingProject({ files: { '.planning/config.json': '{"workflow":{"depth":"light"}}' } }).initGit()
    const client = startClient(project)
    const first = await client.call('begin', '--json')
    expect([first.exit, first.answer.unitId]).toEqual([0, '01-01'])
    commitPart(project, '01')
    project.write('half.txt', 'begun\n')
    await client.kill()

    const again = project.run('begin')
    expect(again.exit).toBe(0)
    expect(again.stdout).toMatch(
      /## Earlier attempt\n.* was cut off\.\n- .*`git log --oneline [0-9a-f]{40}\.\.HEAD -- ':!\.planning'`.*Use, change or undo what carries out this unit; leave the rest/,
    )
    expect(again.stdout).toContain(`unit finish --claim ${first.answer.claim} --begin`)
  })

  it('does not count as a failed attempt, however often it is interrupted', async () => {
    const project = countingProject().initGit()
    for (let round = 0; round < 5; round++) {
      const client = startClient(project)
      expect((await claimPlan(client)).attempt).toBe(1)
      await client.kill()
    }
    expect((await nextNow(project)).json().kind).toBe('dispatch')
  })
})

describe('a claim of a session that has paused', () => {
  it('is taken over by another client at once, although the first still runs', async () => {
    const project = countingProject().initGit()
    project.run('state', 'rebuild')
    const client = startClient(project)
    const first = await claimPlan(client)
    expect(claimWithProgram(project).json().error.code).toBe('CLAIMED')
    await client.call('state', 'record-session', '--stopped-at', 'half', '--resume-file', '.planning/.continue-here.md')
    const again = claimWithProgram(project)
    expect(again.exit).toBe(0)
    expect(again.json().drafts).toBe(first.drafts)
    expect(claimWithProgram(project).json().error.code).toBe('CLAIMED')
  })

  it('is respected again if the session continues', async () => {
    const project = countingProject().initGit()
    project.run('state', 'rebuild')
    const client = startClient(project)
    const { claim } = await claimPlan(client)
    await client.call('state', 'record-session', '--resume-file', '.planning/.continue-here.md')
    expect((await client.call('unit', 'finish', '--claim', claim)).exit).toBe(1)
    expect(claimWithProgram(project).json().error.code).toBe('CLAIMED')
  })
})

describe('a claim of a running client', () => {
  it('is respected, and the hold says that it is elsewhere', async () => {
    const project = countingProject().initGit()
    const client = startClient(project)
    await claimPlan(client)
    const next = await nextNow(project)
    expect([next.exit, next.json().hold.code]).toEqual([4, 'CLAIMED'])
    expect(next.json().hold.reason).toContain('elsewhere')
    const again = claimWithProgram(project)
    expect([again.exit, again.json().error.code]).toEqual([3, 'CLAIMED'])
  })

  it('is respected even after its lease', async () => {
    const project = countingProject().initGit()
    const client = startClient(project)
    await claimPlan(client)
    const claim = JSON.parse(project.read(CLAIM))
    project.write(CLAIM, JSON.stringify({ ...claim, leaseUntil: '2020-01-01T00:00:00.000Z' }))
    expect((await nextNow(project)).json().hold.code).toBe('CLAIMED')
  })
})

describe('a claim of this client', () => {
  it('from an earlier conversation is taken over at once', () => {
    const project = countingProject().initGit()
    const first = claimWithProgram(project, { CLAUDE_CODE_SESSION_ID: 'one' }).json()
    const later = { CLAUDE_CODE_SESSION_ID: 'two' }
    expect(project.runIn('.', later, 'next').json().kind).toBe('dispatch')
    expect(claimWithProgram(project, later).json().claim).toBe(first.claim)
  })

  it.each([
    ['from an unknown conversation', null],
    ['from this very conversation', 'one'],
  ])('%s is respected for a minute, then taken over', async (_, session) => {
    const project = countingProject().initGit()
    project.presence = presenceOf(session)
    const first = (await claimLater(project, 0)).json()
    const { hold } = (await project.ask('next')).json()
    expect([hold.code, hold.reason]).toEqual([
      'CLAIMED',
      expect.stringMatching(/in progress in this client since \S+Z/),
    ])
    expect(hold.resume).toContain('begin execute-plan 01-01')
    expect((await claimLater(project, 0)).exit).toBe(3)
    expect((await claimLater(project, 1)).json().claim).toBe(first.claim)
  })
})

it('a reused pid is not mistaken for the client', async () => {
  const project = countingProject().initGit()
  const client = startClient(project)
  await claimPlan(client)
  const claim = JSON.parse(project.read(CLAIM))
  project.write(CLAIM, JSON.stringify({ ...claim, holder: { ...claim.holder, start: 'earlier' } }))
  expect((await nextNow(project)).json().kind).toBe('dispatch')
})

it('a claim taken by a script is valid for its lease, although the script has ended', async () => {
  const project = countingProject().initGit()
  const script = startClient(project, {}, 'build-all')
  await claimPlan(script)
  await script.kill()
  expect((await nextNow(project)).json().hold.code).toBe('CLAIMED')
})

it('a claim of an unknown process is valid for its lease', async () => {
  const project = countingProject().initGit()
  claimWithProgram(project)
  const claim = JSON.parse(project.read(CLAIM))
  for (const holder of [null, 7, { pid: 1 }, { ...claim.holder, host: 'another' }]) {
    project.write(CLAIM, JSON.stringify({ ...claim, holder }))
    expect((await nextNow(project)).json().hold.code).toBe('CLAIMED')
    project.write(CLAIM, JSON.stringify({ ...claim, holder, leaseUntil: '2020-01-01T00:00:00.000Z' }))
    expect((await nextNow(project)).json().recover).toBe(true)
  }
})
