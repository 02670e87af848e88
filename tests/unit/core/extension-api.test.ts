import { describe, expect, it } from 'vitest'
import { type Api, type Contexts, inTest, type Verdict } from '../../../lib/core/extensions/api.js'

declare module '../../../lib/core/extensions/api.js' {
  interface StateExtensions {
    counter: { readonly count: number }
  }
}

function register(api: Api<'counter'>) {
  api.on('next', async ({ own }, next) => {
    const inner = await next()
    return (own.milestone?.count ?? 0) > 3 ? { kind: 'hold', reason: 'enough', resume: 'later' } : inner
  })
  api.on('afterFinish', ({ own, set }) => set('milestone', '', { count: (own.milestone?.count ?? 0) + 1 }))
}

describe('the helper for tests of extensions', () => {
  const extension = inTest(register)
  const counted = (count: number) => ({ own: { milestone: { count }, phases: {}, plans: {} } })

  it('calls a handler with what the test gives and empty fields otherwise, and answers what it answered', async () => {
    const inner: Verdict = { kind: 'dispatch', unit: { type: 'a', key: '1', task: 't' } }
    expect((await extension.call('next', {}, inner)).value).toEqual(inner)
    expect((await extension.call('next', counted(4), inner)).value).toMatchObject({ kind: 'hold' })
  })

  it('keeps what a handler sets', async () => {
    expect((await extension.call('afterFinish', counted(2))).sets).toEqual([
      { scope: 'milestone', id: '', value: { count: 3 } },
    ])
  })

  it('says where nothing stands at a point', async () => {
    await expect(extension.call('brief')).rejects.toThrow('brief')
  })
})

describe('the types', () => {
  it('refuse state that another shape was declared for, and answers that are none', () => {
    const wrong = (api: Api<'counter'>) => {
      // @ts-expect-error: a count is a number.
      api.on('afterFinish', ({ set }) => set('milestone', '', { count: 'many' }))
      // @ts-expect-error: there is no such kind.
      api.on('next', () => ({ kind: 'perhaps' }))
      // @ts-expect-error: what the pack refuses nobody allows.
      api.on('pre-tool', () => ({ allow: true }))
      // @ts-expect-error: what was done is not refused.
      api.on('post-tool', ({ tools }) => ({ deny: tools[0]?.response ?? '' }))
      // @ts-expect-error: a prompt is about no tool.
      api.on('prompt-submit', ({ tools }) => tools)
      // @ts-expect-error: nothing is derived for a moment of a session.
      api.on('pre-tool', ({ state }) => ({ context: String(state) }))
      // @ts-expect-error: there is no such point.
      api.on('later', () => null)
    }
    const untyped: Contexts['derive']['own']['milestone'] = { anything: 1 }
    expect([typeof wrong, untyped]).toEqual(['function', { anything: 1 }])
  })
})
