// One event through its checks: who is asked, who is not, and what becomes of what they say.
import { describe, expect, it } from 'vitest'
import { CONFIG_KEYS } from '../../../lib/artifacts/config/config-keys.js'
import type { Check, Checked } from '../../../lib/hooks/check.js'
import { CHECKS } from '../../../lib/hooks/checks/all.js'
import { custodyGuard } from '../../../lib/hooks/checks/custody.js'
import { DIALECTS } from '../../../lib/hooks/dialects/all.js'
import { handle } from '../../../lib/hooks/run.js'
import type { Surroundings } from '../../../lib/hooks/surroundings.js'
import { runtimeOf } from '../../../lib/runtimes/all.js'
import type { HookRow } from '../../../lib/runtimes/hooks.js'
import { around } from '../../support/hooks.js'

const row = runtimeOf('claude').hooks as HookRow
const dialect = DIALECTS[row.dialect](row)
const PAYLOAD = { hook_event_name: 'PreToolUse', session_id: 's', cwd: '/work/p', tool_name: 'Write', tool_input: {} }

const check = (id: string, answer: () => Checked, part: Partial<Check> = {}): Check => ({
  id,
  about: '',
  points: ['pre-tool'],
  actions: null,
  setting: null,
  needsProject: false,
  run: answer,
  ...part,
})

const advice = (text: string): Checked => ({ findings: [{ kind: 'advice', text }] })

async function run(
  checks: readonly Check[],
  settings: Record<string, unknown> = {},
  payload: object = PAYLOAD,
  part: Partial<Surroundings> = {},
) {
  const kept: unknown[] = []
  const started: unknown[] = []
  const spent: string[] = []
  const spoken = await handle(payload as Record<string, unknown>, null, dialect, checks, {
    open: () => ({
      around: () => around({}, settings, part),
      keep: (memory) => kept.push(memory),
      start: (argv) => started.push(argv),
      spend: (path) => spent.push(path),
      typed: () => {},
    }),
  })
  const said = spoken.stdout === '' ? null : JSON.parse(spoken.stdout).hookSpecificOutput
  return { spoken, said, kept, started, spent }
}

describe('an event', () => {
  it('asks the checks that care for it, in their order, and joins what they say', async () => {
    const asked = [
      check('a', () => advice('one')),
      check('b', () => advice('never'), { points: ['post-tool'] }),
      check('c', () => advice('never'), { actions: ['read'] }),
      check('d', () => advice('two'), { actions: ['write'] }),
    ]
    expect((await run(asked)).said).toMatchObject({ additionalContext: 'one\n\ntwo' })
  })

  it('of nobody is silent, and so is garbage', async () => {
    expect((await run([])).spoken).toEqual(dialect.silence)
    expect((await run([check('a', () => advice('x'))], {}, { hook_event_name: 'Zap' })).spoken).toEqual(dialect.silence)
  })

  it('ends at the first refusal, whose reason is said', async () => {
    const asked = [
      check('a', () => ({ findings: [{ kind: 'deny', code: 'NO', text: 'why' }] })),
      check('b', () => {
        throw new Error('never asked')
      }),
    ]
    expect((await run(asked)).said).toMatchObject({ permissionDecision: 'deny', permissionDecisionReason: 'NO: why' })
  })

  it('goes on when a check breaks', async () => {
    const broken = check('a', () => {
      throw new Error('broken')
    })
    expect((await run([broken, check('b', () => advice('fine'))])).said).toMatchObject({ additionalContext: 'fine' })
  })

  it('says which guard could not judge it, and keeps what the others found', async () => {
    const guard = { key: 'hooks.secret_guard', isOn: true, guard: { safe: true } }
    const broken = check(
      'secret-guard',
      () => {
        throw new RangeError('Invalid string length')
      },
      { setting: guard },
    )
    expect((await run([broken, check('b', () => advice('fine'))])).said.additionalContext).toMatch(
      /^The guard secret-guard could not judge this call[\s\S]*\n\nfine$/,
    )
    const deny = check('c', () => ({ findings: [{ kind: 'deny', code: 'NO', text: 'why' }] }))
    expect((await run([broken, deny])).said).toMatchObject({ permissionDecision: 'deny' })
    expect((await run([{ ...broken, setting: { ...guard, guard: null } }])).said).toBeNull()
  })

  it('is refused where the guard of the key broke over a call that speaks of its folder, and is told else', async () => {
    const broken = { ...custodyGuard, points: ['pre-tool' as const], actions: null }
    const shell = (command: string) => ({ ...PAYLOAD, tool_name: 'Bash', tool_input: { command } })
    const throwing = {
      shell: () => {
        throw new RangeError('too deep')
      },
    }
    const refused = await run([broken], {}, shell('cat ~/.gsd/key'), throwing)
    expect(refused.said).toMatchObject({ permissionDecision: 'deny' })
    expect(refused.said.permissionDecisionReason).toContain('PERSONAL_UNJUDGED')
    const told = await run([broken, check('b', () => advice('fine'))], {}, shell('cat "$X"'), throwing)
    expect(told.said.additionalContext).toMatch(/^The guard custody-guard could not judge this call[\s\S]*\n\nfine$/)
  })

  it('keeps what checks remember once, and starts what they ask for', async () => {
    const asked = [
      check('a', () => ({ findings: [{ kind: 'start', argv: ['x', 'y'] }], remember: 1 })),
      check('b', () => ({ findings: [], remember: null })),
    ]
    const { kept, started, spoken } = await run(asked)
    expect([kept, started, spoken]).toEqual([[{ a: 1, b: null }], [['x', 'y']], dialect.silence])
  })

  it('uses a permission up where the call goes on, and not where it is refused after all', async () => {
    const permit = check('a', () => ({ findings: [{ kind: 'spend', path: 'p' }] }))
    const deny = check('b', () => ({ findings: [{ kind: 'deny', code: 'NO', text: 'why' }] }))
    expect((await run([permit])).spent).toEqual(['p'])
    expect((await run([permit, deny])).spent).toEqual([])
  })

  it('does not flood the conversation', async () => {
    const asked = Array.from({ length: 9 }, (_, n) => check(`c${n}`, () => advice('x'.repeat(1000))))
    expect((await run(asked)).said.additionalContext.length).toBeLessThan(5000)
  })
})

