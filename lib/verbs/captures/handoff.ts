// handoff drop: notes of a paused session are read once.
import { sameLabel, withText } from '../../artifacts/state/state-edit.js'
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { handoffsIn } from '../../core/dispatch/handoff.js'
import type { View } from '../../core/view.js'
import { Staging } from '../../core/writing/staging.js'
import { record, texts } from '../../std/shape.js'
import { stateChange } from '../state/memory.js'
import { readState } from '../state/reading.js'
import { type Change, mutation } from '../verb.js'

interface Dropped {
  readonly dropped: readonly string[]
}

/** STATE.md names no file to go on with that is gone now. */
function forgotten(view: View, result: Dropped): Change<Dropped> {
  const state = readState(view)
  const field = state?.fields.find(({ label }) => sameLabel(label, 'Resume file'))
  if (state === null || field === undefined) return { result }
  const isGone = result.dropped.some((path) => field.value.includes(path))
  return stateChange(view, state, isGone ? withText(state, field, 'None') : state, result)
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
    const { result, edits = [] } = forgotten(view, { dropped })
    return { result, edits: [...staging.edits(), ...edits] }
  },
})
