import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Codec } from '../../../lib/artifacts/codec.js'
import { plan } from '../../../lib/artifacts/plan/plan.js'
import { summary } from '../../../lib/artifacts/summary/summary.js'
import { isOpenGap, uat } from '../../../lib/artifacts/verification/uat.js'
import { verification } from '../../../lib/artifacts/verification/verification.js'
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
    expect(changed(summary, ours('summary'), { title: 'T' })).toContain('refused')
    expect(changed(summary, ours('summary'), { pendingActions: [] })).toContain('refused')
  })

  it('stamps a summary that has no front matter', () => {
    const source = sourceFrom('# T\n\n**Works**\n')
    expect(changed(summary, source, { phase: '02', completedAt: '2026-01-02T03:04:05.678Z' })).toBe(
      '---\nphase: "02"\ncompleted_at: "2026-01-02T03:04:05.678Z"\n---\n\n# T\n\n**Works**\n',
    )
  })

  it('keeps the spelling found', () => {
    const source = sourceFrom('---\nplan: 01\ntech_stack:\n  added: [a]\nmetrics:\n  duration: 5min\n---\n# T\n')
    const text = changed(summary, source, {
      techStack: { added: ['a', 'b'], patterns: ['p'] },
      duration: '6min',
      tags: ['x'],
    })
    expect(text).toBe(
      '---\nplan: 01\ntags: [x]\ntech_stack:\n  added: [a, b]\n  patterns: [p]\nmetrics:\n  duration: 6min\n---\n# T\n',
    )
  })
})

describe('verdicts', () => {
  it.each([
    ['passed', 'passed'],
    ['Gaps_Found', 'gaps_found'],
    ['human_needed ', 'human_needed'],
    ['approved', 'other'],
    ['other', 'other'],
    ['passed with notes', 'other'],
  ])('%s is %s', (text, verdict) => {
    const { value } = verification.parse(sourceFrom(`---\nstatus: "${text}"\n---\n`))
    expect([value.status, value.statusText]).toEqual([verdict, text.trim()])
  })

  it('changes word and text together', () => {
    const source = sourceFrom('---\nphase: 1\nstatus: approved # by ann\n---\n')
    const { value } = verification.parse(source)
    expect(value).toMatchObject({ status: 'other', statusText: 'approved' })
    expect(verification.render({ ...value, status: 'passed', statusText: 'passed' }, source)).toEqual({
      text: '---\nphase: 1\nstatus: passed # by ann\n---\n',
    })
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
