import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Codec } from '../../../lib/artifacts/codec.js'
import { plan } from '../../../lib/artifacts/plan/plan.js'
import { isOpenGap, uat } from '../../../lib/artifacts/verification/uat.js'
import { sourceFrom } from '../../support/sources.js'

const ours = (id: string) =>
  sourceFrom(readFileSync(new URL(`../../corpus/${id}/ours/input.md`, import.meta.url), 'utf8'))

function changed<T>(codec: Codec<T>, source: ReturnType<typeof ours>, change: Partial<T>): string {
  const rendered = codec.render({ ...codec.parse(source).value, ...change }, source)
  if ('refused' in rendered) return `refused: ${rendered.refused.message}`
  return rendered.text
}

describe('a change', () => {
  it('refuses what only a person should change', () => {
    expect(changed(plan, ours('plan'), { tasks: [] })).toContain('refused')
    expect(changed(plan, ours('plan'), { objective: 'Other.' })).toContain('refused')
  })
})

describe('acceptance tests', () => {
  it('know which gap is open', () => {
    const { value } = uat.parse(ours('uat'))
    expect(value.gaps.map(isOpenGap)).toEqual([true])
    expect(uat.parse(sourceFrom('## Gaps\n\n- truth: x\n  status: resolved\n')).value.gaps.map(isOpenGap)).toEqual([
      false,
    ])
  })
})
