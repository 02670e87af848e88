import { expect, it } from 'vitest'
import type { Api, Contexts } from '../../../lib/core/extensions/api.js'

declare module '../../../lib/core/extensions/api.js' {
  interface StateExtensions {
    counter: { readonly count: number }
  }
}

it('the types refuse state of another shape, and invalid answers', () => {
  const wrong = (api: Api<'counter'>) => {
    // @ts-expect-error: a count is a number.
    api.on('afterFinish', ({ set }) => set('all', { count: 'many' }))
    // @ts-expect-error: there is no such kind.
    api.on('next', () => ({ kind: 'perhaps' }))
    // @ts-expect-error: an extension cannot allow a call.
    api.on('pre-tool', () => ({ allow: true }))
    // @ts-expect-error: a completed call cannot be refused.
    api.on('post-tool', ({ tools }) => ({ deny: tools[0]?.response ?? '' }))
    // @ts-expect-error: a prompt is about no tool.
    api.on('prompt-submit', ({ tools }) => tools)
    // @ts-expect-error: nothing is derived for a moment of a session.
    api.on('pre-tool', ({ state }) => ({ context: String(state) }))
    // @ts-expect-error: there is no such point.
    api.on('later', () => null)
  }
  const untyped: Contexts['next']['own'][string] = { anything: 1 }
  expect([typeof wrong, untyped]).toEqual(['function', { anything: 1 }])
})
