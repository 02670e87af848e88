// Text after unclosed tags in a plan is not read into the value of each tag again.
import { describe, expect, it } from 'vitest'
import { plan } from '../../../lib/artifacts/plan/plan.js'
import { sourceFrom } from '../../support/sources.js'

const tasksOf = (text: string) =>
  plan.parse(sourceFrom(`---\nphase: 01-a\nplan: 01\n---\n\n<tasks>\n${text}`)).value.tasks

/** Total length of the strings in a value. */
const lengthIn = (value: unknown): number =>
  typeof value === 'string'
    ? value.length
    : typeof value === 'object' && value !== null
      ? Object.values(value).reduce<number>((sum, one) => sum + lengthIn(one), 0)
      : 0

describe('unclosed tags', () => {
  it.each([
    ['names in tasks', '<task type="auto">\n<name>a\n'],
    ['names in tasks, without a text', '<task type="auto">\n<name>'],
    ['checks in tasks', '<task type="auto">\n<verify>\n<automated>a\n'],
    ['criteria in tasks', '<task type="auto">\n<acceptance_criteria>\n- a\n'],
    ['names in a closed task', '<task type="auto">\n<name>a\n<name>b</task>\n'],
  ])('give values at most twice as long as the text: %s', (_, unit) => {
    const text = unit.repeat(400)
    expect(lengthIn(tasksOf(text))).toBeLessThanOrEqual(2 * text.length)
  })

  it('end with their task', () => {
    expect(tasksOf('<task type="auto">\n<name>One\n<task type="auto">\n<name>Two\n').map(({ name }) => name)).toEqual([
      'One',
      'Two',
    ])
  })
})
