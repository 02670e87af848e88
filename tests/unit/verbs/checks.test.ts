// Verdicts about plans, phases, documents and the tree, and the models agents run on.
import { afterAll, describe, expect, it } from 'vitest'
import { CREATED, disposeProjects, type Files, makeProject, OLDER, OURS } from '../../support/project.js'

afterAll(disposeProjects)

const PLAN = '.planning/phases/01-foundation/01-02-PLAN.md'
const codes = (findings: readonly { readonly code: string }[]) => findings.map(({ code }) => code)

describe('verify plan-structure', () => {
  const text = OURS[PLAN] as string

  it('passes a whole plan', async () => {
    const answer = await makeProject(OURS).ask('verify', 'plan-structure', PLAN)
    expect([answer.exit, answer.json().valid, answer.json().errors]).toEqual([0, true, []])
    expect(answer.json().tasks).toEqual([
      { name: 'Task 1: Write part 02', type: 'auto', hasFiles: true, hasAction: true, hasVerify: true, hasDone: true },
    ])
  })

  it.each([
    ['no task', text.replace(/<task [\s\S]*<\/task>/, ''), 'NO_TASKS'],
    ['a task without an action', text.replace(/ {2}<action>.*\n/, ''), 'TASK_ACTION'],
    ['a task without a name', text.replace(/ {2}<name>.*\n/, ''), 'TASK_NAME'],
    [
      'a checkpoint in an autonomous plan',
      text.replace('type="auto"', 'type="checkpoint:human-verify"'),
      'AUTONOMOUS_CHECKPOINT',
    ],
  ])('%s is an error with a fix', async (_, changed, code) => {
    const answer = await makeProject({ ...OURS, [PLAN]: changed }).ask('verify', 'plan-structure', PLAN)
    expect([answer.exit, answer.json().valid]).toEqual([1, false])
    expect(codes(answer.json().errors)).toContain(code)
    for (const { fix } of answer.json().errors) expect(fix).not.toBe('')
  })

  it.each([
    ['a missing key', text.replace('autonomous: true\n', ''), 'KEY_MISSING'],
    ['nothing that would prove it', text.replace(/verify:\n.*\n/, ''), 'NO_CHECK'],
  ])('%s is an error in a draft, and a warning where the plan lies in the tree already', async (_, changed, code) => {
    const draft = '.planning/.runtime/drafts/plan-phase-1/01-02-PLAN.md'
    const project = makeProject({ ...OURS, [PLAN]: changed, [draft]: changed })
    const handedIn = await project.ask('verify', 'plan-structure', draft)
    expect([handedIn.exit, codes(handedIn.json().errors)]).toEqual([1, [code]])
    const placed = await project.ask('verify', 'plan-structure', PLAN)
    expect([placed.exit, placed.json().errors, codes(placed.json().warnings)]).toEqual([0, [], [code]])
  })

  it('is the judgement of lint and health too', async () => {
    const project = makeProject({ ...OURS, [PLAN]: text.replace(/ {2}<action>.*\n/, '') })
    const errors = (await project.ask('verify', 'plan-structure', PLAN)).json().errors
    const own = (list: readonly { readonly path: string; readonly severity?: string }[]) =>
      codes(list.filter(({ path, severity }) => path === PLAN && severity !== 'notice') as never)
    expect(codes(errors)).toEqual(['TASK_ACTION'])
    expect(own((await project.ask('lint')).json().findings)).toEqual(['TASK_ACTION'])
    expect(own((await project.ask('validate', 'health')).json().errors)).toEqual(['TASK_ACTION'])
  })

  it('project-wide checks prove a plan that has none of its own', async () => {
    const files = {
      ...OURS,
      [PLAN]: text.replace(/verify:\n.*\n/, ''),
      '.planning/config.json': '{"verification": {"commands": [["npm", "test"]]}}',
    }
    expect((await makeProject(files).ask('verify', 'plan-structure', PLAN)).exit).toBe(0)
  })

  it('names the line of the task', async () => {
    const changed = text.replace(/ {2}<done>.*\n/, '')
    const { warnings } = (await makeProject({ ...OURS, [PLAN]: changed }).ask('verify', 'plan-structure', PLAN)).json()
    expect(warnings).toEqual([
      expect.objectContaining({
        code: 'TASK_DONE',
        path: PLAN,
        line: changed.split('\n').findIndex((line) => line.startsWith('<task ')) + 1,
      }),
    ])
  })
})

