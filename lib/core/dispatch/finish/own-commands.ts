// Commands that a unit's drafts introduce. They need no approval, because this installation asked for the drafts.
import type { ConfigValue } from '../../../artifacts/config/settings.js'
import type { Agreed } from '../../../ports.js'
import type { PlanFacts } from '../../derivation/plan-facts.js'
import { type Check, checkKey, ownChecks } from '../../judging/check.js'
import { agreedBySettings } from '../../tree-commands.js'
import { commandDigest, shownCommand } from '../../trust.js'
import { isOurClaim } from '../claims.js'
import type { Work } from './work.js'

type Gathering = Pick<Work, 'view' | 'claim' | 'gathered'>

/** Returns the checks in plans drafted under this machine's claim, except those in the files that these plans replace. */
export function introducedChecks({ view, claim, gathered }: Gathering): readonly Check[] {
  const plans = gathered.artifacts.filter(({ expected, draft }) => expected.schema === 'plan' && draft !== null)
  if (plans.length === 0 || !isOurClaim(view, claim)) return []
  return plans.flatMap(({ path, source }) => {
    const before = view.parse('plan', path)?.value
    const after = view.codec('plan')?.parse(source).value as PlanFacts['plan'] | undefined
    const existing = new Set(before === undefined ? [] : ownChecks(before).map(checkKey))
    return after === undefined ? [] : ownChecks(after).filter((check) => !existing.has(checkKey(check)))
  })
}

export function approvalsFor(work: Gathering): readonly Agreed[] {
  const digestOf = (check: Check) => commandDigest(work.view.digest, check)
  const checks = introducedChecks(work)
  return [
    ...checks.map((check): Agreed => ({ digest: digestOf(check), command: shownCommand(check), by: 'unit' })),
    ...introducedSettings(work),
  ]
}

/** Returns approvals for commands in the settings of a charter under this machine's claim, as if `config set` had set them. */
function introducedSettings({ view, claim, gathered }: Gathering): readonly Agreed[] {
  const codec = view.codec('config')
  if (codec === null || !isOurClaim(view, claim)) return []
  return gathered.artifacts
    .filter(({ expected, rendered }) => expected.schema === 'config' && rendered === true)
    .flatMap(({ path, source }) => {
      const before = view.parse('config', path)?.value ?? { settings: {}, readable: true }
      return agreedBySettings(view, before, codec.parse(source).value as ConfigValue)
    })
}
