import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { KIND_LOADERS } from '../../../../lib/artifacts/all.js'
import { derive as deriveFrom, RULES } from '../../../../lib/core/derivation/derive.js'
import { STEPS, UNIT_OF_STEP } from '../../../../lib/core/derivation/steps.js'
import { UNIT_TYPE_IDS, unitType } from '../../../../lib/core/dispatch/units/all.js'
import { View } from '../../../../lib/core/view.js'
import { chooseReader } from '../../../../lib/markdown/native.js'
import { systemClock } from '../../../../lib/node/clock.js'
import { sha256 } from '../../../../lib/node/digest.js'
import { openTree } from '../../../../lib/node/tree.js'
import { contextDraft, PROJECT_FILES, planDraft, researchDraft, roadmapDraft } from '../../../support/drafts.js'
import { disposeProjects, type Files, makeProject, OURS, type TempProject } from '../../../support/project.js'
import { randomOf } from '../../../support/random.js'

afterEach(disposeProjects)

const PHASE = '.planning/phases/01-counting'
const WHOLE: Files = {
  ...PROJECT_FILES,
  '.planning/config.json': '{"planning_schema":1}\n',
  [`${PHASE}/01-CONTEXT.md`]: contextDraft('1'),
  [`${PHASE}/01-RESEARCH.md`]: researchDraft('1'),
  [`${PHASE}/01-01-PLAN.md`]: planDraft('01-counting', '01'),
}

const without = (...paths: readonly string[]): Files =>
  Object.fromEntries(Object.entries(WHOLE).filter(([path]) => !paths.includes(path)))

const settings = (workflow: Record<string, unknown>): Files => ({
  ...WHOLE,
  '.planning/config.json': JSON.stringify({ planning_schema: 1, workflow }),
})

/** Files of a project whose first phase is unplanned; `says`: whether it has a UI, according to the roadmap. */
const screens = (more: Files, says = 'yes'): Files => ({
  ...without(`${PHASE}/01-01-PLAN.md`),
  '.planning/ROADMAP.md': roadmapDraft.replace(
    '**Depends on**: Nothing',
    `**UI hint**: ${says}\n**Depends on**: Nothing`,
  ),
  ...more,
})

const closedRoadmap = `# Roadmap: Counter

## Milestones

- ✅ **v1.0 First** - Phases 1-1 (shipped 2026-01-01)

<details>
<summary>✅ v1.0 First (Phases 1-1) - SHIPPED 2026-01-01</summary>

### Phase 1: Counting

**Goal**: Words are counted
**Requirements**: COUNT-01

</details>
`

const derive = async (project: TempProject) => (await project.ask('state', 'derive', '--explain')).json()

