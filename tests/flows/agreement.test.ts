// Facts with one owner: every verb that prints a share, a window, a count of plans or the next step prints the same one.
import { afterAll, describe, expect, it } from 'vitest'
import { disposeProjects, type Files, makeProject, OLDER, OURS, type TempProject } from '../support/project.js'

afterAll(disposeProjects)

const PHASE = '.planning/phases/01-foundation'
const plan = (text: string) => (OURS[`${PHASE}/01-02-PLAN.md`] as string).replace('plan: "02"', text)
const summary = OURS[`${PHASE}/01-01-SUMMARY.md`] as string
const roadmap = OURS['.planning/ROADMAP.md'] as string

/** The same files under another folder. */
const moved = (files: Files, from: string, to: string): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace(from, to), text]))

const without = (files: Files, ...paths: readonly string[]): Files =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path)))

const SHIPPED = `# Roadmap: Ledger

## Milestones

- ✅ **v1.0 First** - Phases 1-2 (shipped 2026-01-02)

<details>
<summary>✅ v1.0 First (Phases 1-2) - shipped 2026-01-02</summary>

### Phase 1: Foundation

**Goal**: A base
**Plans**: 2/2 plans complete

### Phase 2: Accounts

**Goal**: People sign in

</details>
`

/** Decimal and letter ids, and a version in a title that opens no milestone. */
const BRANCHING = roadmap
  .replaceAll('Phase 2: Accounts', 'Phase 1.1: Accounts of v2.0')
  .replaceAll('Phase 3: Reports', 'Phase 10a: Reports')
  .replace('**Depends on**: Phase 1\n', '')
  .replace('**Depends on**: Phase 2\n', '**Depends on**: Phase 1.1\n')

const FENCED = `${roadmap}
## Notes

\`\`\`
### Phase 77: Only an example
\`\`\`
`

const FLAT = `# Roadmap

### Phase 1: Foundation

**Goal:** A base

### Phase 2: Accounts

**Goal:** People sign in
`

const TREES: Readonly<Record<string, { readonly files: Files; readonly flags?: readonly string[] }>> = {
  'a project of ours': { files: OURS },
  'a project of an older tool': { files: OLDER },
  'a project without a milestone': { files: { ...OURS, '.planning/ROADMAP.md': FLAT } },
  'a project between milestones': { files: { ...OURS, '.planning/ROADMAP.md': SHIPPED } },
  'a project with decimal and letter ids': {
    files: {
      ...OURS,
      '.planning/ROADMAP.md': BRANCHING,
      '.planning/phases/01.1-accounts/01.1-01-PLAN.md': plan('plan: "01"'),
      '.planning/phases/10a-reports/10a-01-PLAN.md': plan('plan: "01"'),
      '.planning/phases/10a-reports/10a-01-SUMMARY.md': summary,
    },
  },
  'a project with a code in its directories': {
    files: moved(OURS, 'phases/01-foundation', 'phases/LED-01-foundation'),
  },
  'a project with two directories of one phase': {
    files: { ...OURS, '.planning/phases/02-one/x.md': 'x', '.planning/phases/02-two/x.md': 'x' },
  },
  'a project with a superseded plan and a heading in a fence': {
    files: {
      ...OURS,
      '.planning/ROADMAP.md': FENCED,
      [`${PHASE}/01-03-PLAN.md`]: plan('plan: "03"\nstatus: superseded'),
    },
  },
  'a project with CRLF and a byte order mark': {
    files: Object.fromEntries(
      Object.entries(OURS).map(([path, text]) => [
        path,
        path.endsWith('.md') ? `\uFEFF${text.replaceAll('\n', '\r\n')}` : text,
      ]),
    ),
  },
  'a workstream': {
    files: {
      ...without(OURS, '.planning/REQUIREMENTS.md'),
      ...moved(
        Object.fromEntries(
          Object.entries(OURS).filter(([path]) => /(ROADMAP|STATE|REQUIREMENTS)\.md$|\/phases\//.test(path)),
        ),
        '.planning/',
        '.planning/workstreams/api/',
      ),
    },
    flags: ['--ws', 'api'],
  },
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many verbs
type Json = any

interface Answers {
  readonly json: Json
  readonly analyze: Json
  readonly next: Json
}

async function answers(project: TempProject, flags: readonly string[]): Promise<Answers> {
  const ask = async (...words: readonly string[]) => (await project.ask(...words, ...flags)).json()
  return {
    json: await ask('state', 'derive'),
    analyze: await ask('progress'),
    next: await ask('next'),
  }
}

const same = (values: readonly unknown[]) => expect(values).toEqual(values.map(() => values[0]))

describe.each(Object.entries(TREES))('in %s', (_, { files, flags = [] }) => {
  const project = makeProject(files)
  let found: Answers

  it('the share is the same everywhere', async () => {
    found = await answers(project, flags)
    const { json, analyze } = found
    same([json.progress.percent, analyze.percent])
  })

  it('the window holds the same phases everywhere', async () => {
    const { json, analyze } = found
    same([analyze.phase_count, analyze.phases.length])
    if (analyze.scope === 'between_milestones') return same([json.progress.phases.total, 0])
    same([analyze.phase_count, json.progress.phases.total])
    same([analyze.completed_phases, json.progress.phases.done])
  })

  it('plans are counted the same everywhere', async () => {
    const { json, analyze } = found
    if (analyze.scope === 'between_milestones') return
    same([analyze.total_plans, json.progress.plans.total])
    const first = analyze.phases[0].number
    const index = (await project.ask('phase', 'plan-index', first, ...flags)).json()
    expect(index.plans.length).toBe(analyze.phases[0].plan_count)
  })

  it('the next step is the same everywhere', async () => {
    const { json, analyze, next } = found
    same([json.step, next.step, analyze.step])
    const phase = analyze.current_phase
    if (next.kind === 'hold') return
    const unitPhase = next.unit.payload.phase?.id ?? null
    expect(unitPhase === null ? null : unitPhase.replace(/^0/, '')).toBe(phase)
    if (next.unit.unitType === 'plan-phase' || next.unit.unitType === 'discuss-phase')
      expect(analyze.next_phase).toBe(phase)
  })
})
