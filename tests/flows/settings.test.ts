// Every setting that is said to act does: an answer changes with its value. A setting nothing acts on says so.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { CONFIG_KEYS, type ConfigKey, configKey } from '../../lib/artifacts/config/config-keys.js'
import { withSetting } from '../../lib/artifacts/config/settings.js'
import { SWITCH_KEYS } from '../../lib/artifacts/config/switches.js'
import { frameLine } from '../../lib/core/history/journal.js'
import { sha256 } from '../../lib/node/digest.js'
import type { Json, JsonObject } from '../../lib/std/json.js'
import { extension } from '../support/extensions.js'
import { METRIC } from '../support/metric.js'
import { disposeProjects, type Files, makeProject, OURS, type TempProject } from '../support/project.js'
import { claimOn, ROLE_CALL } from '../support/role-brief.js'

afterEach(disposeProjects)

/** A call whose answer changes when the key does. */
interface Seen {
  readonly words: readonly string[]
  /** Value that differs from the default; made from the shape when left out. */
  readonly to?: Json
  /** Settings that must be there for the key to count. */
  readonly among?: Readonly<Record<string, Json>>
  readonly env?: Readonly<Record<string, string>>
  readonly files?: Files
  readonly git?: boolean
  /** The call writes: each is made in a project of its own. */
  readonly writes?: boolean
  /** The person's own page on how they want to work. */
  readonly page?: string
}

const CLIENT = { CLAUDECODE: '1' }
const seen = (words: string, more: Omit<Seen, 'words'> = {}): Seen => ({ words: words.split(' '), ...more })
const secondTry = (to: Json): Seen =>
  seen('model explain execute-plan 01-01 --attempt 2', { to, among: ROUTED, env: CLIENT })
const ROUTED = { 'dynamic_routing.enabled': true }

const PLAN_2 = Object.keys(OURS).find((path) => path.endsWith('01-02-PLAN.md')) as string
/** Two plans of a wave, which `next` names together. */
const sideBySide = seen('next', {
  files: {
    [PLAN_2.replace('01-02', '01-03')]: (OURS[PLAN_2] as string)
      .replace(/^plan: .*$/m, "plan: '03'")
      .replaceAll('part-02', 'part-03'),
  },
  among: { 'workflow.plan_check': false, 'workflow.research': false, 'workflow.skip_discuss': true },
})

/** A unit that cost five, as the log of measurements keeps it. */
const SPENT = { '.planning/.runtime/metrics.jsonl': frameLine({ ...METRIC, tokens: 9, cost: 5, minutes: 1 }, sha256) }

/** By the name in the registry; `<…>` is filled in below. */
const SEEN: Readonly<Record<string, Seen>> = {
  planning_schema: seen('config set mode yolo', { to: 99 }),
  'extensions.options.<name>': seen('ext list', { files: extension(''), to: { cycles: 2 } }),
  'dynamic_routing.escalate_on_failure': secondTry(false),
  'dynamic_routing.max_escalations': secondTry(0),
  'parallelization.enabled': sideBySide,
  'parallelization.plan_level': sideBySide,
  'parallelization.max_concurrent_agents': { ...sideBySide, words: ['unit', 'delegate'], to: 1 },
  'claims.remote': seen('unit claim quick mend-it', { git: true, writes: true }),
  'git.base_branch': seen('config get git.base_branch'),
  'git.create_tag': seen('brief complete-milestone'),
  'git.protected_branches': seen('commit more --files README.md', { git: true, writes: true, to: ['main'] }),
  'git.allow_default_branch_commits': seen('commit more --files README.md', {
    git: true,
    writes: true,
    to: false,
    among: { 'git.base_branch': 'main' },
  }),
  'workflow.mvp_mode': seen(ROLE_CALL.join(' '), { files: claimOn('plan-phase', '1') }),
  'workflow.depth': seen('next', { to: 'light' }),
  'workflow.how_i_work': seen('brief discuss-phase -- 2', { page: '- Ask first.\n' }),
  'workflow.code_review_depth': seen('brief code-review 1'),
  'workflow.test_gate_timeout': seen('check run 01-01 --pick verdict', {
    to: 1,
    among: { 'verification.commands': [['node', '-e', 'setTimeout(() => require("node:fs").accessSync("."), 2000)']] },
  }),
  'verification.commands': seen('check run 01-01 --pick verdict', { to: [['node', '-e', 'process.exit(1)']] }),
  'budget.ceiling': seen('metrics', { files: SPENT, to: 1 }),
  'budget.enforcement': seen('metrics', { files: SPENT, among: { 'budget.ceiling': 1 } }),
  // A prompt makes this call.
  'ship.pr_body_sections': seen('config get ship.pr_body_sections'),
}

