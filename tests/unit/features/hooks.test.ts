// What features look at at moments of a session.
import { describe, expect, it } from 'vitest'
import { checks as ofGraph } from '../../../lib/features/graphify/hooks.js'
import { checks as ofTasks } from '../../../lib/features/plan-tasks/hooks.js'
import type { Point } from '../../../lib/runtimes/hooks.js'
import { around, ask, hookEvent, SAID_NOTHING, toolUse } from '../../support/hooks.js'

describe('the graph of the code', () => {
  const [update] = ofGraph
  const ran = (command: string) =>
    hookEvent({ point: 'post-tool', tools: [toolUse({ name: 'Bash', action: 'shell', command })] })
  const settings = { 'graphify.enabled': true }

  it.each([
    ['git commit -m x', [['build']]],
    ['cd x && git pull --rebase', [['build']]],
    ['git status', []],
    ['echo git commit', []],
  ])('is built anew after %s: %j', async (command, did) => {
    expect(await ask(update, ran(command), around({}, settings))).toEqual({ ...SAID_NOTHING, did })
  })

  it('is left alone where it is switched off', async () => {
    expect(await ask(update, ran('git commit -m x'), around())).toEqual(SAID_NOTHING)
  })
})

describe('the reminder of open tasks', () => {
  const [reminder] = ofTasks
  const DISPATCH = 'execute-plan-01-01-1-aaaaaa'
  const claimedIn = (session: string | null) => {
    const claim = {
      token: 't1',
      dispatchId: DISPATCH,
      leaseUntil: new Date(2_000_000).toISOString(),
      holder: { session },
    }
    return around({ '.planning/.runtime/claims/execute-plan--01-01.json': JSON.stringify(claim) })
  }
  const claimed = claimedIn('s1')
  const event = hookEvent<Point & 'post-tool'>({ point: 'post-tool' })
  const ticks = (inactivity: number) => ({ inactivity, cooldown: null, dispatchId: DISPATCH, mark: '', count: 0 })
  const at = (inactivity: number, text: string | null) => {
    const buckets: unknown[] = []
    const remind = async (...words: readonly unknown[]) => {
      buckets.push(words)
      return text
    }
    return ask(reminder, event, claimed, { recalled: () => ticks(inactivity), remind }).then((asked) => ({
      ...asked,
      buckets,
    }))
  }

  it('is kept at its tick and then said', async () => {
    const { findings, remember, buckets } = await at(23, 'open: 1')
    expect(buckets).toEqual([['t1', 1]])
    expect(findings).toMatchObject([{ kind: 'item' }])
    expect(remember).toMatchObject({ cooldown: 0, count: 1 })
  })

  it('is neither said nor counted where it could not be kept', async () => {
    for (const text of [null, undefined]) {
      const { findings, remember } =
        text === null
          ? await at(23, null)
          : await ask(reminder, event, claimed, { recalled: () => ticks(23), remind: null })
      expect(findings).toEqual([])
      expect(remember).toMatchObject({ inactivity: 24, cooldown: null, count: 0 })
    }
  })

  it('is for the session that claimed the plan, or for any where the client names none', async () => {
    const buckets: unknown[] = []
    const given = {
      recalled: () => ticks(23),
      remind: async (...words: readonly unknown[]) => `open: ${buckets.push(words)}`,
    }
    await ask(reminder, event, claimedIn('s2'), given)
    expect(buckets).toEqual([])
    await ask(reminder, event, claimedIn(null), given)
    expect(buckets).toEqual([['t1', 1]])
  })

  it('is not asked for before its tick, nor without a plan at work', async () => {
    expect((await at(22, 'open: 1')).buckets).toEqual([])
    expect(await ask(reminder, event, around())).toEqual(SAID_NOTHING)
  })
})
