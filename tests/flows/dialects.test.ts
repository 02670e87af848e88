// Edits keep the formatting of a project of an older tool or another system.
import { afterEach, describe, expect, it } from 'vitest'
import { summaryDraft } from '../support/drafts.js'
import { disposeProjects, type Files, makeProject, OLDER, OURS } from '../support/project.js'
import { claim, finished, writeDrafts } from '../support/work.js'

afterEach(disposeProjects)

const PHASE = '.planning/phases/01-foundation'

async function carryOut(files: Files, eol = '\n') {
  const project = makeProject(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replaceAll('\n', eol)])),
  )
  await project.ask('config', 'set', 'workflow.plan_check', 'false')
  const claimed = await claim(project, 'execute-plan', '01-02')
  project.write('part-02.js', 'module.exports = 2\n')
  writeDrafts(project, claimed, { '01-02-SUMMARY.md': summaryDraft('01-foundation', '02') })
  await finished(project, claimed)
  return project
}

const changedLines = (before: string, after: string) => {
  const old = new Set(before.split(/\r?\n/))
  return after.split(/\r?\n/).filter((line) => !old.has(line))
}

describe('finishing a plan', () => {
  it('keeps the labels, keys and quotes of an older STATE.md', async () => {
    const project = await carryOut(OLDER)
    const state = project.read('.planning/STATE.md')
    expect(state).toContain("gsd_state_version: '1.0'")
    expect(state).toContain('**Total Phases:** 3')
    expect(state).toMatch(/^\*\*Status:\*\* Verifying$/m)
    expect(state).toMatch(/^\*\*Progress:\*\* \[█*░*\] \d+%$/m)
    expect(state).not.toMatch(/^Status:/m)
    expect(JSON.parse(project.read('.planning/config.json')).planning_schema).toBeUndefined()
  })

  it('keeps unknown keys and prose of STATE.md byte for byte', async () => {
    const own = 'extensions:\n  review: {"$v": 1, "round": 2}   # ours\nteam: "blue"\n'
    const state = (OURS['.planning/STATE.md'] as string).replace('status: executing\n', `status: executing\n${own}`)
    const project = await carryOut({
      ...OURS,
      '.planning/STATE.md': `${state}\n## Notes of a person\n\n\n   odd   spacing\t\n`,
    })
    expect(project.read('.planning/STATE.md')).toContain(own)
    expect(project.read('.planning/STATE.md').endsWith('\n## Notes of a person\n\n\n   odd   spacing\t\n')).toBe(true)
  })

  it('changes only the box, the count and the phase’s row in ROADMAP.md', async () => {
    const project = await carryOut(OURS)
    expect(changedLines(OURS['.planning/ROADMAP.md'] as string, project.read('.planning/ROADMAP.md'))).toEqual([
      '**Plans**: 2/2 plans complete',
      '- [x] 01-02-PLAN.md — Part 02',
      expect.stringMatching(/^\| 1\. Foundation \| v1\.0 \| 2\/2 \| In Progress \|/),
    ])
  })

  it('keeps the line endings of STATE.md and ROADMAP.md, and other plans as they are', async () => {
    const project = await carryOut(OURS, '\r\n')
    for (const name of ['STATE.md', 'ROADMAP.md']) {
      const text = project.read(`.planning/${name}`)
      expect(text.replaceAll('\r\n', ''), name).not.toMatch(/[\r\n]/)
    }
    expect(project.read(`${PHASE}/01-01-PLAN.md`)).toBe(
      (OURS[`${PHASE}/01-01-PLAN.md`] as string).replaceAll('\n', '\r\n'),
    )
  })
})
