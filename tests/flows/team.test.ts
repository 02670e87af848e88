// Claims on a remote that two clones share.
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { countingProject } from '../support/counting.js'
import { planDraft, roadmapDraft } from '../support/drafts.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'
import { finished, claim as take, writeDrafts } from '../support/work.js'

afterEach(disposeProjects)

const PLAN = ['execute-plan', '01-02'] as const

/** Makes two repositories with separate homes and one remote; returns the remote's folder too. */
async function twoClones(make = () => makeProject({ ...OURS, '.gitignore': '.planning/.runtime/\n' })) {
  const first = make().initGit()
  const bare = join(first.home, 'bare.git')
  first.git('clone', '--quiet', '--bare', '.', bare)
  first.git('remote', 'add', 'origin', bare)
  expect((await first.ask('config', 'set', 'claims.remote', 'origin')).exit).toBe(0)
  const second = make()
  second.write('.planning/config.json', first.read('.planning/config.json'))
  second.initGit()
  second.git('remote', 'add', 'origin', bare)
  return { first, second, bare }
}

const claim = async (project: TempProject, unit: readonly [string, string] = PLAN) => {
  const { revision } = (await project.ask('next')).json()
  const { exit, json } = await project.ask('unit', 'claim', ...unit, '--revision', revision)
  return { exit, ...json() }
}

const refs = (project: TempProject) => project.git('ls-remote', 'origin', 'refs/gsd/*').trim()

describe('a unit that somebody began in another clone', () => {
  it('is refused with what is known, and free again when it is given up', async () => {
    const { first, second } = await twoClones()
    const { claim: token } = await claim(first)
    const { exit, error } = await claim(second)
    expect([exit, error]).toMatchObject([
      3,
      {
        code: 'CLAIMED',
        message: expect.stringMatching(/^execute-plan\/01-02 has been in progress since 2026.*according to origin/),
      },
    ])
    expect(second.has('.planning/.runtime/claims/execute-plan--01-02.json')).toBe(false)
    expect((await first.ask('unit', 'finish', '--claim', token, '--status', 'cancelled')).exit).toBe(0)
    expect(refs(first)).toBe('')
    expect((await claim(second)).exit).toBe(0)
  })

  it('can be taken over after the lease, and a late finish of the first session is refused', async () => {
    const { first, second } = await twoClones()
    const { claim: token } = await claim(first)
    second.time += 5 * 60 * 60_000
    expect((await claim(second)).exit).toBe(0)
    const { exit, json } = await first.ask('unit', 'finish', '--claim', token)
    expect([exit, json().error.code]).toEqual([3, 'FENCED'])
    expect(first.has('.planning/.runtime/claims/execute-plan--01-02.json')).toBe(false)
  })

  it('is skipped by a plain begin, which takes the next free one; a unit done there is not begun again', async () => {
    const config = { planning_schema: 1, workflow: { research: false, plan_check: false, depth: 'light' } }
    const files = {
      '.planning/config.json': JSON.stringify(config),
      '.planning/ROADMAP.md': roadmapDraft.replace('**Depends on**: Phase 1', '**Depends on**: Nothing'),
    }
    const { first, second } = await twoClones(() => countingProject({ plans: {}, files }))
    const done = await take(first, 'plan-phase', '01')
    expect((await second.ask('begin')).stdout).toContain('# plan-phase 02')
    writeDrafts(first, done, { '01-01-PLAN.md': planDraft('01-counting', '01') })
    await finished(first, done)
    first.git('add', '--all')
    first.git('commit', '--quiet', '--message=docs: record it')
    first.git('push', '--quiet', 'origin', 'main')
    const { error, exit } = await claim(second, ['plan-phase', '01'])
    expect([exit, error]).toMatchObject([3, { code: 'CLAIMED', fix: expect.stringContaining('git pull') }])
    expect(error.message).toContain('is done')
  })
})

describe('an unreachable remote', () => {
  it('is named when a unit begins, and does not block a session whose lease is valid', async () => {
    const { first, second, bare } = await twoClones()
    const { claim: token } = await claim(first)
    renameSync(bare, `${bare}.away`)
    const begun = await claim(second)
    expect([begun.exit, begun.error]).toMatchObject([
      4,
      { code: 'REMOTE_AWAY', fix: expect.stringContaining('claims.remote') },
    ])
    const finish = () => first.ask('unit', 'finish', '--claim', token)
    expect((await finish()).json().error.code).toBe('ARTIFACT_INVALID')
    first.time += 5 * 60 * 60_000
    expect((await finish()).json().error.code).toBe('REMOTE_AWAY')
  })
})
