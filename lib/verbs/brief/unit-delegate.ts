// unit delegate: prints the prompts with which a session delegates units to subagents.
import { BRIEF_READS, briefWorld, NO_INPUT } from '../../core/brief/brief-world.js'
import { delegateText, type UnitsOfType } from '../../core/brief/delegate.js'
import type { Derivation } from '../../core/derivation/derive.js'
import { CLAIM_READS, settingOf } from '../../core/derivation/facts.js'
import { parallelUnits } from '../../core/dispatch/ready.js'
import { UNIT_TYPE_IDS } from '../../core/dispatch/units/all.js'
import { arg, verb } from '../../core/verb.js'
import type { PackView } from '../../core/view.js'
import { type ErrorBody, refuse } from '../../errors.js'
import { grouped } from '../../std/grouped.js'
import { record, text } from '../../std/shape.js'
import { nextAnswer } from '../dispatch/next.js'

export const unitDelegate = verb('unit.delegate', {
  about: 'Print which subagents to start for units, their prompts, and what their results mean',
  args: {
    unitType: arg.choice(UNIT_TYPE_IDS, 'Unit type; default: every ready unit that subagents can do', {
      positional: true,
    }),
    unitIds: arg.list('Ids of units that do not depend on one another', { positional: true }),
  },
  reads: [...new Set([...BRIEF_READS, ...CLAIM_READS])],
  needsProject: false,
  needsWorkstream: true,
  needs: ['extensions', 'host', 'pack'],
  output: 'markdown',
  result: record({ text: text() }),
  async run({ view }, { unitType, unitIds }) {
    const world = briefWorld(view, NO_INPUT, null)
    const given = unitType === undefined ? await readyUnits(view, world.derivation) : [{ unitType, unitIds }]
    if (given.every((one) => one.unitIds.length === 0)) refuse(unitType === undefined ? NOTHING : NO_ID)
    return { result: { text: `${delegateText(given, world)}\n` } }
  },
})

const NO_ID: ErrorBody = {
  code: 'USAGE',
  message: 'expected unit ids after the type, received the type alone',
  fix: 'run gsd-tools unit delegate <type> <id>, or gsd-tools unit delegate for every ready unit',
}
const NOTHING: ErrorBody = {
  code: 'NOT_FOUND',
  message: 'no unit is ready for a subagent in addition to the units in progress',
  fix: 'run gsd-tools next',
}

/** Returns the units that subagents can do in parallel in this worktree, up to the project's limit; none on hold. */
async function readyUnits(view: PackView, derivation: Derivation): Promise<readonly UnitsOfType[]> {
  const { result } = await nextAnswer(derivation, view)
  if (result.kind === 'hold') return []
  const { ready, held = [], alone = false } = result
  const given = ready.filter(({ agent, run }) => agent !== undefined && run !== 'workflow')
  const limit = Number(settingOf(derivation.facts, 'parallelization.max_concurrent_agents'))
  const room = alone ? 1 : Math.max(1, limit - held.length)
  const parallel = parallelUnits(derivation.facts, given, held, 'tree').slice(0, room)
  const byType = [...grouped(parallel, (one) => one.unitType)]
  return byType.map(([unitType, units]) => ({ unitType, unitIds: units.map(({ unitId }) => unitId) }))
}
