// replan: a person says that the plans of a phase no longer fit.
import { replannable, stageCapture } from '../../core/captures/captures.js'
import { derive } from '../../core/derivation/derive.js'
import { POSITION_READS } from '../../core/derivation/facts.js'
import { refreshState } from '../../core/writing/projections.js'
import { Staging } from '../../core/writing/staging.js'
import type { Code } from '../../errors.js'
import { orNull, record, text } from '../../std/shape.js'
import { arg, mutation } from '../verb.js'

export const replan = mutation('replan', {
  about: 'Asks for new plans of a phase; what was carried out stays',
  args: {
    phase: arg.word('Phase whose plans no longer fit', { names: 'phase' }),
    reason: arg.text('What has changed', { required: true }),
  },
  result: record({
    capture: orNull(text('Id of the capture that asks for it')),
    key: orNull(text('Key under which the replanning is recorded')),
    phase: text(),
  }),
  reads: [...POSITION_READS, 'capture'],
  writes: ['capture', 'state'],
  run({ phase: named, reason }, view) {
    const found = replannable(derive(view), named)
    if ('refusal' in found) {
      const { code, message, fix } = found.refusal
      const error = { code: code as Code, message, fix }
      return { result: { capture: null, key: null, phase: named }, error }
    }
    const { id: phase } = found.phase
    const staging = new Staging(view)
    const { id } = stageCapture(staging, { text: reason.trim(), class: 'replan', phase })
    refreshState(staging)
    return { result: { capture: id, key: `triage:${id}`, phase }, edits: staging.edits() }
  },
})
