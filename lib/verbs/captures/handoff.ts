// handoff drop: notes of a paused session are read once.
import { sameLabel, withField } from '../../artifacts/state/state-edit.js'
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { handoffsIn } from '../../core/dispatch/handoff.js'
import { changeState } from '../../core/writing/change-state.js'
import { Staging } from '../../core/writing/staging.js'
import { record, texts } from '../../std/shape.js'
import { stamped } from '../state/memory.js'
import { mutation } from '../verb.js'

/** STATE.md names no file to go on with that is gone now. */
function forget(staging: Staging, dropped: readonly string[]): void {
  changeState(staging, (state) => {
    const field = state.fields.find(({ label }) => sameLabel(label, 'Resume file'))
    if (field === undefined || !dropped.some((path) => field.value.includes(path))) return state
    return stamped(staging.view, state, withField(state, field.label, 'None', field.section))
  })
}

export const drop = mutation('handoff.drop', {
  about: 'Remove the notes of a paused session, once they are read; undo brings them back',
  result: record({ dropped: texts('Paths, relative to the project root') }),
  reads: FACT_READS,
  writes: ['handoff', 'continue-here', 'state'],
  run(_, view) {
    const staging = new Staging(view)
    const dropped = handoffsIn(view, derive(view).state.phase?.dir ?? null)
    for (const path of dropped) staging.remove(path)
    forget(staging, dropped)
    return { result: { dropped }, edits: staging.edits() }
  },
})
