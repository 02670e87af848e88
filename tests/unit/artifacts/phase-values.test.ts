import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { uat } from '../../../lib/artifacts/verification/uat.js'
import { isOpenGap } from '../../../lib/artifacts/verification/uat-parts.js'
import { sourceFrom } from '../../support/sources.js'

const ours = (id: string) =>
  sourceFrom(readFileSync(new URL(`../../corpus/${id}/ours/input.md`, import.meta.url), 'utf8'))

describe('acceptance tests', () => {
  it('know which gap is open', () => {
    const { value } = uat.parse(ours('uat'))
    expect(value.gaps.map(isOpenGap)).toEqual([true])
    expect(uat.parse(sourceFrom('## Gaps\n\n- truth: x\n  status: resolved\n')).value.gaps.map(isOpenGap)).toEqual([
      false,
    ])
  })

  it.each([
    ['expected: It opens\n- reported: No\n- reason: -\n  more', 'It opens', 'No', '- more'],
    ['- expected: It opens\n  at once\n- reported: |-\n    No\n    door\n', 'It opens at once', 'No\ndoor', null],
  ])('keep the lines of %j apart', (lines, expected, reported, reason) => {
    const [test] = uat.parse(sourceFrom(`## Tests\n\n### 1. Door\n\n${lines}`)).value.tests
    expect(test).toMatchObject({ expected, reported, reason })
  })
})