describe('verify references', () => {
  it('finds paths in text, not in fences, comments or front matter', async () => {
    const doc = [
      '---',
      'x: "`src/in-front.ts`"',
      '---',
      'See @src/part-01.ts and `src/missing.ts` and `src/part-01.ts:12`, mail a@b.example.',
      '```',
      '@src/in-fence.ts `src/also-in-fence.ts`',
      '```',
      '<!-- `src/in-comment.ts` -->',
      'Run `npm test` in `src/`.',
    ].join('\n')
    const answer = await makeProject({ ...OURS, 'doc.md': doc }).ask('verify', 'references', 'doc.md')
    expect([answer.exit, answer.json()]).toEqual([1, { valid: false, found: 1, missing: ['src/missing.ts'], total: 2 }])
  })
})

describe('verify phase-completeness', () => {
  it('a plan without a SUMMARY is not complete', async () => {
    const answer = await makeProject(OLDER).ask('verify', 'phase-completeness', '1')
    expect([answer.exit, answer.json().incomplete_plans]).toEqual([1, ['01-02']])
  })

  it('by evidence one plan is left, and an orphan is a warning', async () => {
    const files = { ...OURS, '.planning/phases/01-foundation/01-07-SUMMARY.md': '# Orphan\n' }
    const found = (await makeProject(files).ask('verify', 'phase-completeness', '1')).json()
    expect([found.complete, found.incomplete_plans, found.orphan_summaries]).toEqual([
      false,
      ['01-02'],
      ['01-07-SUMMARY.md'],
    ])
    expect([codes(found.errors), codes(found.warnings)]).toEqual([['PLAN_INCOMPLETE'], ['ORPHAN_SUMMARY']])
  })
})

describe('validate health', () => {
  const health = async (files: Files) => {
    const answer = await makeProject(files).ask('validate', 'health')
    return { exit: answer.exit, ...answer.json() }
  }

  it.each([
    ['ours', OURS],
    ['of an older tool', OLDER],
  ])('a project %s is healthy', async (_, files) => {
    expect(await health(files)).toMatchObject({ exit: 0, status: 'healthy', errors: [], warnings: [] })
  })

  it.each([
    ['no STATE.md', { ...without('.planning/STATE.md') }, 'E004', null],
    ['no ROADMAP.md', { ...without('.planning/ROADMAP.md') }, 'E003', null],
    ['a config that does not parse', { ...OURS, '.planning/config.json': '{\n "mode": }\n' }, 'CONFIG_PARSE_FAILED', 2],
    [
      'a setting outside its list',
      { ...OURS, '.planning/config.json': '{\n  "mode": "fast"\n}\n' },
      'CONFIG_INVALID_VALUE',
      2,
    ],
    [
      'two directories of one phase',
      {
        ...OURS,
        '.planning/phases/01-foundation-2/.gitkeep': '',
        '.planning/ROADMAP.md': (OURS['.planning/ROADMAP.md'] as string).replace(
          'Phase 1: Foundation\n',
          'Phase 1: Base\n',
        ),
      },
      'PHASE_AMBIGUOUS',
      null,
    ],
    [
      'conflict markers',
      {
        ...OURS,
        '.planning/ROADMAP.md': `${OURS['.planning/ROADMAP.md']}<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n`,
      },
      'MERGE_CONFLICT',
      53,
    ],
  ] as const)('%s is an error', async (_, files, code, line) => {
    const found = await health(files)
    expect([found.exit, found.status]).toEqual([1, 'broken'])
    expect(codes(found.errors)).toContain(code)
    if (line !== null) expect(found.errors.find((finding: { code: string }) => finding.code === code).line).toBe(line)
  })

  it('two directories of one number are a warning where the title tells which one is meant', async () => {
    const found = await health({ ...OURS, '.planning/phases/1-other/.gitkeep': '' })
    expect([found.exit, codes(found.warnings)]).toEqual([0, ['PHASE_AMBIGUOUS']])
    expect(found.warnings[0].message).toMatch(/01-foundation.*1-other/)
  })

  it('a directory no phase names, and a tick without evidence, are warnings', async () => {
    const found = await health({
      ...OURS,
      '.planning/phases/07-orphan/.gitkeep': '',
      '.planning/ledger.jsonl': CREATED,
      '.planning/ROADMAP.md': (OURS['.planning/ROADMAP.md'] as string).replace('- [ ] **Phase 2', '- [x] **Phase 2'),
    })
    expect([found.exit, found.status, codes(found.warnings).sort()]).toEqual([
      0,
      'degraded',
      ['TICK_WITHOUT_EVIDENCE', 'W007'],
    ])
  })
})

function without(path: string): Files {
  return Object.fromEntries(Object.entries(OURS).filter(([name]) => name !== path))
}

