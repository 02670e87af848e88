// Refuses a claim whose finish would run commands without an agreement: better before the work than after it.
import type { Derivation } from '../derivation/derive.js'
import { type Check, runKey } from '../judging/check.js'
import { checksOf, projectChecks } from '../judging/checks.js'
import { commandDigest, laterStep } from '../trust.js'
import type { Ctx } from '../verb.js'
import type { Direct } from './dispatch.js'
import { unitType } from './units/all.js'

type Unit = Extract<Direct, { readonly kind: 'unit' }>

export async function askTrust(c: Ctx, { facts }: Derivation, found: Unit): Promise<void> {
  const { caller, digest } = facts.view
  const open = checksAtFinish(facts, found).filter((check) => caller.trustedBy(commandDigest(digest, check)) === null)
  await c.run(() =>
    open.map((check) => laterStep({ name: `trust:${runKey(check)}`, argv: check.argv, cwd: check.cwd })),
  )
}

function checksAtFinish(facts: Derivation['facts'], { unit, phase, plan }: Unit): readonly Check[] {
  if (plan !== null) return checksOf(facts, plan)
  if (unit.unitType === 'verify-phase') return phase?.plans.flatMap((one) => checksOf(facts, one)) ?? []
  return unitType(unit.unitType).changesCode ? projectChecks(facts).checks : []
}
