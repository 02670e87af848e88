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
})
