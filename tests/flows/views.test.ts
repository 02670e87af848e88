// All views of a tree agree: every verb of the registry that shows a status or a share is called on every tree.
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readBoard } from '../../lib/cli/gsd/board/read-board.js'
import { PHASE_STATUS, PLAN_STATUS, REQUIREMENT_STATUS } from '../../lib/core/derivation/statuses.js'
import { type Args, callName, type Verb } from '../../lib/core/verb.js'
import { reportMarkdown } from '../../lib/pictures/markdown.js'
import { VIEWS, viewLines } from '../../lib/pictures/views.js'
import { mismatches, type Shape } from '../../lib/std/shape.js'
import { ALL_GROUPS } from '../../lib/verbs/registry.js'
import { shareShape } from '../../lib/verbs/status-shapes.js'
import { disposeProjects, type Files, makeProject, OLDER, OURS, type TempProject } from '../support/project.js'
import { randomOf } from '../support/random.js'

afterEach(disposeProjects)

// biome-ignore lint/suspicious/noExplicitAny: answers of many verbs
type Json = any

const KINDS = { phase: PHASE_STATUS, plan: PLAN_STATUS, requirement: REQUIREMENT_STATUS } as const
type Kind = keyof typeof KINDS | 'share'

/** Keys that name the phase, plan, requirement or workstream of a record. */
const ID_KEYS: Readonly<Record<Kind, readonly string[]>> = {
  phase: ['phase_id', 'phase_number', 'number', 'phase', 'current_phase'],
  plan: ['id', 'plan'],
  requirement: ['id'],
  share: ['name'],
}

interface Fact {
  readonly kind: Kind
  readonly subject: string
  readonly value: string
}

const plain = (id: string) => id.replace(/^0+(?=\d)/, '').toLowerCase()

/** Facts in an answer, recognised by the shape of the verb's result. */
function factsIn(shape: Shape, value: Json, around: Json = {}): readonly Fact[] {
  if (value === null || value === undefined) return []
  if (shape.anyOf !== undefined)
    return shape.anyOf
      .filter((one) => mismatches(one, value).length === 0)
      .flatMap((one) => factsIn(one, value, around))
  const kind = (Object.keys(KINDS) as (keyof typeof KINDS)[]).find((name) => KINDS[name] === shape.enum)
  const about = (name: Kind) =>
    plain(String(ID_KEYS[name].map((key) => around[key]).find((id) => typeof id === 'string') ?? ''))
  if (kind !== undefined) return [{ kind, subject: about(kind), value }]
  if (shape === shareShape) return [{ kind: 'share', subject: about('share'), value: JSON.stringify(value) }]
  if (Array.isArray(value)) return value.flatMap((item) => factsIn(shape.items ?? {}, item, around))
  if (typeof value !== 'object') return []
  return Object.entries(shape.properties ?? {}).flatMap(([key, field]) => factsIn(field, value[key], value))
}

const holdsFact = (shape: Shape): boolean =>
  shape === shareShape ||
  Object.values(KINDS).some((words) => words === shape.enum) ||
  [
    ...(shape.anyOf ?? []),
    ...(shape.items === undefined ? [] : [shape.items]),
    ...Object.values(shape.properties ?? {}),
  ].some(holdsFact)

async function allVerbs(): Promise<readonly Verb[]> {
  const loaders = ALL_GROUPS.flatMap(({ verbs }) => Object.values(verbs))
  return Promise.all(loaders.map((load) => load()))
}

const viewsOf = async () => (await allVerbs()).filter((verb) => holdsFact(verb.result))

const requiredArgs = (verb: Verb) => Object.entries(verb.args as Args).filter(([, arg]) => arg.required === true)

/** The calls of a view on a tree; null if they cannot be generated. */
function callsOf(
  verb: Verb,
  { phases, plans, streams }: Readonly<Record<'phases' | 'plans' | 'streams', readonly string[]>>,
): readonly (readonly string[])[] | null {
  if (verb.writes !== undefined && verb.isReadOnly === undefined) return null
  const words = callName(verb.name).split(' ')
  const [first, ...more] = requiredArgs(verb)
  if (first === undefined) return [words]
  if (more.length > 0) return null
  const subjects = { phase: phases, plan: plans, name: streams }[first[0]]
  return subjects?.map((subject) => [...words, subject]) ?? null
}

interface ViewFact extends Fact {
  readonly verb: string
}

