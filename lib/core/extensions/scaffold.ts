// The files of a new extension: one that runs as it is, with a test that passes. Pure.
import { MANIFEST, type MOMENTS } from './manifest.js'

/** What authors import; of this package, so no other one is meant. */
const MODULE = 'gsd-pack/extension'

/** `at`: the moment of a session at which it is heard; null: it stands where units go by. */
export function newExtension(name: string, at: (typeof MOMENTS)[number] | null): Readonly<Record<string, string>> {
  const { manifest, handlers, test } = at === null ? COUNTER : at === 'pre-tool' ? GUARD : remindsAt(at)
  const whole = { manifest: 1, name, version: '0.1.0', entry: 'index.mjs', ...manifest }
  return {
    [MANIFEST]: `${JSON.stringify(whole, null, 2)}\n`,
    'index.mjs': `/** @import { Api } from "${MODULE}" */

/** @param {Api<'${name}'>} api */
export function register(api) {
${handlers}
}
`,
    'index.test.mjs': `// node --test
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { register } from './index.mjs'

const handlers = {}
register({ on: (point, handler) => (handlers[point] = handler) })

${test}
`,
  }
}

const COUNTER = {
  manifest: {
    about: 'Counts the units that were finished, and tells whoever does the next one',
    points: ['brief', 'afterFinish'],
    state: {
      type: 'object',
      properties: { finished: { type: 'integer', minimum: 0 } },
      required: ['finished'],
      additionalProperties: false,
    },
  },
  handlers: `  api.on('brief', ({ own }) => (own.milestone ? [\`\${own.milestone.finished} units were finished so far.\`] : []))
  api.on('afterFinish', (context) => {
    if (context.status !== 'completed') return
    context.set('milestone', '', { finished: (context.own.milestone?.finished ?? 0) + 1 })
  })`,
  test: `test('counts what was completed, and nothing else', () => {
  const kept = []
  const set = (scope, id, value) => kept.push([scope, value])
  handlers.afterFinish({ status: 'completed', own: { milestone: { finished: 2 } }, set })
  handlers.afterFinish({ status: 'failed', own: { milestone: { finished: 3 } }, set })
  assert.deepEqual(kept, [['milestone', { finished: 3 }]])
})

test('says nothing before anything was counted', () => {
  assert.deepEqual(handlers.brief({ own: { milestone: null } }), [])
})`,
}

const GUARD = {
  manifest: { about: 'Refuses to overwrite what others have pushed', points: ['pre-tool'] },
  handlers: `  api.on('pre-tool', ({ tools }) =>
    tools.some(({ command }) => /\\bgit push\\b.*--force\\b/.test(command ?? '')) ? { deny: 'others work on this branch' } : null,
  )`,
  test: `const calling = (command) => handlers['pre-tool']({ tools: [{ name: 'Bash', action: 'shell', command }] })

test('refuses a push by force, and nothing else', () => {
  assert.ok(calling('git push --force').deny)
  assert.equal(calling('git push'), null)
})`,
}

const remindsAt = (moment: string) => ({
  manifest: { about: 'Reminds of what the settings name', points: [moment] },
  handlers: `  api.on('${moment}', ({ options }) => ({ context: options.text ?? 'There is a changelog to keep.' }))`,
  test: `test('says what the settings say', () => {
  assert.deepEqual(handlers['${moment}']({ options: { text: 'Be brief.' } }), { context: 'Be brief.' })
})`,
})
