// node --test
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { register } from './index.mjs'

const handlers = {}
register({ on: (point, handler) => (handlers[point] = handler) })
const having = (state) => ({ extension: 'review-loop', own: { '01-02': state } })
const ended = (type, frontMatter, state) => ({
  ...having(state),
  unit: { unitType: 'extension', unitId: '', own: { extension: 'review-loop', type, key: '01-02' } },
  artifacts: [{ path: 'report.md', frontMatter }],
})
const keptOf = (context) => {
  const sets = []
  handlers.afterFinish({ status: 'completed', ...context, set: (...given) => sets.push(given) })
  return sets[0]
}
const kept = (...given) => keptOf(ended(...given))?.[1]

test('a finished plan gets a review', () => {
  const unit = { unitType: 'execute-plan', unitId: '01-02', own: null }
  const set = keptOf({ unit, own: {} })
  assert.deepEqual(set, ['01-02', { stage: 'review', cycle: 1, findings: 0 }])
  const { unit: wanted } = handlers.next(having(set[1]))
  assert.deepEqual([wanted.type, wanted.key], ['review-task', '01-02'])
})

test('findings are fixed and reviewed again; after a pass the work continues', () => {
  const found = kept('review-task', { verdict: 'findings', findings: '2' }, { stage: 'review', cycle: 1, findings: 0 })
  assert.deepEqual(found, { stage: 'fix', cycle: 1, findings: 2 })
  const fixed = kept('fix-task', { fixed: '2' }, found)
  assert.deepEqual(fixed, { stage: 'review', cycle: 2, findings: 2 })
  const passed = kept('review-task', { verdict: 'pass' }, fixed)
  assert.equal(passed.stage, 'passed')
  assert.deepEqual(handlers.next(having(passed)), { kind: 'default' })
})

test('no more rounds are requested than the settings allow', () => {
  const options = { cycles: 2 }
  const verdict = handlers.next({ ...having({ stage: 'review', cycle: 3, findings: 1 }), options })
  assert.deepEqual(verdict, { kind: 'default' })
})

test('a review that states no result is refused', () => {
  const [finding] = handlers.check(ended('review-task', {}, null))
  assert.equal(finding.path, 'report.md')
})
