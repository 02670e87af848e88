// verification override: a must-have that failed is let pass.
import { DECIDERS, decide, isRefused, YES } from '../../core/consent.js'
import { FACT_READS, gatherFacts } from '../../core/derivation/facts.js'
import { OVERRIDE, overrideKey } from '../../core/dispatch/finish/overrides.js'
import { agreedIn, agreedLine } from '../../core/history/ledger-says.js'
import { displayPhaseId, parsePhaseId, samePhase } from '../../core/ids.js'
import { ledgerPath } from '../../core/layout.js'
import { phaseMissing } from '../../core/phases/locate.js'
import { oneOf, orNull, record, text } from '../../std/shape.js'
import { arg, mutation } from '../verb.js'

export const verificationOverride = mutation(OVERRIDE, {
  about: 'Lets a phase pass despite a failed must-have',
  args: {
    phase: arg.word('Phase', { names: 'phase' }),
    mustHave: arg.word('The must-have, as the report names it'),
    reason: arg.text('Why', { required: true }),
    yes: YES,
  },
  reads: FACT_READS,
  writes: ['ledger'],
  result: record({
    phase: text(),
    must_have: text(),
    by: orNull(oneOf(DECIDERS, 'Who decided; null: nobody')),
  }),
  run({ phase: given, mustHave, reason, yes }, view) {
    const facts = gatherFacts(view)
    const id = parsePhaseId(given)
    const phase = id === null ? undefined : facts.phases.find((one) => samePhase(one.id, id))
    const answer = { phase: given, must_have: mustHave, by: null }
    if (phase === undefined) {
      const known = facts.phases.map((one) => displayPhaseId(one.id))
      return { result: answer, error: phaseMissing(given, known) }
    }
    const about = overrideKey(phase.id, mustHave)
    const before = agreedIn(facts.inputs.ledger(), OVERRIDE).get(about)
    if (before !== undefined) return { result: { ...answer, by: before } }
    const by = decide(
      view,
      {
        question: `Let "${mustHave}" of phase ${displayPhaseId(phase.id)} not stand in the way though it failed, because: ${reason}?`,
        call: `gsd-tools verification override ${displayPhaseId(phase.id)} ${JSON.stringify(mustHave)} --reason ${JSON.stringify(reason)}`,
      },
      yes,
    )
    if (isRefused(by)) return { result: answer, exit: 4, error: by }
    const payload = { ...agreedLine(view, OVERRIDE, about, by), reason }
    return { result: { ...answer, by }, edits: [{ kind: 'line', path: ledgerPath(view), payload }] }
  },
})