describe('derivation', () => {
  it.each<[string, Files, string, string]>([
    ['an empty folder', { 'README.md': 'x' }, 'D01', 'no-project'],
    ['a planning folder without PROJECT.md', { '.planning/config.json': '{}' }, 'D01', 'no-project'],
    ['a roadmap without phases and no PROJECT.md', { '.planning/ROADMAP.md': '# Roadmap\n' }, 'D01', 'no-project'],
    ['no PROJECT.md next to a roadmap', without('.planning/PROJECT.md'), 'D01', 'blocked'],
    [
      'no PROJECT.md next to a roadmap of closed milestones',
      { ...without('.planning/PROJECT.md'), '.planning/ROADMAP.md': closedRoadmap },
      'D01',
      'blocked',
    ],
    ['no roadmap', { '.planning/PROJECT.md': WHOLE['.planning/PROJECT.md'] as string }, 'D05', 'needs-roadmap'],
    ['no roadmap, but plans', without('.planning/ROADMAP.md'), 'D05', 'blocked'],
    [
      'a roadmap without phases',
      {
        '.planning/PROJECT.md': WHOLE['.planning/PROJECT.md'] as string,
        '.planning/ROADMAP.md': '# Roadmap\n\nNothing yet.\n',
      },
      'D05',
      'needs-roadmap',
    ],
    [
      'one phase in two sections',
      { ...WHOLE, '.planning/ROADMAP.md': `${WHOLE['.planning/ROADMAP.md']}\n### Phase 1: Again\n\n**Goal**: Other\n` },
      'D05',
      'blocked',
    ],
    ['a stop directive', { ...WHOLE, '.planning/todos/pending/a.md': '---\nclass: stop\n---\n' }, 'D04', 'paused'],
    [
      'a stop directive that was consumed',
      { ...WHOLE, '.planning/todos/pending/a.md': '---\nclass: stop\nstatus: done\n---\n' },
      'D14',
      'plan-check',
    ],
    [
      'a todo of an older tool',
      { ...WHOLE, '.planning/todos/pending/a.md': '---\ntitle: stop it\n---\n\nstop\n' },
      'D14',
      'plan-check',
    ],
    ['settings of the wrong kind', { ...WHOLE, '.planning/config.json': '{"mode":"sometimes"}' }, 'D03', 'blocked'],
    ['every milestone folded away', { ...WHOLE, '.planning/ROADMAP.md': closedRoadmap }, 'D05b', 'between-milestones'],
    [
      'a roadmap that was archived away',
      { ...without('.planning/ROADMAP.md'), '.planning/milestones/v1.0-ROADMAP.md': closedRoadmap },
      'D05b',
      'between-milestones',
    ],
    [
      'phases that wait for each other',
      {
        ...WHOLE,
        '.planning/ROADMAP.md': roadmapDraft.replace(
          '**Depends on**: Nothing (first phase)',
          '**Depends on**: Phase 2',
        ),
      },
      'D07',
      'blocked',
    ],
    ['no context and no plans', without(`${PHASE}/01-CONTEXT.md`, `${PHASE}/01-01-PLAN.md`), 'D12', 'needs-discussion'],
    [
      'an empty context',
      { ...without(`${PHASE}/01-01-PLAN.md`), [`${PHASE}/01-CONTEXT.md`]: '# Phase 1: Context\n' },
      'D12',
      'needs-discussion',
    ],
    ['no research', without(`${PHASE}/01-RESEARCH.md`, `${PHASE}/01-01-PLAN.md`), 'D13', 'needs-research'],
    [
      'research with a question',
      {
        ...without(`${PHASE}/01-01-PLAN.md`),
        [`${PHASE}/01-RESEARCH.md`]: researchDraft('1').replace(
          '## Open Questions\n\nNone.',
          '## Open Questions\n\n1. Which unit of length?',
        ),
      },
      'D13',
      'blocked',
    ],
    ['screens without a contract', screens({}), 'D13b', 'blocked'],
    ['screens with a contract', screens({ [`${PHASE}/01-UI-SPEC.md`]: '# Phase 1: interface\n' }), 'D14', 'needs-plan'],
    ['a phase without screens', screens({}, 'no'), 'D14', 'needs-plan'],
    [
      'screens without a contract if the gate is off',
      screens({ '.planning/config.json': '{"planning_schema":1,"workflow":{"ui_safety_gate":false}}' }),
      'D14',
      'needs-plan',
    ],
    [
      'screens that are planned already',
      { ...screens({}), [`${PHASE}/01-01-PLAN.md`]: planDraft('01-counting', '01') },
      'D14',
      'plan-check',
    ],
    ['no plans', without(`${PHASE}/01-01-PLAN.md`), 'D14', 'needs-plan'],
    ['unchecked plans', WHOLE, 'D14', 'plan-check'],
    ['plans that need no check', settings({ plan_check: false }), 'D15', 'executing'],
    [
      'a plan that was superseded',
      {
        ...without(`${PHASE}/01-01-PLAN.md`),
        [`${PHASE}/01-01-PLAN.md`]: planDraft('01-counting', '01').replace(
          'type: execute',
          'type: execute\nstatus: superseded',
        ),
      },
      'D14',
      'needs-plan',
    ],
    [
      'plans that depend on an unknown plan',
      {
        ...settings({ plan_check: false }),
        [`${PHASE}/01-01-PLAN.md`]: planDraft('01-counting', '01', { depends: ['setup'] }),
      },
      'D15',
      'blocked',
    ],
  ])('of %s', async (_name, files, rule, step) => {
    const state = await derive(makeProject(files))
    expect([state.rule, state.step], JSON.stringify(state.rules)).toEqual([rule, step])
  })

  it.each<[string, Record<string, unknown>, readonly string[], string]>([
    [
      'skip_discuss',
      { skip_discuss: true },
      [`${PHASE}/01-CONTEXT.md`, `${PHASE}/01-RESEARCH.md`, `${PHASE}/01-01-PLAN.md`],
      'needs-research',
    ],
    ['research', { research: false }, [`${PHASE}/01-RESEARCH.md`, `${PHASE}/01-01-PLAN.md`], 'needs-plan'],
  ])('skips a step that the setting %s turns off', async (_name, workflow, gone, step) => {
    const files = Object.fromEntries(Object.entries(settings(workflow)).filter(([path]) => !gone.includes(path)))
    expect((await derive(makeProject(files))).step).toBe(step)
  })

  it('lists every rule it tested, in order, each with its reason', async () => {
    const { rules, rule } = await derive(makeProject(WHOLE))
    const tested = rules.map(({ id }: { id: string }) => id)
    const order = RULES.map(({ id }) => id)
    expect(tested).toEqual(order.slice(0, order.indexOf(rule) + 1))
    expect(rules.every(({ reason }: { reason: string }) => reason !== '')).toBe(true)
    expect(rules.filter(({ fired }: { fired: boolean }) => fired).map(({ id }: { id: string }) => id)).toEqual([rule])
  })

  it('names every phase of a cycle, in the order of dependencies', async () => {
    const third = '### Phase 3: Sums\n\n**Goal**: Sums\n**Depends on**: Phase 2\n**Requirements**: COUNT-01\n'
    const circle = roadmapDraft
      .replace('**Depends on**: Nothing (first phase)', '**Depends on**: Phase 3')
      .replace('\n## Progress', `\n${third}\n## Progress`)
    const { blockers } = await derive(makeProject({ ...WHOLE, '.planning/ROADMAP.md': circle }))
    expect(blockers[0].text).toBe('no phase can start: circular dependency of phases: 1 → 3 → 2 → 1')
  })

  it('has the same result and revision with LF and with CRLF', async () => {
    const { revision: lf, ...state } = await derive(makeProject(WHOLE))
    const windows = Object.fromEntries(
      Object.entries(WHOLE).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]),
    )
    const { revision: crlf, ...other } = await derive(makeProject(windows))
    expect(other).toEqual(state)
    expect(crlf).toBe(lf)
  })

  it('does not depend on the order of directory listings', async () => {
    const codecs = Object.fromEntries(
      await Promise.all(Object.entries(KIND_LOADERS).map(async ([id, load]) => [id, await load?.()] as const)),
    )
    const trees = fileURLToPath(new URL('../../../corpus/trees/', import.meta.url))
    const random = randomOf(14)
    const plans = ['02', '03', '04'].map((number) => [
      `${PHASE}/01-${number}-PLAN.md`,
      planDraft('01-counting', number),
    ])
    const made = [
      OURS,
      { ...settings({ plan_check: false }), ...Object.fromEntries(plans) },
      {
        ...Object.fromEntries(Object.entries(WHOLE).filter(([path]) => !path.startsWith(PHASE))),
        ...{ '.planning/phases/01-a/x.md': 'x', '.planning/phases/01-b/x.md': 'x' },
      },
    ].map((files) => makeProject(files).root)
    for (const root of [...made, ...readdirSync(trees).map((name) => `${trees}${name}`)]) {
      const answer = (isMixed: boolean): string => {
        const tree = openTree(root, chooseReader({ scannerName: 'ts' }))
        const order = new Map<string, number>()
        const place = (name: string) => order.get(name) ?? order.set(name, random.next()).get(name) ?? 0
        const list = (folder: string) =>
          isMixed ? [...tree.list(folder)].sort((a, b) => place(a.name) - place(b.name)) : tree.list(folder)
        const { state, reason, trace } = deriveFrom(
          new View({
            ...{ tree: { list, read: (path) => tree.read(path) }, clock: systemClock, digest: sha256, codecs },
            ...{ projectRoot: root, host: null, hasGit: false },
          }),
        )
        return JSON.stringify({ state, reason, trace })
      }
      const sorted = answer(false)
      for (let turn = 0; turn < 20; turn++) expect(answer(true), root).toBe(sorted)
    }
  })

  it('does not read STATE.md, the journal or the runtime folder', async () => {
    const project = makeProject(WHOLE)
    const before = await derive(project)
    project.write('.planning/STATE.md', '---\nstatus: completed\nmilestone: v9\n---\n\nPhase: 9 of 9\n')
    project.write('.planning/journal/2026-01.jsonl', 'nonsense\n')
    project.write('.planning/.runtime/claims/x.json', '{}')
    expect(await derive(project)).toEqual(before)
  })

  it('takes the folder with the title of the phase, and names the folders if none has it', async () => {
    const state = await derive(makeProject({ ...WHOLE, '.planning/phases/1-other/note.md': 'x' }))
    expect(state.step).not.toBe('blocked')
    const twice = {
      ...without(`${PHASE}/01-CONTEXT.md`),
      '.planning/phases/01-a/01-CONTEXT.md': contextDraft('1'),
      '.planning/phases/01-b/x.md': 'x',
    }
    const files = Object.fromEntries(Object.entries(twice).filter(([path]) => !path.startsWith(PHASE)))
    const ambiguous = await derive(makeProject(files))
    expect(ambiguous).toMatchObject({ rule: 'D07', step: 'blocked' })
    expect(ambiguous.blockers[0].text).toContain('.planning/phases/01-b')
  })
})

describe('the dispatch table', () => {
  const HOLDS: ReadonlySet<string> = new Set(['paused', 'blocked'])

  it('has one unit type for every step without a hold', () => {
    for (const step of STEPS) expect(UNIT_TYPE_IDS.includes(UNIT_OF_STEP[step] ?? ''), step).toBe(!HOLDS.has(step))
  })

  it('has a mandatory file for every unit type, with three exceptions', () => {
    for (const id of UNIT_TYPE_IDS) {
      const mandatory = unitType(id).expects.filter(({ mandatory: must }) => must)
      const byItself = ['transition', 'complete-milestone', 'triage-captures'].includes(id)
      expect(mandatory.length > 0 || byItself, id).toBe(true)
    }
  })
})
