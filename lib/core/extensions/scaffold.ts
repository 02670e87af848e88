// The files of a new extension: one that runs as it is, with a test that passes. Pure.
import { MANIFEST } from './manifest.js'

/** What authors import; of this package, so no other one is meant. */
const MODULE = 'gsd-pack/extension'

export function newExtension(name: string): Readonly<Record<string, string>> {
  const manifest = {
    manifest: 1,
    name,
    version: '0.1.0',
    about: 'Counts the units that were finished, and tells whoever does the next one',
    entry: 'index.mjs',
    points: ['brief', 'afterFinish'],
    state: {
      type: 'object',
      properties: { finished: { type: 'integer', minimum: 0 } },
      required: ['finished'],
      additionalProperties: false,
    },
  }
  return {
    [MANIFEST]: `${JSON.stringify(manifest, null, 2)}\n`,
    'index.mjs': `/** @import { Api } from "${MODULE}" */

/** @param {Api<'${name}'>} api */
export function register(api) {
  api.on('brief', ({ own }) => (own.milestone ? [\`\${own.milestone.finished} units were finished so far.\`] : []))
  api.on('afterFinish', (context) => {
    if (context.status !== 'completed') return
    context.set('milestone', '', { finished: (context.own.milestone?.finished ?? 0) + 1 })
  })
}
`,
    'index.test.mjs': `// node --test
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { register } from './index.mjs'

const handlers = {}
register({ on: (point, handler) => (handlers[point] = handler) })

test('counts what was completed, and nothing else', () => {
  const kept = []
  const set = (scope, id, value) => kept.push([scope, value])
  handlers.afterFinish({ status: 'completed', own: { milestone: { finished: 2 } }, set })
  handlers.afterFinish({ status: 'failed', own: { milestone: { finished: 3 } }, set })
  assert.deepEqual(kept, [['milestone', { finished: 3 }]])
})

test('says nothing before anything was counted', () => {
  assert.deepEqual(handlers.brief({ own: { milestone: null } }), [])
})
`,
  }
}
