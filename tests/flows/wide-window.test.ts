// What a brief names more where the window of the model has room for it, and what it leaves out beyond its budget.
import { afterAll, describe, expect, it } from 'vitest'
import { disposeProjects, type Files, makeProject, OURS } from '../support/project.js'

afterAll(disposeProjects)

const ONE = '.planning/phases/01-foundation'
const TWO = '.planning/phases/02-entries'
const MAP = '.planning/codebase/ARCHITECTURE.md'
const SUMMARY = OURS[`${ONE}/01-01-SUMMARY.md`] as string

const EARLIER: Files = {
  ...OURS,
  [`${TWO}/02-RESEARCH.md`]: '# Phase 2: Research\n\n## Summary\n\nUse the parser.\n',
  [MAP]: '# Architecture\n\nOne file.\n',
}

async function read(agent: string, unit: string, window: number | null, files: Files = {}) {
  const project = makeProject({ ...EARLIER, ...files })
  if (window !== null) await project.ask('config', 'set', 'context_window', String(window))
  const { stdout, stderr, exit } = await project.ask('brief', agent, unit)
  expect(exit, stderr).toBe(0)
  return { text: stdout, paths: [...stdout.matchAll(/^- (\.planning\S+) \(/gm)].map(([, path]) => path as string) }
}

it('from 500,000 tokens on a planner reads what the phases before decided and did, and is told so', async () => {
  const narrow = await read('planner', '2', 499_999)
  const wide = await read('planner', '2', 500_000)
  const more = wide.paths.filter((path) => !narrow.paths.includes(path))
  expect(more).toEqual([`${ONE}/01-CONTEXT.md`, `${ONE}/01-01-SUMMARY.md`])
  expect(wide.paths.slice(-2)).toEqual(more)
  expect(wide.text).toContain('- Window: wide, so the last 2 of the files to read are named too\n')
  expect(narrow.text).not.toContain('- Window:')
  expect((await read('planner', '2', null)).paths).toEqual(narrow.paths)
})

it('an executor reads the research and the maps too; a role that is not in the table reads the same', async () => {
  const plan = {
    [`${TWO}/02-01-PLAN.md`]: (OURS[`${ONE}/01-01-PLAN.md`] as string).replaceAll('01-foundation', '02-entries'),
  }
  const { paths } = await read('executor', '02-01', 1_000_000, plan)
  expect(paths).toEqual(expect.arrayContaining([`${TWO}/02-RESEARCH.md`, MAP, `${ONE}/01-01-SUMMARY.md`]))
  expect((await read('executor', '02-01', 200_000, plan)).paths).not.toContain(MAP)
  const auditor = await read('ui-auditor', '2', 1_000_000)
  expect(auditor.paths).toEqual((await read('ui-auditor', '2', 200_000)).paths)
  expect(auditor.text).not.toContain('- Window:')
})

it('a file that is beyond the budget is counted and left out; a wider window has room for it', async () => {
  const large = { [`${ONE}/01-01-SUMMARY.md`]: `${SUMMARY}\n${'It was long. '.repeat(20_000)}\n` }
  const { text, paths } = await read('planner', '2', 500_000, large)
  expect(paths).toContain(`${ONE}/01-CONTEXT.md`)
  expect(paths).not.toContain(`${ONE}/01-01-SUMMARY.md`)
  expect(text).toContain('named too; 1 more are beyond what a brief names for it')
  expect((await read('planner', '2', 1_000_000, large)).paths).toContain(`${ONE}/01-01-SUMMARY.md`)
})

describe('a window that nobody set', () => {
  const [OWN, WIDE, NARROW] = ['model_overrides.planner', 'claude-opus-5-5', 'claude-haiku-4-5-20251001'] as const
  const planned = async (
    settings: Readonly<Record<string, string>>,
    model: string | null,
    ...words: readonly string[]
  ) => {
    const project = makeProject(EARLIER)
    for (const [key, value] of Object.entries(settings)) await project.ask('config', 'set', key, value)
    const env = model === null ? {} : { GSD_ASKED_MODEL: model }
    const { stdout, exit, stderr } = await project.askWith(env, ...words)
    expect(exit, stderr).toBe(0)
    return stdout.includes('- Window: wide')
  }
  const HERE = ['begin', 'plan-phase', '2'] as const
  const ROLE = ['brief', 'planner', '2'] as const

  it.each([
    ['of the model that the driver named, for the session', {}, WIDE, HERE, true],
    ['of a model with a wider one asked for', {}, 'opus[1m]', HERE, true],
    ['of a small model', {}, NARROW, HERE, false],
    ['of a model that nobody knows: the default', {}, 'grand-1', HERE, false],
    ['that the settings overrule', { context_window: '200000' }, WIDE, HERE, false],
    ['of the model that the settings name for the role, for a subagent', { [OWN]: WIDE }, NARROW, ROLE, true],
    ['of the role and not of the session', { [OWN]: NARROW }, WIDE, ROLE, false],
    ['of the session, where the subagent runs on its model', { [OWN]: 'inherit' }, WIDE, ROLE, true],
  ] as const)('is that %s', async (_, settings, model, words, isWide) => {
    expect(await planned(settings, model, ...words)).toBe(isWide)
  })
})
