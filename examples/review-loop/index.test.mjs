// node --test
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTest } from 'gsd-pack/extension'
import { register } from './index.mjs'

const extension = inTest(register)
const having = (state) => ({ extension: 'review-loop', own: { milestone: null, phases: {}, plans: { '01-02': state } } })
const ended = (type, frontMatter, state) => ({
  ...having(state),
  unit: { unitType: 'extension', unitId: '', own: { extension: 'review-loop', type, key: '01-02' } },
  artifacts: [{ path: 'report.md', frontMatter }],
})
const kept = async (...given) => (await extension.call('afterFinish', ended(...given))).sets[0]?.value

test('a finished plan is reviewed', async () => {
  const { sets } = await extension.call('afterFinish', { unit: { unitType: 'execute-plan', unitId: '01-02', own: null } })
  assert.deepEqual(sets, [{ scope: 'plan', id: '01-02', value: { stage: 'review', cycle: 1, findings: 0 } }])
  const { value } = await extension.call('next', having(sets[0].value))
  assert.deepEqual([value.unit.type, value.unit.key], ['review-task', '01-02'])
})

test('findings are fixed and reviewed again, a pass lets the work go on', async () => {
  const found = await kept('review-task', { verdict: 'findings', findings: '2' }, { stage: 'review', cycle: 1, findings: 0 })
  assert.deepEqual(found, { stage: 'fix', cycle: 1, findings: 2 })
  const fixed = await kept('fix-task', { fixed: '2' }, found)
  assert.deepEqual(fixed, { stage: 'review', cycle: 2, findings: 2 })
  const passed = await kept('review-task', { verdict: 'pass' }, fixed)
  assert.equal(passed.stage, 'passed')
  assert.deepEqual((await extension.call('next', having(passed))).value, { kind: 'default' })
})

test('more rounds than the settings allow are not asked for', async () => {
  const options = { cycles: 2 }
  const { value } = await extension.call('next', { ...having({ stage: 'review', cycle: 3, findings: 1 }), options })
  assert.deepEqual(value, { kind: 'default' })
})

test('a review that does not say how it went is refused', async () => {
  const { value } = await extension.call('check', ended('review-task', {}, null))
  assert.equal(value[0].path, 'report.md')
})
