// What half a spike lacks, and what a whole one answers.
import { SPIKE_PARTS, type SpikeValue } from '../../../artifacts/document/experiments.js'
import type { ExperimentKind } from './experiment-kind.js'
import { emptyParts, fieldAt, findingAt, headingAt, valueIn } from './placed.js'

const VERDICTS: readonly string[] = ['VALIDATED', 'PARTIAL', 'INVALIDATED']

/** The word of a verdict, whatever stands around it; null: there is none yet. */
function verdictOf({ verdict }: SpikeValue): string | null {
  const [word = ''] = /[A-Z]+/.exec((verdict ?? '').toUpperCase()) ?? []
  return VERDICTS.includes(word) ? word : null
}

const CODE = 'SPIKE_OPEN'

export const SPIKE: ExperimentKind = {
  answer(view, source) {
    const value = valueIn<SpikeValue>(view, 'spike', source)
    return value === null
      ? { question: null, outcome: null }
      : { question: value.validates ?? value.question, outcome: verdictOf(value) }
  },
  inspect(view, source) {
    const value = valueIn<SpikeValue>(view, 'spike', source)
    if (value === null) return []
    const verdict = {
      code: CODE,
      message: value.verdict === null ? 'it has no verdict' : `"${value.verdict}" is not a verdict`,
      fix: 'verdict: VALIDATED, PARTIAL or INVALIDATED; it is not known yet: leave the unit begun',
    }
    const unseen = {
      code: CODE,
      message: 'no command and no file stands below it, so nothing shows that it was tried',
      fix: 'name them in code, with the words of the output',
    }
    return [
      ...(verdictOf(value) === null ? [findingAt(source, fieldAt(source, 'verdict'), verdict)] : []),
      ...emptyParts(source, CODE, [
        {
          titles: SPIKE_PARTS.question,
          isEmpty: (value.question ?? value.validates) === null,
          about: 'the question, what would show yes and what would show no',
        },
        {
          titles: SPIKE_PARTS.tried,
          isEmpty: value.tried === null,
          about: 'each try with its command or file, and the words of its output',
        },
        {
          titles: SPIKE_PARTS.findings,
          isEmpty: value.findings === null,
          about: 'what planning must know: what to build on, limits, traps',
        },
      ]),
      ...(value.tried?.includes('`') === false
        ? [findingAt(source, headingAt(source, SPIKE_PARTS.tried), unseen)]
        : []),
    ]
  },
}
