// Levels of detail: what is asked is the same at each, what explains it is less at each.
import { afterAll, describe, expect, it } from 'vitest'
import { detailFor } from '../../../../lib/core/auto/detail.js'
import { parseConditions } from '../../../../lib/core/brief/conditions.js'
import { DETAILS, type Detail, lesser, tells } from '../../../../lib/core/brief/detail.js'
import { renderParts } from '../../../../lib/markdown/tokens.js'
import { realAssets } from '../../../support/payload.js'
import { disposeProjects, makeProject, OURS } from '../../../support/project.js'

afterAll(disposeProjects)

const workflows = [...realAssets().workflows.values()].map(({ workflow }) => workflow)

/** The steps of a workflow at a level, where everything else holds, or nothing of it does. */
const textAt = (steps: (typeof workflows)[number]['steps'], level: Detail, others: boolean): string =>
  steps
    .map(({ title, body }) => {
      const holds = (when: string) =>
        parseConditions(when).every(({ predicate, subject }) =>
          predicate === 'detail' ? tells(level, subject) : others,
        )
      return `## ${title}\n${renderParts(body.parts, holds, ({ name, target }) => `{{${name}:${target}}}`).trim()}`
    })
    .join('\n\n')

/** What a text asks for: calls, tokens, placeholders, steps of a list. */
const asked = (text: string): readonly string[] =>
  (text.match(/`+[^`\n]+`+|\{\{[^}]*\}\}|<[^<>\n]+>|^\d+\. /gm) ?? []).filter(
    (part) => !part.startsWith('`') || part.includes(' '),
  )

describe.each(workflows.map((workflow) => [workflow.name, workflow] as const))('%s', (_, { steps }) => {
  it.each([true, false])('asks for the same at every level, in fewer words (conditions hold: %s)', (others) => {
    const [minimal, standard, full] = DETAILS.map((level) => textAt(steps, level, others)) as [string, string, string]
    expect(asked(standard)).toEqual(asked(full))
    expect(asked(minimal)).toEqual(asked(full))
    expect(standard.length).toBeLessThanOrEqual(full.length)
    expect(minimal.length).toBeLessThanOrEqual(standard.length)
  })
})

describe('what units ask of a session', () => {
  const { steps } = workflows.find(({ name }) => name === 'work') as (typeof workflows)[number]
  /** Those of the way from an order to a proven phase. */
  const PATH = ['new-project', 'research-phase', 'plan-phase', 'check-plan', 'execute-plan', 'verify-phase']
  it.each([
    ['is a tenth shorter at the least level', steps, 0.9, 0.96],
    [
      'is more than a sixth shorter there on the path of a phase',
      steps.filter(({ id }) => PATH.includes(id)),
      0.83,
      0.94,
    ],
  ] as const)('%s', (_, asking, least, middle) => {
    const [minimal, standard, full] = DETAILS.map((level) => Buffer.byteLength(textAt(asking, level, true)))
    expect(minimal).toBeLessThan((full as number) * least)
    expect(standard).toBeLessThan((full as number) * middle)
  })
})

describe('a brief', () => {
  const served = async (setting: Detail | null, driver: string | null, window = '200000') => {
    const project = makeProject(OURS)
    await project.ask('config', 'set', 'context_window', window)
    if (setting !== null) await project.ask('config', 'set', 'workflow.detail', setting)
    const env = driver === null ? {} : { GSD_DETAIL: driver }
    const { stdout, stderr, exit } = await project.askWith(env, 'begin', 'plan-phase', '2')
    expect(exit, stderr).toBe(0)
    return stdout
  }

  it('explains as much as the setting says, and no more than whoever drives the session wants', async () => {
    const full = await served(null, null)
    expect(full).toContain('so that they can run side by side')
    const minimal = await served('minimal', null)
    expect(minimal).not.toContain('so that they can run side by side')
    expect(minimal).toContain('Write no code yet.')
    const sizes = new Map<string, number>()
    for (const [setting, driver] of [
      ['full', 'minimal'],
      ['minimal', 'full'],
      ['standard', 'nonsense'],
    ] as const)
      sizes.set(`${setting} ${driver}`, (await served(setting, driver)).length)
    expect(sizes.get('full minimal')).toBe(minimal.length)
    expect(sizes.get('minimal full')).toBe(minimal.length)
    expect(sizes.get('standard nonsense')).toBe((await served('standard', null)).length)
  })

  it('names nothing more for a wide window at the least level', async () => {
    expect(await served(null, null, '1000000')).toContain('- Window: wide')
    expect(await served(null, 'minimal', '1000000')).not.toContain('- Window: wide')
  })
})

it.each([
  [null, 0, 'full'],
  [null, 49, 'full'],
  ['light', 50, 'standard'],
  ['standard', 89, 'standard'],
  ['standard', 90, 'minimal'],
  ['heavy', 0, 'standard'],
  ['heavy', 95, 'minimal'],
] as const)('a session of tier %s at %i %% of the budget is told %s', (tier, spent, expected) => {
  expect(detailFor(tier, spent)).toBe(expected)
})

it('the lesser of two levels is the one that explains less, and a word that is no level asks for nothing', () => {
  expect(lesser('standard', 'minimal')).toBe('minimal')
  expect(lesser('minimal', undefined)).toBe('minimal')
  expect(lesser('loud', null)).toBe('full')
})
