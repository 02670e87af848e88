// handoff drop: notes of a paused session are read once.

import { derive } from '../../core/derivation/derive.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { handoffsIn } from '../../core/dispatch/handoff.js'
import { Staging } from '../../core/writing/staging.js'
import { record, texts } from '../../std/shape.js'
import { mutation } from '../verb.js'

export const drop = mutation({
  name: 'handoff.drop',
  about: 'Remove the notes of a paused session, once they are read; undo brings them back',
  args: {},
  result: record({ dropped: texts('Paths, relative to the project root') }),
  reads: FACT_READS,
  writes: ['handoff', 'continue-here'],
  run(_, view) {
    const staging = new Staging(view)
    const dropped = handoffsIn(view, derive(view).state.phase?.dir ?? null)
    for (const path of dropped) staging.remove(path)
    return { result: { dropped }, edits: staging.edits() }
  },
})
