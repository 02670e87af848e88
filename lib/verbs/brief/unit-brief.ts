// unit brief: prints everything needed to do a claimed unit, in one text.
import { agentBrief } from '../../core/brief/brief-agent.js'
import { agentSubject, unitWork } from '../../core/brief/brief-unit.js'
import { BRIEF_READS, briefWorld, NO_INPUT } from '../../core/brief/brief-world.js'
import { readClaims } from '../../core/dispatch/claims.js'
import { isUnitType, unitType } from '../../core/dispatch/units/all.js'
import { arg, verb } from '../../core/verb.js'
import { refuse } from '../../errors.js'
import { record, text } from '../../std/shape.js'
import { parseUnit } from '../dispatch/unit-given.js'

export const unitBrief = verb('unit.brief', {
  about: 'Print all instructions for a claimed unit, in one text',
  args: {
    claim: arg.text('Token from unit claim', { required: true }),
    own: arg.text('Unit (type/id) whose files to leave out, because this conversation has just written their drafts'),
    role: arg.flag("The caller is the unit's subagent, and needs only its role and this unit"),
    named: arg.flag('The unit was begun by name: the caller knows the next step'),
  },
  reads: [...BRIEF_READS, 'claim', 'project'],
  needsProject: false,
  needsWorkstream: true,
  needs: ['extensions', 'host', 'pack'],
  output: 'markdown',
  result: record({ unitType: text(), unitId: text(), text: text() }),
  async run({ view }, { claim: token, role, own, named: isNamed }) {
    const claim = readClaims(view).find((one) => one.token === token && isUnitType(one.unitType))
    const message = `no open claim has the token "${token}": the unit was finished, cancelled or taken over`
    if (claim === undefined) return refuse({ code: 'FENCED', message, fix: 'run gsd-tools begin' })
    const world = briefWorld(view, NO_INPUT, null)
    const { agent } = unitType(claim.unitType)
    const subject = agentSubject(world, claim)
    const submitted = own === undefined ? null : parseUnit(own, '--own')
    // A subagent whose unit has no role gets the complete instructions here.
    const work = role && agent !== null ? null : { ...unitWork(world, subject), submitted, isDelegated: role, isNamed }
    return { result: { unitType: claim.unitType, unitId: claim.unitId, text: await agentBrief(world, subject, work) } }
  },
})