describe('resolve-model', () => {
  const resolved = async (
    settings: object,
    agent = 'planner',
    env: Readonly<Record<string, string>> = { CLAUDECODE: '1' },
  ) => {
    const project = makeProject({ '.planning/config.json': JSON.stringify(settings) })
    const answer = project.runIn('.', env, 'resolve-model', agent)
    return answer.json()
  }

  it.each([
    ['the default profile', {}, 'planner', 'opus', 'profile'],
    ['a cheaper agent', {}, 'executor', 'sonnet', 'profile'],
    ['the prefix of installed names', {}, 'gsd-executor', 'sonnet', 'profile'],
    ['the budget profile', { model_profile: 'budget' }, 'plan-checker', 'haiku', 'profile'],
    ['the adaptive profile', { model_profile: 'adaptive' }, 'plan-checker', 'haiku', 'profile'],
    ['inherit', { model_profile: 'inherit' }, 'planner', 'inherit', 'profile'],
    ['models of a kind of work', { models: { planning: 'haiku' } }, 'planner', 'haiku', 'models'],
    [
      'routing before that',
      { models: { planning: 'haiku' }, dynamic_routing: { enabled: true } },
      'planner',
      'opus',
      'dynamic_routing',
    ],
    [
      'an override before everything',
      { model_overrides: { planner: 'my-model' }, dynamic_routing: { enabled: true } },
      'planner',
      'my-model',
      'model_overrides',
    ],
    [
      'a name of the runtime',
      { model_profile_overrides: { claude: { opus: 'big-one' } } },
      'planner',
      'big-one',
      'profile',
    ],
  ])('%s', async (_, settings, agent, model, source) => {
    expect(await resolved(settings, agent)).toMatchObject({ model, source, unknown: [] })
  })

  it('is null with a reason where the client takes no model', async () => {
    const found = await resolved({}, 'planner', {})
    expect([found.model, found.unknown]).toEqual([
      null,
      [expect.objectContaining({ path: 'model', code: 'NO_MODEL_CHOICE' })],
    ])
  })

  it('an unknown agent is a miss with the nearest name', async () => {
    const answer = makeProject(OURS).run('resolve-model', 'plannr')
    expect([answer.exit, answer.json().error.code, answer.json().error.fix]).toEqual([
      1,
      'AGENT_UNKNOWN',
      expect.stringContaining('gsd-planner'),
    ])
  })
})

describe('templates', () => {
  it.each([
    [
      ['template', 'fill', 'plan', '--phase', '2', '--plan', '1'],
      '.planning/phases/02-accounts/02-01-PLAN.md',
      'plan: "01"',
    ],
    [
      ['template', 'fill', 'plan', '--phase', '2', '--plan', '3', '--fields', '{"depends_on":["02-01"],"type":"tdd"}'],
      '.planning/phases/02-accounts/02-03-PLAN.md',
      'depends_on: [02-01]',
    ],
    [
      ['template', 'fill', 'summary', '--phase', '1', '--plan', '2'],
      '.planning/phases/01-foundation/01-02-SUMMARY.md',
      'phase: 01-foundation',
    ],
    [['scaffold', 'context', '--phase', '2'], '.planning/phases/02-accounts/02-CONTEXT.md', '<decisions>'],
    [['scaffold', 'uat', '1'], '.planning/phases/01-foundation/01-UAT.md', 'phase: 01-foundation'],
    [['scaffold', 'verification', '1'], '.planning/phases/01-foundation/01-VERIFICATION.md', 'phase: 01-foundation'],
    [['scaffold', 'phase-dir', '3'], '.planning/phases/03-reports/.gitkeep', ''],
  ])('%j writes %s', async (words, path, content) => {
    const project = makeProject(OURS)
    const answer = await project.ask(...words)
    expect([answer.exit, answer.json().created]).toEqual([0, true])
    expect(project.read(path)).toContain(content)
    const again = await project.ask(...words)
    expect(again.json().created).toBe(false)
    expect(again.exit).toBe(words[0] === 'template' ? 1 : 0)
  })

  it('an empty scaffold is not evidence', async () => {
    const project = makeProject(OURS)
    const before = (await project.ask('state', 'derive')).json()
    await project.ask('scaffold', 'verification', '1')
    expect((await project.ask('state', 'derive')).json().step).toBe(before.step)
  })

  it.each([
    ['an unknown field', '{"nonsense": 1}'],
    ['a value of another kind', '{"depends_on": 3}'],
    ['no JSON', '{'],
  ])('--fields with %s is refused', async (_, fields) => {
    const project = makeProject(OURS)
    const answer = await project.ask('template', 'fill', 'plan', '--phase', '2', '--plan', '1', '--fields', fields)
    expect([answer.exit, answer.json().error.code]).toEqual([2, 'USAGE'])
    expect(project.has('.planning/phases/02-accounts')).toBe(false)
  })
})