const NAMES: Readonly<Record<string, string>> = {
  '<name>': 'demo',
  '<agent>': 'planner',
  '<tier>': 'standard',
  '<slot>': 'planning',
  '<runtime>': 'claude',
  '<phase>': '1',
  '<section>': 'project',
}

const filledIn = (name: string, { words }: Seen): string =>
  name.replace(/<\w+>/g, (part) =>
    words.includes('executor') && part === '<agent>' ? 'executor' : (NAMES[part] ?? 'one'),
  )

/** A value the key takes that is not its default. */
function otherValue({ shape, fallback }: ConfigKey): Json {
  if (shape.enum !== undefined) return shape.enum.find((value) => value !== fallback) as Json
  if (shape.type === 'boolean') return fallback !== true
  if (shape.type === 'integer' || shape.type === 'number') return (typeof fallback === 'number' ? fallback : 0) + 1
  if (shape.type === 'string') return 'other'
  if (shape.type === 'array') return ['other']
  throw new Error('name a value in the table')
}

const BASE = { planning_schema: 1, mode: 'interactive' }

const configured = (settings: Readonly<Record<string, Json>>): JsonObject =>
  JSON.parse(Object.entries(settings).reduce((text, [name, to]) => withSetting(text, name, to), JSON.stringify(BASE)))

/** What is answered under these settings, without what is different in any two calls. */
async function answerUnder(
  project: TempProject,
  settings: JsonObject,
  { words, env = {} }: Seen,
  own: JsonObject = {},
): Promise<string> {
  project.write('.planning/config.json', `${JSON.stringify(settings)}\n`)
  mkdirSync(join(project.home, '.gsd'), { recursive: true })
  writeFileSync(join(project.home, '.gsd/config.json'), JSON.stringify(own))
  project.time = Date.parse('2026-01-05T12:00:00.000Z')
  const { exit, stdout } = await project.askWith(env, ...words)
  return `${exit} ${stdout.replace(/"(?:revision|journal|before|hash|claim|drafts|dispatchId|startCommit)":"[^"]*"|revision\W{1,4}[0-9a-f]{64}/g, '')}`
}

/** What is heard inside a client is shown by `tests/unit/hooks/settings.test.ts`. */
const acts = ({ serves, key }: ConfigKey): boolean => serves !== 'hooks' && !SWITCH_KEYS.some((one) => one === key)

function prepared(call: Seen): TempProject {
  const project = makeProject({ ...OURS, ...call.files })
  if (call.git === true) project.initGit()
  if (call.page !== undefined) {
    mkdirSync(join(project.home, '.gsd/overrides'), { recursive: true })
    writeFileSync(join(project.home, '.gsd/overrides/how-i-work.md'), call.page)
  }
  project.write('README.md', '# Changed\n')
  return project
}

