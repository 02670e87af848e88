import { describe, expect, it } from 'vitest'
import { ambiguityOf } from '../../../lib/core/judging/ambiguity.js'

const rows = (goal: string, boundaries: string, constraints: string, acceptance: string) => [
  { dimension: 'Goal clarity', score: goal },
  { dimension: 'Boundary clarity', score: boundaries },
  { dimension: 'Constraint clarity', score: constraints },
  { dimension: 'Acceptance criteria', score: acceptance },
]

describe('the ambiguity of a specification', () => {
  it('is what the weighted scores leave open', () => {
    expect(ambiguityOf(rows('0.9', '0,9', '80 %', '**0.8**'))).toMatchObject({ ambiguity: 0.14, passed: true })
    expect(ambiguityOf(rows('1', '1', '1', '1'))).toMatchObject({ ambiguity: 0, passed: true })
  })

  it('is too much where one dimension is below its minimum, however clear the others are', () => {
    const judged = ambiguityOf(rows('1', '1', '0.6', '1'))
    expect(judged).toMatchObject({ ambiguity: 0.08, passed: false })
    expect(judged.dimensions.filter(({ clear }) => !clear).map(({ name }) => name)).toEqual(['constraints'])
  })

  it('is too much where all are just clear enough and the whole is not', () => {
    expect(ambiguityOf(rows('0.75', '0.7', '0.65', '0.7'))).toMatchObject({ ambiguity: 0.29, passed: false })
  })

  it.each(['', 'high', '7/10', '1.2', '85'])('is unknown with the score "%s"', (score) => {
    expect(ambiguityOf(rows('1', score, '1', '1'))).toMatchObject({ ambiguity: null, passed: false })
  })

  it('is unknown without a row for each dimension', () => {
    expect(ambiguityOf(rows('1', '1', '1', '1').slice(1))).toMatchObject({ ambiguity: null, passed: false })
  })
})
