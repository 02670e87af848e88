// One event and its checks: which run, and how their findings are combined.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SWITCH_KEYS, SWITCHES, type SwitchKey } from '../../../lib/artifacts/config/switches.js'
import type { Check, Effects, Finding, HookContext, Host, Surroundings } from '../../../lib/hooks/check.js'
import { knownChecks } from '../../../lib/hooks/checks/all.js'
import { DIALECTS } from '../../../lib/hooks/dialects.js'
import { readEvent } from '../../../lib/hooks/fields.js'
import { type HookEnvironment, handle } from '../../../lib/hooks/run.js'
import { runtimeOf } from '../../../lib/runtimes/all.js'
import type { HookRow } from '../../../lib/runtimes/hooks.js'
import { recordingHost, surroundingsWith } from '../../support/hooks.js'

const row = runtimeOf('claude').hooks as HookRow
const dialect = DIALECTS[row.dialect](row)
const PAYLOAD = { hook_event_name: 'PreToolUse', session_id: 's', cwd: '/work/p', tool_name: 'Write', tool_input: {} }

const check = (id: string, run: Check['run'], part: Partial<Check> = {}): Check => ({
  id,
  points: ['pre-tool'],
  actions: null,
  setting: null,
  needsProject: false,
  run,
  ...part,
})

const advice = (text: string): readonly Finding[] => [{ kind: 'advice', text }]
/** Runs `act`; returns no findings. */
const withoutFindings = (act: () => unknown): readonly Finding[] => {
  act()
  return []
}
const DENY: readonly Finding[] = [{ kind: 'deny', code: 'NO', text: 'why' }]

async function run(
  checks: readonly Check[],
  settings: Record<string, unknown> = {},
  payload: object = PAYLOAD,
  part: Partial<Surroundings> = {},
  host: Partial<Host> = {},
  extensions: HookEnvironment['extensions'] = async () => [],
) {
  const stored: unknown[] = []
  const actions: unknown[] = []
  const output = await handle(readEvent(row, payload, null) as HookContext, dialect, checks, {
    around: surroundingsWith({}, settings, part),
    host: recordingHost(actions, host),
    withCallerCommands: String,
    store: (memory) => stored.push(memory),
    extensions,
  })
  const reply = output === '' ? null : JSON.parse(output).hookSpecificOutput
  return { output, reply, stored, actions }
}

describe('an event', () => {
  it('names commands in a form that works in the session', async () => {
    const answer = await handle(
      readEvent(row, PAYLOAD, null) as HookContext,
      dialect,
      [check('a', () => advice('try gsd-tools next'))],
      {
        around: surroundingsWith(),
        host: recordingHost([]),
        withCallerCommands: (text) => text.replace('gsd-tools', 'node x.cjs'),
        store: () => {},
        extensions: async () => [],
      },
    )
    expect(JSON.parse(answer).hookSpecificOutput.additionalContext).toBe('try node x.cjs next')
  })

  it('runs its checks in order, and joins their findings', async () => {
    const asked = [
      check('a', () => advice('one')),
      check('b', () => advice('never'), { points: ['post-tool'] }),
      check('c', () => advice('never'), { actions: ['read'] }),
      check('d', () => advice('two'), { actions: ['write'] }),
    ]
    expect((await run(asked)).reply).toMatchObject({ additionalContext: 'one\n\ntwo' })
  })

  it('reaches extensions if no check refuses it, and findings stay whatever they do', async () => {
    const say = (...findings: readonly Finding[]) =>
      run([check('a', () => advice('one'))], {}, PAYLOAD, {}, {}, async () => findings)
    const both = await say(...advice('two'))
    expect(both.reply).toMatchObject({ additionalContext: 'one\n\ntwo' })
    const fails = async () => {
      throw new Error('broken')
    }
    expect((await run([check('a', () => advice('one'))], {}, PAYLOAD, {}, {}, fails)).reply).toMatchObject({
      additionalContext: 'one',
    })
    expect((await run([check('a', () => DENY)], {}, PAYLOAD, {}, {}, async () => advice('two'))).reply).toEqual({
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'NO: why',
    })
  })

  it('without checks is silent', async () => {
    expect((await run([])).output).toEqual(dialect.silence)
  })

  it('ends at the first refusal, with its reason', async () => {
    const asked = [
      check('a', () => DENY),
      check('b', () => {
        throw new Error('never asked')
      }),
    ]
    expect((await run(asked)).reply).toMatchObject({ permissionDecision: 'deny', permissionDecisionReason: 'NO: why' })
  })

  it('continues if a check fails', async () => {
    const broken = check('a', () => {
      throw new Error('broken')
    })
    expect((await run([broken, check('b', () => advice('fine'))])).reply).toMatchObject({ additionalContext: 'fine' })
  })

  it('saves the memory of all checks in one write', async () => {
    const asked = [
      check('a', (_, __, { store }) => withoutFindings(() => store(1))),
      check('b', (_, __, { store }) => withoutFindings(() => store(null))),
    ]
    const { stored, output } = await run(asked)
    expect([stored, output]).toEqual([[{ a: 1, b: null }], dialect.silence])
  })

  it('performs a check’s actions only if the call is not refused', async () => {
    const noting = check('a', (_, __, { recordRequest }) => withoutFindings(() => recordRequest('/gsd-next')))
    expect((await run([noting])).actions).toEqual([['recordRequest', '/gsd-next']])
    expect((await run([noting, check('b', () => DENY)])).actions).toEqual([])
  })

  it('adds fewer than 5000 characters to the conversation', async () => {
    const asked = Array.from({ length: 9 }, (_, n) => check(`c${n}`, () => advice('x'.repeat(1000))))
    expect((await run(asked)).reply.additionalContext.length).toBeLessThan(5000)
  })
})

