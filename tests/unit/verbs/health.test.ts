// Health findings and their fixes.
import { afterAll, describe, expect, it } from 'vitest'
import { CREATED, disposeProjects, type Files, makeProject, OURS } from '../../support/project.js'

afterAll(disposeProjects)

const FOLDER = '.planning/phases/01-foundation'
const STATE = '.planning/STATE.md'
const ROADMAP = '.planning/ROADMAP.md'

async function ask(files: Files, ...words: readonly string[]) {
  const { exit, json } = await makeProject(files).ask(...words)
  return { exit, ...json() }
}
const codes = (findings: readonly { readonly code: string }[]) => findings.map(({ code }) => code)
const without = (files: Files, path: string): Files =>
  Object.fromEntries(Object.entries(files).filter(([name]) => name !== path))

/** Returns the files with STATE.md rebuilt from the evidence. */
async function rebuild(files: Files): Promise<Files> {
  const project = makeProject(files)
  await project.ask('state', 'rebuild')
  return { ...files, [STATE]: project.read(STATE) }
}

const BETWEEN: Files = {
  '.planning/PROJECT.md': OURS['.planning/PROJECT.md'] as string,
  '.planning/MILESTONES.md': '# Milestones\n\n## v1.0 First (Shipped: 2026-01-01)\n\nDone.\n',
  '.planning/milestones/v1.0-ROADMAP.md': '# Roadmap\n',
  [ROADMAP]:
    '# Roadmap\n\n<details>\n<summary>✅ v1.0 First (Phases 1-1) — SHIPPED 2026-01-01</summary>\n\n### Phase 1: Foundation\n\n**Goal**: A base\n\n</details>\n',
  [`${FOLDER}/01-01-SUMMARY.md`]: '# Summary\n',
}

describe('a healthy tree', () => {
  it('has no finding', async () => {
    const found = await ask(await rebuild(OURS), 'health')
    expect(found).toMatchObject({ exit: 0, status: 'healthy', errors: [], warnings: [], info: [] })
  })

  it('can be between milestones, with old directories', async () => {
    const found = await ask({ ...BETWEEN, [STATE]: OURS[STATE] as string }, 'health')
    expect([found.exit, found.status, found.errors, found.warnings]).toEqual([0, 'healthy', [], []])
  })

  it('needs no settings', async () => {
    const found = await ask(await rebuild(without(OURS, '.planning/config.json')), 'health')
    expect([found.status, found.info]).toEqual(['healthy', []])
  })

  it('needs a current STATE.md, even without a roadmap', async () => {
    const own = (OURS[STATE] as string).replace('completed_plans: 1', 'completed_plans: 9')
    const { info } = await ask(
      { '.planning/PROJECT.md': OURS['.planning/PROJECT.md'] as string, [STATE]: own },
      'health',
    )
    expect(codes(info)).toContain('STATE_DRIFT')
  })

  it('is checked despite a lock, and nothing is written', async () => {
    const project = makeProject({
      ...OURS,
      '.planning/.lock': JSON.stringify({ pid: process.pid, host: 'elsewhere', at: Date.now() }),
    })
    const before = project.snapshot()
    expect((await project.ask('health')).exit).toBe(0)
    expect(project.snapshot()).toEqual(before)
  })
})

describe('a finding', () => {
  it.each([
    ['E002', without(OURS, '.planning/PROJECT.md'), 'errors'],
    ['E003', without(OURS, ROADMAP), 'errors'],
    ['E004', without(OURS, STATE), 'errors'],
    [
      'STATE_DRIFT',
      { ...OURS, [STATE]: (OURS[STATE] as string).replace('completed_plans: 1', 'completed_plans: 9') },
      'info',
    ],
    [
      'STATE_DRIFT',
      {
        ...OURS,
        [STATE]: (OURS[STATE] as string).replace('status: executing', 'current_phase: "42"\nstatus: executing'),
      },
      'info',
    ],
    ['W009', { ...OURS, [`${FOLDER}/01-RESEARCH.md`]: '# R\n\n## Validation Architecture\n\nTests.\n' }, 'info'],
  ])('%s is reported, with a fix', async (code, files, list) => {
    const found = await ask(files as Files, 'health')
    expect(codes(found[list])).toContain(code)
    for (const one of [...found.errors, ...found.warnings, ...found.info]) expect(one.fix).not.toBe('')
  })

  it('a folder numbered below every phase of the roadmap belongs to an earlier milestone', async () => {
    const roadmap = '# R\n\n## v2.0 Next (In Progress)\n\n### Phase 7: Reset\n\n**Goal**: G\n\n### Phase 9: Last\n'
    const folders = { '.planning/phases/03-old/03-01-PLAN.md': '# P\n', '.planning/phases/08-stray/.gitkeep': '' }
    const { warnings } = await ask({ ...OURS, [ROADMAP]: roadmap, ...folders }, 'health')
    const strays = warnings.filter(({ code }: { code: string }) => code === 'W007')
    expect(strays.map(({ path }: { path: string }) => path)).toEqual(['.planning/phases/08-stray'])
  })

  it('a plan whose dependency has no file is reported, with the file to restore', async () => {
    const first = `${FOLDER}/01-01-PLAN.md`
    const files = without(OURS, first)
    const { errors } = await ask(files, 'health')
    expect(errors.find(({ code }: { code: string }) => code === 'PLAN_REF')?.fix).toContain('restore 01-01-PLAN.md')
  })

  it('that occurs several times in a file is reported once, with its lines', async () => {
    const context = '# Context\n\n## Decisions\n\n- D1: tabs in code\n- D1: blanks in prose\n'
    const config = '{"exa_search": true, "brave_search": true, "fire": 1}\n'
    const files = { ...OURS, [`${FOLDER}/01-CONTEXT.md`]: context, '.planning/config.json': config }
    const { info } = await ask(files, 'health')
    const found = info.filter(({ code }: { code: string }) => code === 'DECISION' || code === 'CONFIG_UNKNOWN_KEY')
    expect(found).toMatchObject([
      {
        code: 'CONFIG_UNKNOWN_KEY',
        message: expect.stringMatching(/"exa_search" is .*"brave_search" is .*"fire" is not a known key$/),
      },
      { code: 'DECISION', line: 5, message: expect.stringMatching(/also in line 6$/) },
    ])
  })
})

