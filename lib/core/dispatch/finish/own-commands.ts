// Commands that a unit itself introduces need no approval: this installation asked for the text that contains them.
import type { ConfigValue } from '../../../artifacts/config/settings.js'
import type { Agreed } from '../../../ports.js'
import type { PlanFacts } from '../../derivation/plan-facts.js'
import { type Check, checkKey, ownChecks } from '../../judging/check.js'
import { agreedBySettings } from '../../tree-commands.js'
import { commandDigest, shownCommand } from '../../trust.js'
import type { View } from '../../view.js'
import { isOurClaim } from '../claims.js'
import type { Artifact } from '../drafts.js'
import type { Work } from './work.js'

/** Checks of plans drafted under a claim of this machine, except those already in the file they replace. */
export function broughtChecks({ view, claim, gathered }: Pick<Work, 'view' | 'claim' | 'gathered'>): readonly Check[] {
  const plans = gathered.artifacts.filter(({ expected, draft }) => expected.schema === 'plan' && draft !== null)
  if (plans.length === 0 || !isOurClaim(view, claim)) return []
  return plans.flatMap((artifact) => {
    const before = view.parse('plan', artifact.path)?.value
    const stood = new Set(before === undefined ? [] : ownChecks(before).map(checkKey))
    return checksIn(view, artifact).filter((check) => !stood.has(checkKey(check)))
  })
}

const checksIn = (view: View, { source }: Artifact): readonly Check[] => {
  const value = view.codec('plan')?.parse(source).value as PlanFacts['plan'] | undefined
  return value === undefined ? [] : ownChecks(value)
}

export const agreedBy = (work: Pick<Work, 'view' | 'claim' | 'gathered'>): readonly Agreed[] => [
  ...broughtChecks(work).map(
    (check): Agreed => ({
      digest: commandDigest(work.view.digest, check),
      command: shownCommand(check),
      by: 'unit',
    }),
  ),
  ...broughtSettings(work),
]

/** Setting commands that a charter of this machine's claim introduces, as `config set` would. */
function broughtSettings({ view, claim, gathered }: Pick<Work, 'view' | 'claim' | 'gathered'>): readonly Agreed[] {
  const codec = view.codec('config')
  if (codec === null || !isOurClaim(view, claim)) return []
  return gathered.artifacts
    .filter(({ expected, rendered }) => expected.schema === 'config' && rendered === true)
    .flatMap(({ path, source }) => {
      const before = view.parse('config', path)?.value ?? { settings: {}, readable: true }
      return agreedBySettings(view, before, codec.parse(source).value as ConfigValue)
    })
}
