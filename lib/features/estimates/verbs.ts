// Estimates of plans in tokens: whether one fits, and how far earlier ones were off.

import { readMetrics } from '../../core/captures/metrics.js'
import { FACT_READS, gatherFacts } from '../../core/derivation/facts.js'
import { readSettings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'
import { bool, int, number, orNull, record } from '../../std/shape.js'
import { unknownShape } from '../../verbs/findings.js'
import { query } from '../../verbs/verb.js'

/** Fewer pairs than this say nothing. */
const ENOUGH = 3

interface Calibration {
  /** Tokens it took over tokens estimated, the middle one of all plans; null for too few. */
  readonly factor: number | null
  readonly samples: number
}

/** Plans with an estimate in their front matter whose units reported what they took. */
function calibration(view: View): Calibration {
  const facts = gatherFacts(view)
  const took = new Map<string, number>()
  for (const { unitType, unitId, tokens } of readMetrics(view))
    if (unitType === 'execute-plan' && unitId !== null && tokens !== null)
      took.set(unitId, (took.get(unitId) ?? 0) + tokens)
  const ratios = facts.phases
    .flatMap(({ plans }) => plans)
    .flatMap(({ id, file }) => {
      const estimate = Number(facts.inputs.front(file.path)?.['estimate'])
      const tokens = took.get(id)
      return Number.isFinite(estimate) && estimate > 0 && tokens !== undefined ? [tokens / estimate] : []
    })
    .sort((a, b) => a - b)
  const middle = ratios[Math.floor(ratios.length / 2)]
  return {
    factor: ratios.length < ENOUGH || middle === undefined ? null : Math.round(middle * 100) / 100,
    samples: ratios.length,
  }
}

const COMMON = { reads: FACT_READS } as const

export const estimateCheck = query({
  name: 'estimate-check',
  about: 'Whether an estimate stays in the span in which a model works well',
  args: {
    tokens: { type: 'int', required: true, about: 'Estimate in tokens' },
    calibrated: { type: 'flag', about: 'Correct it by how far earlier estimates were off' },
  },
  result: record({ within: bool(), limit: int(), estimate: int(), calibrated: bool() }),
  ...COMMON,
  run({ tokens, calibrated }, view) {
    const limit = readSettings(view).get('workflow.smart_zone_tokens')
    const factor = calibrated ? calibration(view).factor : null
    const estimate = Math.round(tokens * (factor ?? 1))
    const within = typeof limit !== 'number' || estimate <= limit
    return {
      result: { within, limit: typeof limit === 'number' ? limit : 0, estimate, calibrated: factor !== null },
      ...(within ? {} : { exit: 1 as const }),
    }
  },
})

export const estimateCalibrate = query({
  name: 'estimate-calibrate',
  about: 'How far estimates of plans were off, from what their units reported',
  args: {},
  result: record({ factor: orNull(number()), samples: int(), unknown: unknownShape }),
  ...COMMON,
  run(_, view) {
    const { factor, samples } = calibration(view)
    const unknown =
      factor === null
        ? [{ path: 'factor', code: 'TOO_FEW', reason: `${samples} of ${ENOUGH} plans have an estimate and a report` }]
        : []
    return { result: { factor, samples, unknown } }
  },
})
