// phase complete: claims and finishes the transition unit at once.
import { POSITION_READS } from '../../core/derivation/facts.js'
import { completePhase } from '../../core/dispatch/transition.js'
import { transitionResultShape } from '../../core/dispatch/unit-shapes.js'
import { arg, verb } from '../../core/verb.js'
import { UNIT_WRITES } from '../dispatch/unit-given.js'

export const phaseComplete = verb('phase.complete', {
  about: 'Close a phase whose evidence is complete, and refresh its status',
  args: { phase: arg.word('Phase id') },
  needs: ['programs'],
  reads: [...POSITION_READS, 'project', 'claim'],
  writes: UNIT_WRITES,
  result: transitionResultShape,
  run: (c, { phase }) => completePhase(c, phase),
})
