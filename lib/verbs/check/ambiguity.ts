// Whether a specification can be planned from: its own scores, added up here, because a model that adds them up is kind to itself.
import { ambiguityOf, MOST_AMBIGUITY } from '../../core/judging/ambiguity.js'
import { bool, listOf, number, orNull, record, text } from '../../std/shape.js'
import { verdict } from '../findings.js'
import { arg, query } from '../verb.js'

export const checkAmbiguity = query('check.ambiguity', {
  about: 'Whether the specification of a phase says one thing, by the scores of its ambiguity report',
  args: { file: arg.file('The specification, NN-SPEC.md') },
  reads: ['spec'],
  result: record({
    passed: bool(),
    ambiguity: orNull(number('0 to 1; null where a score is missing')),
    limit: number('Most that may stay open'),
    dimensions: listOf(
      record({
        name: text(),
        weight: number(),
        minimum: number(),
        score: orNull(number('0 to 1; null where the table has no number')),
        clear: bool(),
      }),
    ),
  }),
  run({ file }, view) {
    const read = view.parse('spec', file)
    const rows = (read?.value.ambiguityReport ?? []).map(({ dimension, score }) => ({
      dimension: dimension ?? '',
      score: score ?? '',
    }))
    const judged = ambiguityOf(rows)
    const result = { ...judged, limit: MOST_AMBIGUITY, dimensions: [...judged.dimensions] }
    if (read === null)
      return {
        result,
        exit: 1,
        error: {
          code: 'FILE_NOT_FOUND',
          message: `there is no file ${file}`,
          fix: 'write the specification first; its form: gsd-tools template show spec',
        },
      }
    return verdict('passed', result)
  },
})