async function factsOfViews(project: TempProject, flags: readonly string[]): Promise<readonly ViewFact[]> {
  const analyze = (await project.ask('progress', ...flags)).json()
  const phases = (analyze.phases ?? []).map(({ number }: Json) => number)
  const plans: string[] = []
  for (const phase of phases) {
    const index = (await project.ask('phase', 'plan-index', phase, ...flags)).json()
    plans.push(...(index.plans ?? []).map(({ id }: Json) => id))
  }
  const facts: ViewFact[] = []
  for (const verb of await viewsOf())
    for (const words of callsOf(verb, { phases, plans, streams: flags.slice(1) }) ?? []) {
      const { json, exit } = await project.ask(...words, ...flags)
      if (exit === 2 || exit === 70) expect([words, exit]).toEqual([words, 0])
      facts.push(...factsIn(verb.result, json()).map((fact) => ({ ...fact, verb: words.join(' ') })))
    }
  // A list of workstreams also names the shares of others.
  const stream = flags[1]
  return facts.flatMap((fact) =>
    fact.kind !== 'share' || fact.subject === '' || fact.subject === stream
      ? [fact.kind === 'share' ? { ...fact, subject: 'milestone' } : fact]
      : [],
  )
}

/** Differences between views about the same subject. */
function disagreements(facts: readonly ViewFact[]): readonly string[] {
  const found = new Map<string, Map<string, string[]>>()
  for (const { kind, subject, value, verb } of facts) {
    const values = found.get(`${kind} ${subject}`) ?? new Map<string, string[]>()
    values.set(value, [...(values.get(value) ?? []), verb])
    found.set(`${kind} ${subject}`, values)
  }
  return [...found].flatMap(([subject, values]) =>
    values.size < 2
      ? []
      : [`${subject}: ${[...values].map(([value, verbs]) => `${value} (${verbs.join(', ')})`).join(' | ')}`],
  )
}

const CORPUS = fileURLToPath(new URL('../corpus/trees/', import.meta.url))

interface Tree {
  readonly name: string
  readonly make: () => TempProject
  readonly flags: readonly string[]
}

const corpus: readonly Tree[] = readdirSync(CORPUS).flatMap((name) => {
  const { views } = JSON.parse(readFileSync(join(CORPUS, name, 'expected.json'), 'utf8')) as {
    readonly views: readonly { readonly flags?: readonly string[] }[]
  }
  return views.map(({ flags = [] }) => ({
    name: [name, ...flags].join(' '),
    flags,
    make() {
      const project = makeProject({})
      cpSync(join(CORPUS, name, 'tree'), project.root, { recursive: true })
      return project
    },
  }))
})

