// unit delegate: the words with which a session gives units to subagents.
import { BRIEF_READS, briefWorld, NO_INPUT } from '../../core/brief/brief-world.js'
import { delegateText } from '../../core/brief/delegate.js'
import { UNIT_TYPE_IDS } from '../../core/dispatch/units/all.js'
import { arg, verb } from '../../core/verb.js'
import { int, record, text } from '../../std/shape.js'
import { bytesOf } from '../../std/told.js'

export const unitDelegate = verb('unit.delegate', {
  about: 'How units are given to subagents: whom to start, with which call, and what a return means',
  args: {
    unitType: arg.choice(UNIT_TYPE_IDS, 'Unit type', { positional: true, required: true }),
    unitIds: arg.list('Units that do not wait for one another', { positional: true, required: true }),
  },
  reads: BRIEF_READS,
  needsProject: false,
  needsWorkstream: true,
  needs: ['host', 'pack'],
  output: 'markdown',
  result: record({ bytes: int('Size of the text'), text: text() }),
  run({ view }, { unitType, unitIds }) {
    const told = `${delegateText({ unitType, unitIds }, briefWorld(view, NO_INPUT, null))}\n`
    return { result: { bytes: bytesOf(told), text: told } }
  },
})