describe('a setting that acts', () => {
  it.each(Object.entries(SEEN))('%s changes an answer', async (name, call) => {
    const row = configKey(filledIn(name, call)) as ConfigKey
    const concrete = filledIn(name, call)
    expect(configKey(concrete)?.key).toBe(name)
    let project = prepared(call)
    const answer = (settings: JsonObject, own?: JsonObject) => {
      if (call.writes === true) project = prepared(call)
      return answerUnder(project, settings, call, own)
    }
    const among = call.among ?? {}
    const without = await answer(configured(among))
    const again = await answer(configured(among))
    expect(without).not.toMatch(/^(?:2|70) /)
    expect(again, 'the call itself must be steady').toBe(without)
    const to = call.to ?? otherValue(row)
    // Of a guard only the person's own file may say less than it does by itself.
    const set = { [concrete]: to }
    const changed =
      row.guard === null
        ? await answer(configured({ ...among, ...set }))
        : await answer(configured(among), JSON.parse(withSetting('{}', concrete, to)))
    expect(changed).not.toBe(without)
  })
})

it('a section is listed with what can be set there, also where nothing is set', async () => {
  const project = makeProject(OURS)
  const { settings } = (await project.ask('config', 'list', 'models')).json()
  expect(settings).toContainEqual(expect.objectContaining({ key: 'models.planning', value: null, origin: 'default' }))
  const depth = (await project.ask('config', 'list', 'workflow.code_review_depth')).json().settings
  expect(depth).toMatchObject([{ value: 'standard', takes: 'quick | standard | deep' }])
})

describe('a setting of what runs inside a client', () => {
  it('has no call that would show the contrary, and is shown as what it is', async () => {
    const idle = CONFIG_KEYS.filter((row) => !acts(row))
    expect(idle.filter((row) => Object.hasOwn(SEEN, row.key)).map((row) => row.key)).toEqual([])
    const { settings } = (await makeProject(OURS).ask('config', 'list')).json()
    const shown = new Map(settings.map((row: { key: string; serves: string }) => [row.key, row.serves]))
    expect([shown.get('hooks.context_warnings')]).toEqual(['hooks'])
  })

  it('is still checked', async () => {
    const answer = await makeProject(OURS).ask('config', 'set', 'hooks.context_warnings', 'perhaps')
    expect([answer.exit, answer.json().error.code]).toEqual([2, 'CONFIG_INVALID_VALUE'])
  })
})

it('the schema that a settings file names is no setting', async () => {
  const project = makeProject({ '.planning/config.json': '{ "$schema": "x.json", "mode": "yolo" }\n' })
  const { settings } = (await project.ask('config', 'list', '--chosen')).json()
  expect(settings.map(({ key }: { key: string }) => key)).toEqual(['mode'])
})

it.each([
  [true, 'Write the tests first'],
  [false, 'Write code and tests together'],
])('workflow.tdd_mode %s: a session at depth light is told %s', async (tdd_mode, said) => {
  const workflow = { research: false, plan_check: false, skip_discuss: true, depth: 'light', tdd_mode }
  const project = makeProject({ ...OURS, '.planning/config.json': JSON.stringify({ ...BASE, workflow }) }).initGit()
  const { stdout } = await project.askWith(CLIENT, 'begin', 'execute-plan', '01-02')
  expect(stdout).toContain(said)
})

it.each([
  ...['gates.confirm_plan', 'workflow.test_command', 'model_policy.x', 'safety.always_confirm_destructive'],
  ...['answers', 'features.other', 'intel.depth', 'graphify.build_timeout'],
])(
  '%s, which an older tool knows and nothing here acts on, is no setting; in a file it is left as it is',
  async (key) => {
    const project = makeProject(OURS)
    expect((await project.ask('config', 'set', key, 'true')).json().error.code).toBe('CONFIG_INVALID_KEY')
    project.write('.planning/config.json', JSON.stringify(configured({ [key]: 'x' })))
    expect((await project.ask('config', 'set', 'mode', 'yolo')).exit).toBe(0)
    expect(JSON.parse(project.read('.planning/config.json'))).toEqual({ ...configured({ [key]: 'x' }), mode: 'yolo' })
  },
)

it('the table names no key that is none', () => {
  const known = new Set(CONFIG_KEYS.map((row) => row.key))
  expect(Object.keys(SEEN).filter((name) => !known.has(name))).toEqual([])
})