describe('advice of a moment at which the client hears nothing', () => {
  const cline = runtimeOf('cline').hooks as HookRow
  const spoken = DIALECTS[cline.dialect](cline)
  const at = async (event: string, memory: Record<string, unknown>, checks: readonly Check[]) => {
    const { stdout } = await handle({ taskId: 's', tool_call: { name: 'editor', input: {} } }, event, spoken, checks, {
      open: () => ({
        around: (id) => around({}, {}, { remembered: memory[id] }),
        keep: (kept) => void Object.assign(memory, kept),
        start: () => {},
        spend: () => {},
        typed: () => {},
      }),
    })
    return JSON.parse(stdout).contextModification
  }

  it('waits for the next that does, and is said once', async () => {
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
  const switched = (isOn: boolean, guard: boolean) =>
    check('a', () => advice('said'), { setting: { key: 'hooks.a', isOn, guard: guard ? { safe: true } : null } })
  const speaks = async (one: Check, project: unknown, personal: unknown) => {
    const settings = project === undefined ? {} : { 'hooks.a': project }
    return (await run([one], settings, PAYLOAD, { personal: () => personal })).said !== null
  }

  it.each([
    [true, undefined, undefined, true],
    [true, false, undefined, false],
    [true, false, true, false],
    [false, undefined, undefined, false],
    [false, true, false, true],
    [true, 'no', undefined, true],
    [true, undefined, false, false],
  ])('that is on by default %s, %s in the project and %s for the person: speaks %s', async (isOn, project, own, is) => {
    expect(await speaks(switched(isOn, false), project, own)).toBe(is)
  })

  it('that reaches out is switched on by the person alone', async () => {
    const one = check('a', () => advice('said'), { setting: { key: 'hooks.a', isOn: false, guard: { safe: false } } })
    expect([
      await speaks(one, true, undefined),
      await speaks(one, undefined, true),
      await speaks(one, false, true),
    ]).toEqual([false, true, false])
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
  ])('of a guard, %s in the project and %s for the person: speaks %s', async (project, own, is) => {
    expect(await speaks(switched(true, true), project, own)).toBe(is)
  })
})

describe('the registry', () => {
  it('names each check once, and its setting is a key with the same default', () => {
    expect(new Set(CHECKS.map(({ id }) => id)).size).toBe(CHECKS.length)
    for (const { setting } of CHECKS) {
      if (setting === null) continue
      const key = CONFIG_KEYS.find((one) => one.key === setting.key)
      expect([setting.key, key?.serves === 'kept', key?.fallback]).toEqual([setting.key, false, setting.isOn])
      const { safe = null } = (key?.guard ?? {}) as { readonly safe?: unknown }
      expect([setting.key, safe]).toEqual([setting.key, setting.guard?.safe ?? null])
    }
  })
})
