// Settings of a project that weaken what guards the person: which there are, and what is agreed to where they are to count.
import type { ConfigValue } from '../../artifacts/config/config.js'
import { type ConfigKey, configKey } from '../../artifacts/config/config-keys.js'
import { listSettings } from '../../artifacts/config/settings.js'
import type { ErrorBody } from '../../errors.js'
import type { Agreed, Digest } from '../../ports.js'
import type { Json } from '../../std/json.js'
import { type Decision, wordFor } from '../consent.js'
import type { View } from '../view.js'
import { inOwnFile } from './passed-over.js'
import { agreementDigest, authorityOf } from './settings.js'

export interface Weakening {
  readonly key: string
  readonly row: ConfigKey
  readonly value: Json
}

/** What of these settings is passed over because it guards less than what holds without it. */
export const weakenings = (view: Pick<View, 'custody' | 'digest'>, value: ConfigValue): readonly Weakening[] =>
  listSettings(value, {}, authorityOf(view)).flatMap(({ key, passedOver }) => {
    const row = configKey(key)
    return passedOver === undefined || row === null || row.guard === null ? [] : [{ key, row, value: passedOver }]
  })

const shownOf = ({ key, value }: Weakening): string => `${key} = ${JSON.stringify(value)}`

export const agreedTo = (digest: Digest, found: readonly Weakening[], word: Agreed['word']): readonly Agreed[] =>
  found.map((one) => ({ digest: agreementDigest(digest, one.row, one.key, one.value), command: shownOf(one), word }))

/** What a person is asked before these count. */
const weakeningDecision = (found: readonly Weakening[], call: string): Decision => ({
  action: 'config.weaken',
  subject: JSON.stringify(found.map(({ key, value }) => [key, value])),
  question: `This weakens what guards the work in this project: ${found.map((one) => `${shownOf(one)} (${one.row.about})`).join('; ')}.`,
  call,
})

/** Whose word stands behind them: a person's where one of them asks for it, else this installation's own. */
export function wordForAll(
  view: View,
  found: readonly Weakening[],
  call: string,
  given: string | undefined,
): Agreed['word'] | ErrorBody {
  const held = found.filter(({ row }) => row.guard?.ownFile === true)
  if (held.length > 0)
    return {
      code: 'CONSENT_REQUIRED',
      message: `${held.map(shownOf).join('; ')} weakens a guard, which no project does: in a project's file it would not count, so it was not written`,
      fix: `a person writes ${held.map(({ key, value }) => inOwnFile(key, value)).join(' and ')} into ~/.gsd/config.json, where it counts for every project of theirs`,
    }
  const asks = found.some(({ row }) => row.guard?.asks === true)
  return asks ? wordFor(view, weakeningDecision(found, call), given) : 'here'
}

export const isHeld = (word: Agreed['word'] | ErrorBody): word is ErrorBody => typeof word !== 'string'
