// A brief with nothing to do names another command and stops; others begin with a question or send the user to planning.
import { afterEach, expect, it } from 'vitest'
import { summaryDraft } from '../support/drafts.js'
import { disposeProjects, type Files, makeProject, OURS } from '../support/project.js'

afterEach(disposeProjects)

const without = (...parts: readonly string[]): Files =>
  Object.fromEntries(Object.entries(OURS).filter(([path]) => !parts.some((part) => path.includes(part))))

it.each<[string, Files, readonly string[], string]>([
  ['a phase without plans is to be executed', OURS, ['execute-phase', '--', '2'], 'gsd-plan-phase 2'],
  ['a phase without plans is to be tested', OURS, ['verify-work', '--', '2'], 'gsd-next'],
  ['a project is to be begun where there is one', OURS, ['new-project'], 'gsd-progress'],
  ['a milestone is to be begun while one is open', OURS, ['new-milestone'], 'gsd-complete-milestone'],
  ...['audit-milestone', 'complete-milestone', 'new-milestone', 'phase', 'progress'].map(
    (name): [string, Files, readonly string[], string] => [
      `${name} is called without a project`,
      without('.planning'),
      [name],
      'gsd-new-project',
    ],
  ),
])('names another command and no step of its own if %s', async (_, files, call, named) => {
  const called = await makeProject(files).ask('brief', ...call)
  expect(called.exit, called.stdout).toBe(0)
  expect(called.stdout).toContain(named)
  expect(called.stdout).toContain('stop.')
  expect(called.stdout).toMatch(/\.\n$/)
  expect(called.stdout).not.toMatch(/--step|unit claim/)
})

it('testing a phase with unexecuted plans begins with the question whether to run them', async () => {
  const { stdout } = await makeProject(OURS).ask('brief', 'verify-work', '--', '1')
  expect(stdout).toMatch(
    /have not been executed\. First ask whether to run .*execute-phase 1[\s\S]*unit claim verify-work 1/,
  )
})

it('planning without a project is refused with the command for the next step, as the user types it', async () => {
  const called = await makeProject(without('.planning')).ask('brief', 'plan-phase')
  expect(called.exit).toBe(4)
  expect(called.stdout).toMatch(/To continue: gsd-next finds the next step; here, run .* brief next\n/)
})

it('a halted plan is planned anew, not executed', async () => {
  const summary = summaryDraft('01-foundation', '02', { halted: 'The interface it builds on is not there' })
  const halted = { ...OURS, '.planning/phases/01-foundation/01-02-SUMMARY.md': summary }
  const { stdout } = await makeProject(halted).ask('brief', 'execute-phase', '--', '1')
  expect(stdout).toMatch(/Next step: replanning[\s\S]*01-02 halted/)
  expect(stdout).not.toContain('Every plan has been executed')
  expect(stdout).toMatch(/next --phase 1` names units[\s\S]*If `next` names `plan-phase`.*plan-phase -- 1 --within/)
})
