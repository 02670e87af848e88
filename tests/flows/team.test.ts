// Two clones of one remote, where the project has its claims there: who works on what is told as a unit begins.
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const PLAN = ['execute-plan', '01-02'] as const

/** Two clones with homes of their own, and the folder of the remote. */
async function twoClones() {
  const first = makeProject({ ...OURS, '.gitignore': '.planning/.runtime/\n' }).initGit()
  const bare = join(first.home, 'bare.git')
  first.git('clone', '--quiet', '--bare', '.', bare)
  first.git('remote', 'add', 'origin', bare)
  expect((await first.ask('config', 'set', 'claims.remote', 'origin')).exit).toBe(0)
  const second = makeProject({ ...OURS, '.planning/config.json': first.read('.planning/config.json') }).initGit()
  second.git('remote', 'add', 'origin', bare)
  return { first, second, bare }
}

const claim = async (project: TempProject) => {
  const { revision } = (await project.ask('next')).json()
  const { exit, json } = await project.ask('unit', 'claim', ...PLAN, '--revision', revision)
  return { exit, ...json() }
}

const refs = (project: TempProject) => project.git('ls-remote', 'origin', 'refs/gsd/*').trim()

describe('a unit that somebody began in another clone', () => {
  it('is refused with what is known of it, and free again where it is given up', async () => {
    const { first, second } = await twoClones()
    const { claim: token } = await claim(first)
    const { exit, error } = await claim(second)
    expect([exit, error]).toMatchObject([
      3,
      {
        code: 'CLAIMED',
        message: expect.stringMatching(/^execute-plan\/01-02 is being worked on since 2026.*says origin/),
      },
    ])
    expect(second.has('.planning/.runtime/claims/execute-plan--01-02.json')).toBe(false)
    expect((await first.ask('unit', 'finish', '--claim', token, '--status', 'cancelled')).exit).toBe(0)
    expect(refs(first)).toBe('')
    expect((await claim(second)).exit).toBe(0)
  })

  it('is theirs once the lease has ended: what the first hands in then is refused', async () => {
    const { first, second } = await twoClones()
    const { claim: token } = await claim(first)
    second.time += 5 * 60 * 60_000
    expect((await claim(second)).exit).toBe(0)
    const { exit, json } = await first.ask('unit', 'finish', '--claim', token)
    expect([exit, json().error.code]).toEqual([3, 'FENCED'])
  })
})

describe('a remote that is away', () => {
  it('is named where a unit begins, and holds nobody up who has a lease', async () => {
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