/** Runs each command in a fix, and returns them. Throws if one is invalid, or removes a file. */
async function callsIn(fix: string, files: Files): Promise<readonly string[]> {
  const made: string[] = []
  for (const [, text = ''] of fix.matchAll(/gsd-tools ((?:"[^"]*"|[^;,()"])+)/g)) {
    const words = (text.match(/"[^"]*"|\S+/g) ?? []).map((word) =>
      // A placeholder for the user.
      word.replaceAll('"', '').replace('<phases, or none>', 'none'),
    )
    const least = Math.max(1, words.findLastIndex((word) => word.startsWith('--')) + 2)
    for (let end = words.length; ; end--) {
      if (end < Math.min(least, words.length)) throw new Error(`no call: gsd-tools ${text}`)
      const project = makeProject(files)
      const { exit } = await project.ask(...words.slice(0, end))
      if (exit === 2 || exit === 70) continue
      made.push(words.slice(0, end).join(' '))
      for (const [path, bytes] of Object.entries(files))
        if (!project.has(path)) throw new Error(`gsd-tools ${text} takes away ${path} of ${bytes.length} bytes`)
      break
    }
  }
  return made
}

describe('the advice of a finding', () => {
  const plan = OURS[`${FOLDER}/01-02-PLAN.md`] as string
  it.each<[string, Files]>([
    ['E002', without(OURS, '.planning/PROJECT.md')],
    ['E003', without(OURS, ROADMAP)],
    ['E004', without(OURS, STATE)],
    ['W009', { ...OURS, [`${FOLDER}/01-RESEARCH.md`]: '# R\n\n## Validation Architecture\n\nTests.\n' }],
    ['STATE_DRIFT', { ...OURS, [STATE]: (OURS[STATE] as string).replace('completed_plans: 1', 'completed_plans: 9') }],
    [
      'TICK_WITHOUT_EVIDENCE',
      {
        ...OURS,
        [ROADMAP]: (OURS[ROADMAP] as string).replace('- [ ] **Phase 1', '- [x] **Phase 1'),
        '.planning/ledger.jsonl': CREATED,
      },
    ],
    ['PHASE_DEPS', { ...OURS, [ROADMAP]: (OURS[ROADMAP] as string).replace('on**: Phase 2', 'on**: Phase 3') }],
    ['PLAN_REF', { ...OURS, [`${FOLDER}/01-02-PLAN.md`]: plan.replace('["01-01"]', '["01-09"]') }],
    ['PHASE_AMBIGUOUS', { ...OURS, '.planning/phases/02-one/a.md': '', '.planning/phases/02-two/a.md': '' }],
    ['CONFIG_UNKNOWN_KEY', { ...OURS, '.planning/config.json': '{"model_profil": "quality"}\n' }],
  ])('%s names commands that work and lose nothing', async (code, files) => {
    const { errors, warnings, info } = await ask(files, 'health')
    const fixes = [...errors, ...warnings, ...info].flatMap((one) => (one.code === code ? [one.fix] : []))
    expect(fixes).not.toEqual([])
    for (const fix of fixes) {
      expect(fix).not.toMatch(/\b(?:remove|delete|cut)\b/i)
      expect((await callsIn(fix, files)).length > 0).toBe(fix.includes('gsd-tools '))
    }
  })
})

describe('state rebuild', () => {
  it.each([
    ['E004', without(OURS, STATE)],
    [
      'STATE_DRIFT',
      {
        ...OURS,
        [STATE]: (OURS[STATE] as string).replace('status: executing', 'current_phase: "42"\nstatus: executing'),
      },
    ],
    ['STATE_DRIFT', { ...OURS, [STATE]: (OURS[STATE] as string).replace('completed_plans: 1', 'completed_plans: 9') }],
  ])('resolves the finding %s, and can be undone', async (code, files) => {
    const project = makeProject(files as Files)
    const before = project.snapshot()
    const answer = (await project.ask('state', 'rebuild')).json()
    expect(answer.changed_files).toContain(STATE)
    const { errors, info } = (await project.ask('health')).json()
    expect([...codes(errors), ...codes(info)]).not.toContain(code)
    expect((await project.ask('state', 'rebuild')).json()).toMatchObject({ changed: false, journal: null })
    expect((await project.ask('undo', answer.journal, '--yes')).exit).toBe(0)
    for (const name of answer.changed_files)
      expect(project.has(name) ? project.snapshot()[name] : undefined).toBe(before[name])
  })

  it('keeps the user’s text', async () => {
    const own = (OURS[STATE] as string)
      .replace('completed_plans: 1', 'completed_plans: 9')
      .replace('None yet.', 'Paint is wet.')
    const project = makeProject({ ...OURS, [STATE]: own })
    await project.ask('state', 'rebuild')
    expect(project.read(STATE)).toContain('Paint is wet.')
    expect(project.read(STATE)).toContain('completed_plans: 1')
  })
})
