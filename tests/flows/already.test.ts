// A plan whose work already existed is completed without changes, because its checks prove the work.
import { describe, expect, it } from 'vitest'
import { COUNTING, countingProject } from '../support/counting.js'
import type { TempProject } from '../support/project.js'
import { claimNext, finish, finished, hashOfPart, next, writeDrafts } from '../support/work.js'

const words = (commits: string) => `**Words were counted before.**\n\n## Already Done\n\n- ${commits} (by hand)\n`

async function ended(project: TempProject, text: string) {
  const claimed = await claimNext(project, 'execute-plan', '01-01')
  writeDrafts(project, claimed, { '01-01-SUMMARY.md': text })
  return { claimed, answer: (await finish(project, claimed)).json() }
}

describe('a plan whose work was done before', () => {
  it('is complete by its own check, names the commits that did it, and changes nothing', async () => {
    const project = countingProject().initGit()
    const hash = hashOfPart(project, '01')
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': '**Words were counted before.**\n' })
    const [refused] = (await finish(project, claimed)).json().findings
    expect(refused).toMatchObject({ code: 'NO_COMMIT', fix: expect.stringContaining('below "## Already Done"') })
    writeDrafts(project, claimed, { '01-01-SUMMARY.md': words(hash.slice(0, 10)) })
    const answer = await finished(project, claimed)
    expect(answer.receipts).toHaveLength(1)
    const summary = project.read(`${COUNTING}/01-01-SUMMARY.md`)
    for (const said of ['status: already\n', 'requirements-completed: [COUNT-01, COUNT-02]\n'])
      expect(summary).toContain(said)
    // A hash of digits alone is quoted in YAML.
    expect(summary).toMatch(new RegExp(`^commits: \\["?${hash.slice(0, 10)}"?\\]$`, 'm'))
    expect(summary).not.toContain('key-files')
    expect(project.git('log', '--format=%H', '-1').trim()).toBe(hash)
    expect((await next(project)).unit).toMatchObject({ unitType: 'verify-phase', unitId: '01' })
  })
})

describe('a plan whose work is claimed to have been done before', () => {
  it('is refused where its check fails', async () => {
    const project = countingProject().initGit()
    const { answer } = await ended(project, words(hashOfPart(project, '01', false)))
    expect(answer.findings).toMatchObject([{ code: 'CHECK_FAILED' }])
  })

  it('is refused where its files are not committed', async () => {
    const project = countingProject().initGit()
    const said = words(hashOfPart(project, '01'))
    project.write('part-01.js', 'module.exports = () => 3\n')
    const { answer } = await ended(project, said)
    expect(answer.findings).toMatchObject([{ code: 'UNCOMMITTED' }])
  })
})
