// The verification status of phases.
import { afterAll, describe, expect, it } from 'vitest'
import { COUNTING, countingProject } from '../../support/counting.js'
import { disposeProjects, type Files, makeProject, OURS } from '../../support/project.js'
import { executePlan, verifyPhase } from '../../support/work.js'

afterAll(disposeProjects)

const FOLDER = '.planning/phases/01-foundation'

async function ask(files: Files, ...words: readonly string[]) {
  const { exit, json } = await makeProject(files).ask(...words)
  return { exit, ...json() }
}

describe('how far a phase is verified', () => {
  const verification = (status: string) => ({
    [`${FOLDER}/01-VERIFICATION.md`]: `---\nphase: 1\n${status}\n---\n# V\n`,
  })

  it.each([
    ['nothing', {}, 'missing'],
    ['a passed that was not finished through the CLI', verification('status: passed'), 'unproven'],
    ['another word', verification('status: Approved'), 'unproven'],
    ['no status', verification('score: 1/1'), 'unreadable'],
    ['gaps', verification('status: gaps_found'), 'gaps_found'],
    ['tests for the user', verification('status: human_needed'), 'human_needed'],
    ['digests that no longer fit', verification('status: passed\ncovers: abc'), 'outdated'],
  ])('%s', async (_, files, status) => {
    for (const words of [['1'], ['01'], [FOLDER], [`${FOLDER}/`]]) {
      const found = await ask({ ...OURS, ...files }, 'verification', 'status', ...words)
      expect([found.exit, found.phase, found.verdict, found.receipt]).toEqual([0, '01', status, null])
    }
  })

  it('is passed with a receipt, and outdated after a SUMMARY has changed', async () => {
    const project = countingProject().initGit()
    await executePlan(project)
    await verifyPhase(project)
    const passed = (await project.ask('verification', 'status', '1')).json()
    expect([passed.phase_status, passed.verdict, typeof passed.receipt]).toEqual(['verified', 'passed', 'string'])
    project.write(`${COUNTING}/01-01-SUMMARY.md`, `${project.read(`${COUNTING}/01-01-SUMMARY.md`)}\nMore.\n`)
    expect((await project.ask('verification', 'status', '1')).json().verdict).toBe('outdated')
  })

  it.each([
    ['AUTH', '.planning/phases/AUTH-sign-in'],
    ['CK-01', '.planning/phases/CK-01-foundation'],
  ])('phase %s can be given by its directory', async (id, folder) => {
    const named = id === 'AUTH' ? 'Phase AUTH' : 'Phase 1'
    const files = {
      '.planning/PROJECT.md': OURS['.planning/PROJECT.md'] as string,
      '.planning/ROADMAP.md': `# Roadmap\n\n## Phases\n\n- [ ] **${named}: Sign in**\n\n### ${named}: Sign in\n\n**Goal**: In\n`,
      [`${folder}/VERIFICATION.md`]: '---\nstatus: gaps_found\n---\n',
    }
    for (const word of [id, folder])
      expect((await ask(files, 'verification', 'status', word)).verdict).toBe('gaps_found')
  })
})