describe('an action of a check', () => {
  it('is performed after all checks, but not for a failed check', async () => {
    const order: string[] = []
    const asking = check('a', (_, __, { recordUsage: ask }) =>
      withoutFindings(() => {
        ask()
        order.push('asked')
      }),
    )
    const broken = check('b', (_, __, effects) => {
      effects.store(1)
      effects.recordUsage()
      throw new Error('broken')
    })
    const last = check('c', () => withoutFindings(() => order.push('last')))
    const recordUsage = () => void order.push('done')
    const { stored } = await run([asking, broken, last], {}, PAYLOAD, {}, { recordUsage })
    expect([order, stored]).toEqual([['asked', 'last', 'done'], []])
  })

  it('is not performed if it is requested after the check has ended', async () => {
    let held: Effects['recordUsage'] | undefined
    const { actions } = await run([check('a', (_, __, { recordUsage }) => withoutFindings(() => (held = recordUsage)))])
    held?.()
    expect(actions).toEqual([])
  })
})

describe('advice at a moment at which the client reads nothing', () => {
  const cline = runtimeOf('cline').hooks as HookRow
  const clineDialect = DIALECTS[cline.dialect](cline)
  const at = async (event: string, memory: Record<string, unknown>, checks: readonly Check[]) => {
    const answer = await handle(
      readEvent(cline, { taskId: 's', tool_call: { name: 'editor', input: {} } }, event) as HookContext,
      clineDialect,
      checks,
      {
        around: surroundingsWith(),
        host: recordingHost([], { storedValue: (id) => memory[id] }),
        store: (stored) => void Object.assign(memory, stored),
        withCallerCommands: String,
        extensions: async () => [],
      },
    )
    return JSON.parse(answer).contextModification
  }

  it('waits for the next moment with output, and is shown once', async () => {
    const memory = {}
    const asked = [
      check('a', () => advice('at the start'), { points: ['session-start'] }),
      check('b', () => advice('before the call')),
    ]
    expect(await at('TaskStart', memory, asked)).toBeUndefined()
    expect(await at('PostToolUse', memory, asked)).toBe('at the start')
    expect(await at('PostToolUse', memory, asked)).toBeUndefined()
    expect(await at('PreToolUse', memory, asked)).toBe('before the call')
  })
})

describe('a setting', () => {
  const speaks = async (setting: SwitchKey, project: unknown, personal: unknown) => {
    const settings = project === undefined ? {} : { [setting]: project }
    const one = check('a', () => advice('said'), { setting })
    return (await run([one], settings, PAYLOAD, { personal: () => personal })).reply !== null
  }

  it.each([
    ['hooks.planning_gate', undefined, undefined, true],
    ['hooks.planning_gate', false, undefined, false],
    ['hooks.planning_gate', false, true, false],
    ['hooks.planning_gate', 'no', undefined, true],
    ['hooks.planning_gate', undefined, false, false],
  ] as const)('%s, %s in the project and %s for the user: active %s', async (setting, project, own, isActive) => {
    expect(await speaks(setting, project, own)).toBe(isActive)
  })

  it.each([
    [undefined, undefined, true],
    [false, undefined, true],
    ['no', undefined, true],
    [undefined, false, false],
    [false, false, false],
    [false, true, true],
    [true, false, true],
    [undefined, 'no', true],
  ])('of a guard, %s in the project and %s for the user: active %s', async (project, own, isActive) => {
    expect(await speaks('hooks.secret_guard', project, own)).toBe(isActive)
  })
})

describe('the registry', () => {
  const checks = knownChecks()

  it('names each check once', () => {
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length)
  })

  it('has a check for each switch', () => {
    const used = checks.map(({ setting }) => setting)
    expect(SWITCH_KEYS.filter((key) => !used.includes(key))).toEqual([])
  })

  it('has every guard in the page about refusals', () => {
    const page = readFileSync(new URL('../../../docs/how-to/hooks.md', import.meta.url), 'utf8')
    const guards = SWITCH_KEYS.filter((key) =>
      checks.some(
        ({ setting, points }) => setting === key && SWITCHES[key].guard?.safe === true && points.includes('pre-tool'),
      ),
    )
    expect(guards.length).toBe(3)
    expect(guards.filter((key) => !page.includes(`\`${key}\`):`))).toEqual([])
  })
})