/** Defects, each planted into some files of a tree. */
const HARMS: readonly ((text: string, path: string) => string | null)[] = [
  (text) => text.replaceAll('- [ ]', '- [x]'),
  (text) => text.replaceAll('- [x]', '- [ ]'),
  (text, path) => (path.endsWith('SUMMARY.md') ? null : text),
  (text, path) => (path.endsWith('PLAN.md') ? null : text),
  (text) => text.replace(/^completed_at:.*\n/m, ''),
  (text, path) => (path.endsWith('SUMMARY.md') ? text.replace('---\n', '---\nstatus: halted\n') : text),
  (text) => text.replaceAll('\n', '\r\n'),
  (text, path) => (path.endsWith('ROADMAP.md') ? text.replace(/^### Phase 2/m, '### Phase 2.1') : text),
]

function harmedFiles(seed: number): Files {
  const random = randomOf(seed)
  const base = random.next() < 0.5 ? OURS : OLDER
  const extra: Files =
    random.next() < 0.4
      ? {
          '.planning/phases/01-foundation/01-VERIFICATION.md':
            '---\nphase: "01"\nstatus: passed\nscore: 2/2\n---\n\n# Verification\n',
          '.planning/phases/02-accounts/02-01-PLAN.md': OURS['.planning/phases/01-foundation/01-02-PLAN.md'] as string,
          '.planning/phases/02-accounts/02-01-SUMMARY.md': '# Accounts\n\nDone.\n',
        }
      : {}
  return Object.fromEntries(
    Object.entries({ ...base, ...extra }).flatMap(([path, text]): [string, string][] => {
      if (!path.startsWith('.planning/') || !path.endsWith('.md')) return [[path, text]]
      const harm = random.next() < 0.35 ? random.pick(HARMS) : null
      const result = harm === null ? text : harm(text, path)
      return result === null ? [] : [[path, result]]
    }),
  )
}

const generated: readonly Tree[] = Array.from({ length: 12 }, (_, seed) => ({
  name: `made at random from ${seed + 1}`,
  flags: [],
  make: () => makeProject(harmedFiles(seed + 1)),
}))

const PHASE = '.planning/phases/01-foundation'
const plan = (text: string) => (OURS[`${PHASE}/01-02-PLAN.md`] as string).replace('plan: "02"', text)
const summary = OURS[`${PHASE}/01-01-SUMMARY.md`] as string
const roadmap = OURS['.planning/ROADMAP.md'] as string

const replacePaths = (files: Files, from: string, to: string): Files =>
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

/** Decimal and letter ids, and a version in a title that is not a milestone. */
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

const PROJECTS: Readonly<Record<string, { readonly files: Files; readonly flags?: readonly string[] }>> = {
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
    files: replacePaths(OURS, 'phases/01-foundation', 'phases/LED-01-foundation'),
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
      ...replacePaths(
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

const trees: readonly Tree[] = [
  ...Object.entries(PROJECTS).map(([name, { files, flags = [] }]) => ({ name, flags, make: () => makeProject(files) })),
  ...corpus,
  ...generated,
]

describe('one answer', () => {
  it.each(trees)('in the tree $name', async ({ make, flags }) => {
    expect(disagreements(await factsOfViews(make(), flags))).toEqual([])
  })

  it.each(trees)('about counts and the next step in the tree $name', async ({ make, flags }) => {
    const project = make()
    const ask = async (...words: readonly string[]) => (await project.ask(...words, ...flags)).json()
    const [state, shown, next] = [await ask('state', 'derive'), await ask('progress'), await ask('next')]
    if (state.error !== undefined)
      return expect([next.error.code, shown.error.code]).toEqual([state.error.code, state.error.code])
    expect([next.step, shown.step]).toEqual([state.step, state.step])
    const { phases, plans } = state.progress
    if (shown.scope === 'between_milestones') return expect(phases.total).toBe(0)
    const counted = [shown.phases.length, shown.phase_count, shown.completed_phases, shown.total_plans]
    expect(counted).toEqual([phases.total, phases.total, phases.done, plans.total])
  })

  it.each(trees)('about defects in files of the tree $name', async (tree) => {
    const project = tree.make()
    const ask = async (...words: readonly string[]) => (await project.ask(...words, ...tree.flags)).json()
    const namesOf = (found: readonly Json[]) => found.map(({ code, path }) => `${code} ${path}`)
    const linted: readonly Json[] = ((await ask('lint')).findings ?? []).filter((one: Json) => one.severity === 'error')
    expect(namesOf((await ask('health')).errors ?? [])).toEqual(expect.arrayContaining([...namesOf(linted)]))
  })

  it('is compared for every view', async () => {
    const stream = corpus.find(({ flags }) => flags.includes('--ws')) as Tree
    const facts = [...(await factsOfViews(makeProject(OURS), [])), ...(await factsOfViews(stream.make(), stream.flags))]
    const silent = (await viewsOf())
      .filter((verb) => !facts.some(({ verb: words }) => words.startsWith(callName(verb.name))))
      .map(({ name }) => name)
    expect(silent).toEqual([])
    expect(new Set(facts.map(({ kind }) => kind))).toEqual(new Set(['phase', 'plan', 'requirement', 'share']))
  })
})

describe('pictures', () => {
  const sum = (phases: Json, key: string) => phases.reduce((total: number, phase: Json) => total + phase[key], 0)

  it.each(trees.filter(({ flags }) => flags.length === 0))(
    'show the facts of verbs in the tree $name',
    async ({ make }) => {
      const project = make()
      const ask = async (...words: readonly string[]) => (await project.ask(...words)).json()
      const facts = await ask('progress')
      if (facts.error !== undefined) return
      const board = await readBoard({ env: project.env({}), cwd: project.root, bin: project.root } as never)
      expect(
        board.phases.map(({ id, status, plans, open }) => [plain(id), status, plans.done, plans.total, open]),
      ).toEqual(
        facts.phases.map((row: Json) => [plain(row.number), row.status, row.complete_count, row.plan_count, row.open]),
      )
      expect([board.progress.share, board.progress.percent]).toEqual([facts.share, facts.percent])
      expect(board.waiting).toEqual(facts.waiting)
      expect([board.milestone?.id ?? null, board.milestone?.title ?? null]).toEqual([
        facts.milestone_version,
        facts.milestone_name,
      ])
      expect([facts.total_plans, facts.done_plans]).toEqual([
        sum(facts.phases, 'plan_count'),
        sum(facts.phases, 'complete_count'),
      ])

      const next = await ask('next')
      if (next.kind === 'hold' && next.hold !== undefined) expect(facts.waiting).not.toEqual([])
      if (facts.shipped === null)
        expect(board.progress.plans).toEqual({ done: facts.done_plans, total: facts.total_plans })

      const screen = viewLines(board, 0, { columns: 200, paint: (_, text) => text }).join('\n')
      const report = reportMarkdown(board)
      for (const text of [screen, report]) {
        if (facts.percent !== null) expect(text).toContain(`${facts.percent}%`)
        expect(text).toContain('For you')
        expect(text.includes('Nothing waits for you.')).toBe(facts.waiting.length === 0)
      }
      expect(report.includes('### Noted for later')).toBe(board.captures.length > 0)
    },
  )

  it('also show the order of phases that are all done', async () => {
    const project = makeProject(OURS)
    const board = await readBoard({ env: project.env({}), cwd: project.root, bin: project.root } as never)
    const phases = board.phases.map((phase) => ({ ...phase, done: true, ready: false }))
    const lines = viewLines({ ...board, phases }, 1, { columns: 99, paint: (_, text) => text })
    expect(lines.join('\n')).toMatch(/Every phase is done, in this order\n[\s\S]*needs 1/)
  })

  it("give the times of the timeline in the reader's time zone", async () => {
    const project = makeProject(OURS)
    await project.ask('note', 'add', '--text', 'Later')
    const board = await readBoard({ env: project.env({}), cwd: project.root, bin: project.root } as never)
    const entries = board.timeline.entries.map((entry) => ({ ...entry, at: '2026-01-01T20:30:00.000Z' }))
    vi.stubEnv('TZ', 'Asia/Tokyo')
    const lines = viewLines({ ...board, timeline: { entries, more: false } }, 3, {
      columns: 99,
      paint: (_, text) => text,
    })
    vi.unstubAllEnvs()
    expect(lines.slice(2)).toEqual(['2026-01-02', '  05:30  note add'])
  })

  it('fit on a narrow terminal without truncation, and explain their marks', async () => {
    const roadmap = (OURS['.planning/ROADMAP.md'] as string).replaceAll(
      'Foundation',
      'Foundation of all that is to come in years',
    )
    const project = makeProject({ ...OURS, '.planning/ROADMAP.md': roadmap })
    const board = await readBoard({ env: project.env({}), cwd: project.root, bin: project.root } as never)
    for (const at of VIEWS.keys()) {
      const shown = viewLines(board, at, { columns: 40, paint: (_, text) => text })
      const long = shown.filter(({ length }) => length > 40)
      // Only commands to copy, and words that cannot be wrapped, are longer.
      expect(long.filter((line) => !/^\s*(?:gsd\S* |[^ ]+$)/.test(line))).toEqual([])
    }
    const text = viewLines(board, 0, { columns: 40, paint: (_, line) => line })
      .join(' ')
      .replace(/\s+/g, ' ')
    expect(text).toContain('1. Foundation of all that is to come in years · in progress · 1/2 *')
    expect(text).toContain('▶ in progress · open * longest chain left')
    expect(text).toContain('0 of 3 phases done, 0 verified; 1/2 plans')
  })

  it('show questions for the user as progress does', async () => {
    const project = makeProject(OURS)
    await project.ask('decision', 'add', '--question', 'Tabs or blanks?', '--options', 'tabs|blanks')
    const { waiting } = (await project.ask('progress')).json()
    const board = await readBoard({ env: project.env({}), cwd: project.root, bin: project.root } as never)
    expect([waiting.map(({ text }: Json) => text), board.waiting]).toEqual([['Tabs or blanks?'], waiting])
    expect((await project.ask('progress', '--pretty')).stdout).toMatch(
      /Waiting for you:\n- Tabs or blanks\? \(gsd-tools decision answer \S+ /,
    )
  })
})

describe('work of another tool', () => {
  it('is called done in every view', async () => {
    const roadmap = (OLDER['.planning/ROADMAP.md'] as string).replace('- [ ] **Phase 1', '- [x] **Phase 1')
    const facts = await factsOfViews(makeProject({ ...OLDER, '.planning/ROADMAP.md': roadmap }), [])
    const first = facts.filter(({ kind, subject }) => kind === 'phase' && subject === '1')
    expect(new Set(first.map(({ value }) => value))).toEqual(new Set(['done']))
    expect(first.map(({ verb }) => verb)).toEqual(expect.arrayContaining(['progress', 'verification status 1']))
  })
})

describe('a view', () => {
  it('that shows a percentage also shows the counts', async () => {
    const paths = (shape: Shape, at: string): readonly string[] =>
      shape === shareShape
        ? []
        : [
            ...Object.entries(shape.properties ?? {}).flatMap(([key, field]) => [
              ...(/^(?:progress_)?percent$/.test(key) ? [`${at}.${key}`] : []),
              ...paths(field, `${at}.${key}`),
            ]),
            ...(shape.anyOf ?? []).flatMap((one) => paths(one, at)),
            ...(shape.items === undefined ? [] : paths(shape.items, `${at}[]`)),
          ]
    const hasShare = (shape: Shape): boolean =>
      shape === shareShape ||
      [
        ...Object.values(shape.properties ?? {}),
        ...(shape.anyOf ?? []),
        ...(shape.items === undefined ? [] : [shape.items]),
      ].some(hasShare)
    const bare = (await allVerbs())
      .filter((verb) => paths(verb.result, '').length > 0 && !hasShare(verb.result))
      .map(({ name }) => name)
    expect(bare).toEqual([])
  })
})
