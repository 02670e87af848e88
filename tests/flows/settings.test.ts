// Settings in the table change some answer; settings of hooks are marked, and those that only older tools have are refused.
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
import { claimFiles, ROLE_CALL } from '../support/role-brief.js'

afterEach(disposeProjects)

/** A call whose answer changes when the key does. */
interface Probe {
  readonly words: readonly string[]
  /** A value that is not the default; derived from the shape if left out. */
  readonly to?: Json
  /** Other settings of both calls. */
  readonly among?: Readonly<Record<string, Json>>
  readonly env?: Readonly<Record<string, string>>
  readonly files?: Files
  readonly git?: boolean
  /** Whether the call writes, so that each call needs a separate project. */
  readonly writes?: boolean
  /** The user's page on how they want to work. */
  readonly page?: string
}

const CLIENT = { CLAUDECODE: '1' }
const probe = (words: string, more: Omit<Probe, 'words'> = {}): Probe => ({ words: words.split(' '), ...more })
const secondTry = (to: Json): Probe =>
  probe('model explain execute-plan 01-01 --attempt 2', { to, among: ROUTED, env: CLIENT })
const ROUTED = { 'dynamic_routing.enabled': true }

const PLAN_2 = Object.keys(OURS).find((path) => path.endsWith('01-02-PLAN.md')) as string
/** `next` with two plans of one wave. */
const sideBySide = probe('next', {
  files: {
    [PLAN_2.replace('01-02', '01-03')]: (OURS[PLAN_2] as string)
      .replace(/^plan: .*$/m, "plan: '03'")
      .replaceAll('part-02', 'part-03'),
  },
  among: { 'workflow.plan_check': false, 'workflow.research': false, 'workflow.skip_discuss': true },
})

/** The log of costs with one unit, which cost five. */
const SPENT = { '.planning/.runtime/metrics.jsonl': frameLine({ ...METRIC, tokens: 9, cost: 5, minutes: 1 }, sha256) }

/** By the key in the registry, whose `<name>` is `demo` in a call. */
const PROBES: Readonly<Record<string, Probe>> = {
  planning_schema: probe('config set mode yolo', { to: 99 }),
  'extensions.options.<name>': probe('ext list', { files: extension(''), to: { cycles: 2 } }),
  'dynamic_routing.escalate_on_failure': secondTry(false),
  'dynamic_routing.max_escalations': secondTry(0),
  'parallelization.enabled': sideBySide,
  'parallelization.plan_level': sideBySide,
  'parallelization.max_concurrent_agents': { ...sideBySide, words: ['unit', 'delegate'], to: 1 },
  'claims.remote': probe('unit claim quick mend-it', { git: true, writes: true }),
  'git.base_branch': probe('config get git.base_branch'),
  'git.create_tag': probe('brief complete-milestone'),
  'git.protected_branches': probe('commit more --files README.md', { git: true, writes: true, to: ['main'] }),
  'git.allow_default_branch_commits': probe('commit more --files README.md', {
    git: true,
    writes: true,
    to: false,
    among: { 'git.base_branch': 'main' },
  }),
  'workflow.mvp_mode': probe(ROLE_CALL.join(' '), { files: claimFiles('plan-phase', '1') }),
  'workflow.depth': probe('next', { to: 'light' }),
  'workflow.how_i_work': probe('brief discuss-phase -- 2', { page: '- Ask first.\n' }),
  'workflow.code_review_depth': probe('brief code-review 1'),
  'workflow.test_gate_timeout': probe('check run 01-01 --pick verdict', {
    to: 1,
    among: { 'verification.commands': [['node', '-e', 'setTimeout(() => require("node:fs").accessSync("."), 2000)']] },
  }),
  'verification.commands': probe('check run 01-01 --pick verdict', { to: [['node', '-e', 'process.exit(1)']] }),
  'budget.ceiling': probe('metrics', { files: SPENT, to: 1 }),
  'budget.enforcement': probe('metrics', { files: SPENT, among: { 'budget.ceiling': 1 } }),
  // Prompts make this call.
  'ship.pr_body_sections': probe('config get ship.pr_body_sections'),
}

/** A valid value that is not the default. */
function otherValue({ shape, fallback }: ConfigKey): Json {
  if (shape.enum !== undefined) return shape.enum.find((value) => value !== fallback) as Json
  if (shape.type === 'boolean') return fallback !== true
  if (shape.type === 'integer' || shape.type === 'number') return (typeof fallback === 'number' ? fallback : 0) + 1
  if (shape.type === 'string') return 'other'
  if (shape.type === 'array') return ['other']
  throw new Error('name a value in the table')
}

const BASE = { planning_schema: 1, mode: 'interactive' }

const configWith = (settings: Readonly<Record<string, Json>>): JsonObject =>
  JSON.parse(Object.entries(settings).reduce((text, [name, to]) => withSetting(text, name, to), JSON.stringify(BASE)))

/** Returns the answer under the project's and the user's `own` settings, without parts that vary between calls. */
async function answerUnder(
  project: TempProject,
  settings: JsonObject,
  { words, env = {} }: Probe,
  own: JsonObject = {},
): Promise<string> {
  project.write('.planning/config.json', `${JSON.stringify(settings)}\n`)
  mkdirSync(join(project.home, '.gsd'), { recursive: true })
  writeFileSync(join(project.home, '.gsd/config.json'), JSON.stringify(own))
  project.time = Date.parse('2026-01-05T12:00:00.000Z')
  const { exit, stdout } = await project.askWith(env, ...words)
  return `${exit} ${stdout.replace(/"(?:revision|journal|before|hash|claim|drafts|dispatchId|startCommit)":"[^"]*"|revision\W{1,4}[0-9a-f]{64}/g, '')}`
}

