// A plan whose work already exists is completed if its SUMMARY names the commits, its checks prove the work and all is committed.
import { describe, expect, it } from 'vitest'
import { COUNTING, countingProject } from '../support/counting.js'
import type { TempProject } from '../support/project.js'
import { claimNext, finish, finished, hashOfPart, next, writeDrafts } from '../support/work.js'

const draftOf = (commits: string) => `**Words were counted before.**\n\n## Already Done\n\n- ${commits} (by hand)\n`

async function submitSummary(project: TempProject, text: string) {
  const claimed = await claimNext(project, 'execute-plan', '01-01')
  writeDrafts(project, claimed, { '01-01-SUMMARY.md': text })
  return { claimed, answer: (await finish(project, claimed)).json() }
}

describe('a plan whose work was done before', () => {
  it('is refused until its SUMMARY names the commits that did it, then completed by its own check without a new commit', async () => {
    const project = countingProject().initGit()
    const hash = hashOfPart(project, '01')
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': '**Words were counted before.**\n' })
    const [refused] = (await finish(project, claimed)).json().findings
    expect(refused).toMatchObject({ code: 'NO_COMMIT', fix: expect.stringContaining('below "## Already Done"') })
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': draftOf(hash.slice(0, 10)) })
    const answer = await finished(project, claimed)
    expect(answer.receipts).toHaveLength(1)
    const summary = project.read(`${COUNTING}/01-01-SUMMARY.md`)
    for (const line of ['status: already\n', 'requirements-completed: [COUNT-01, COUNT-02]\n'])
      expect(summary).toContain(line)
    // A hash of digits alone is quoted in YAML.
    expect(summary).toMatch(new RegExp(`^commits: \\["?${hash.slice(0, 10)}"?\\]$`, 'm'))
    expect(summary).not.toContain('key-files')
    expect(project.git('log', '--format=%H', '-1').trim()).toBe(hash)
    expect((await next(project)).unit).toMatchObject({ unitType: 'verify-phase', unitId: '01' })
  })
})

describe('a plan whose work is claimed to have been done before', () => {
  it('is refused if its check fails', async () => {
    const project = countingProject().initGit()
    const { answer } = await submitSummary(project, draftOf(hashOfPart(project, '01', false)))
    expect(answer.findings).toMatchObject([{ code: 'CHECK_FAILED' }])
  })

  it('is refused if one of its files has an uncommitted change', async () => {
    const project = countingProject().initGit()
    const summary = draftOf(hashOfPart(project, '01'))
    project.write('part-01.js', 'module.exports = () => 3\n')
    const { answer } = await submitSummary(project, summary)
    expect(answer.findings).toMatchObject([{ code: 'UNCOMMITTED' }])
  })
})
