// The contracts of a phase are in the brief of every role that works on it.
import { afterAll, describe, expect, it } from 'vitest'
import { COUNTING, countingProject } from '../support/counting.js'
import { disposeProjects } from '../support/project.js'
import { roleBrief } from '../support/role-brief.js'

afterAll(disposeProjects)

const CONTRACTS = { SPEC: 'required results', 'UI-SPEC': 'appearance and behaviour', 'AI-SPEC': 'use and evaluation' }

describe('the contracts of a phase', () => {
  it.each([
    ['planner', 'plan-phase', '01'],
    ['plan-checker', 'check-plan', '01'],
    ['executor', 'execute-plan', '01-01'],
    ['verifier', 'verify-phase', '01'],
  ])('are read by the %s', async (_, type, id) => {
    const files = Object.fromEntries(
      Object.keys(CONTRACTS).map((name) => [`${COUNTING}/01-${name}.md`, '# Phase 1\n\n## Goal\n\nA count.\n']),
    )
    const { stdout } = await roleBrief(countingProject({ files }), type, id)
    for (const [name, about] of Object.entries(CONTRACTS))
      expect(stdout).toMatch(
        new RegExp(`- ${COUNTING.replaceAll('.', '\\.')}/01-${name}\\.md \\(.*${about}.*binding\\)`),
      )
  })

  it.each([
    ['ui-researcher', 'design-phase', 'UI-SPEC'],
    ['ai-researcher', 'design-ai', 'AI-SPEC'],
  ])('are read by the %s as binding, except the one that it writes', async (_, type, own) => {
    const files = Object.fromEntries(
      Object.keys(CONTRACTS).map((name) => [`${COUNTING}/01-${name}.md`, '# Phase 1\n\n## Goal\n\nA count.\n']),
    )
    const { stdout } = await roleBrief(countingProject({ plans: {}, files }), type, '01')
    for (const name of Object.keys(CONTRACTS))
      expect(stdout).toMatch(
        new RegExp(`/01-${name}\\.md \\(${name === own ? 'the existing contract' : '.*binding'}\\)`),
      )
    expect(stdout.match(new RegExp(`/01-${own}\\.md \\(`, 'g'))).toHaveLength(1)
  })

  it('are not mentioned if there are none', async () => {
    const { stdout } = await roleBrief(countingProject(), 'execute-plan', '01-01')
    expect(stdout).not.toContain('SPEC.md')
  })
})
