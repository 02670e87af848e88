// The score of an evaluation: six tenths what is covered, four tenths the means that are there.
import type { ErrorBody } from '../../errors.js'
import { bool, int, mapOf, number, orNull, record } from '../../std/shape.js'
import { unknownShape } from '../../verbs/findings.js'
import { query } from '../../verbs/verb.js'

const MEANS = ['tooling', 'dataset', 'automation', 'guardrails', 'tracing'] as const
const YES = new Set(['1', 'true', 'yes', 'y'])
const NO = new Set(['0', 'false', 'no', 'n'])

export const evalScore = query({
  name: 'eval.score',
  about: 'Score what of the output of a model is evaluated, and by which means',
  args: {
    covered: { type: 'int', required: true, about: 'Dimensions that are evaluated' },
    total: { type: 'int', required: true, about: 'Dimensions that matter' },
    infra: { type: 'text', required: true, about: `yes or no for ${MEANS.join(', ')}, set apart by commas` },
  },
  result: record({
    score: orNull(int('Of 100')),
    coverage: orNull(number('Of 1')),
    infra: mapOf(bool()),
    unknown: unknownShape,
  }),
  reads: [],
  needsProject: false,
  run({ covered, total, infra }) {
    const words = infra.split(',').map((word) => word.trim().toLowerCase())
    const legal = words.length === MEANS.length && words.every((word) => YES.has(word) || NO.has(word))
    if (!legal || covered < 0 || total < 0 || covered > total) {
      const error: ErrorBody = {
        code: 'USAGE',
        message: `expected 0 <= covered <= total and yes or no for ${MEANS.join(', ')}; received ${covered} of ${total}, "${infra}"`,
        fix: 'eval score --covered 3 --total 5 --infra yes,no,no,yes,no',
      }
      return { result: { score: null, coverage: null, infra: {}, unknown: [] }, error }
    }
    const means = Object.fromEntries(MEANS.map((name, index) => [name, YES.has(words[index] ?? '')]))
    if (total === 0) {
      const reason = 'there is no dimension to cover'
      const unknown = ['score', 'coverage'].map((path) => ({ path, code: 'NO_DIVISOR', reason }))
      return { result: { score: null, coverage: null, infra: means, unknown } }
    }
    const coverage = covered / total
    const there = Object.values(means).filter(Boolean).length / MEANS.length
    return {
      result: {
        score: Math.round(60 * coverage + 40 * there),
        coverage: Math.round(coverage * 100) / 100,
        infra: means,
        unknown: [],
      },
    }
  },
})