/** Whether a setting acts outside of hooks. Settings of hooks are tested in `tests/unit/hooks/`. */
const actsOutsideHooks = ({ serves, key }: ConfigKey): boolean =>
  serves !== 'hooks' && !SWITCH_KEYS.some((one) => one === key)

function projectFor(call: Probe): TempProject {
  const project = makeProject({ ...OURS, ...call.files })
  if (call.git === true) project.initGit()
  if (call.page !== undefined) {
    mkdirSync(join(project.home, '.gsd/overrides'), { recursive: true })
    writeFileSync(join(project.home, '.gsd/overrides/how-i-work.md'), call.page)
  }
  project.write('README.md', '# Changed\n')
  return project
}

describe('a setting with an effect', () => {
  it.each(Object.entries(PROBES))('%s changes an answer', async (name, call) => {
    const concrete = name.replace('<name>', 'demo')
    const row = configKey(concrete) as ConfigKey
    expect(row?.key).toBe(name)
    let project = projectFor(call)
    const answer = (settings: JsonObject, own?: JsonObject) => {
      if (call.writes === true) project = projectFor(call)
      return answerUnder(project, settings, call, own)
    }
    const among = call.among ?? {}
    const without = await answer(configWith(among))
    const again = await answer(configWith(among))
    expect(without).not.toMatch(/^(?:2|70) /)
    expect(again, 'the call itself must be steady').toBe(without)
    const to = call.to ?? otherValue(row)
    // Only the user's own settings can switch off a guard.
    const set = { [concrete]: to }
    const changed =
      row.guard === null
        ? await answer(configWith({ ...among, ...set }))
        : await answer(configWith(among), JSON.parse(withSetting('{}', concrete, to)))
    expect(changed).not.toBe(without)
  })
})

it('a section lists its possible settings, even if nothing is set', async () => {
  const project = makeProject(OURS)
  const { settings } = (await project.ask('config', 'list', 'models')).json()
  expect(settings).toContainEqual(expect.objectContaining({ key: 'models.planning', value: null, origin: 'default' }))
  const depth = (await project.ask('config', 'list', 'workflow.code_review_depth')).json().settings
  expect(depth).toMatchObject([{ value: 'standard', takes: 'quick | standard | deep' }])
})

describe('a setting of hooks', () => {
  it('is not in the table of settings that change answers, and is marked as a setting of hooks', async () => {
    const idle = CONFIG_KEYS.filter((row) => !actsOutsideHooks(row))
    expect(idle.filter((row) => Object.hasOwn(PROBES, row.key)).map((row) => row.key)).toEqual([])
    const { settings } = (await makeProject(OURS).ask('config', 'list')).json()
    const shown = new Map(settings.map((row: { key: string; serves: string }) => [row.key, row.serves]))
    expect([shown.get('hooks.context_warnings')]).toEqual(['hooks'])
  })

  it('is still validated', async () => {
    const answer = await makeProject(OURS).ask('config', 'set', 'hooks.context_warnings', 'perhaps')
    expect([answer.exit, answer.json().error.code]).toEqual([2, 'CONFIG_INVALID_VALUE'])
  })
})

it('the $schema of a settings file is not a setting', async () => {
  const project = makeProject({ '.planning/config.json': '{ "$schema": "x.json", "mode": "yolo" }\n' })
  const { settings } = (await project.ask('config', 'list', '--chosen')).json()
  expect(settings.map(({ key }: { key: string }) => key)).toEqual(['mode'])
})

it.each([
  [true, 'Write the tests first'],
  [false, 'Write code and tests together'],
])('workflow.tdd_mode %s: a session at depth light is told %s', async (tdd_mode, advice) => {
  const workflow = { research: false, plan_check: false, skip_discuss: true, depth: 'light', tdd_mode }
  const project = makeProject({ ...OURS, '.planning/config.json': JSON.stringify({ ...BASE, workflow }) }).initGit()
  const { stdout } = await project.askWith(CLIENT, 'begin', 'execute-plan', '01-02')
  expect(stdout).toContain(advice)
})

it.each([
  ...['gates.confirm_plan', 'workflow.test_command', 'model_policy.x', 'safety.always_confirm_destructive'],
  ...['answers', 'features.other', 'intel.depth', 'graphify.build_timeout'],
])('%s, a setting that only older tools have, is refused by set and kept in a file', async (key) => {
  const project = makeProject(OURS)
  expect((await project.ask('config', 'set', key, 'true')).json().error.code).toBe('CONFIG_INVALID_KEY')
  project.write('.planning/config.json', JSON.stringify(configWith({ [key]: 'x' })))
  expect((await project.ask('config', 'set', 'mode', 'yolo')).exit).toBe(0)
  expect(JSON.parse(project.read('.planning/config.json'))).toEqual({ ...configWith({ [key]: 'x' }), mode: 'yolo' })
})

it('the table contains only known keys', () => {
  const known = new Set(CONFIG_KEYS.map((row) => row.key))
  expect(Object.keys(PROBES).filter((name) => !known.has(name))).toEqual([])
})
