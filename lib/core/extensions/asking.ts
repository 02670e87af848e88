// What extensions are told of a project, and what they want to have done next. It stands in the way of every call, so it holds no more than that.
import type { JsonObject } from '../../std/json.js'
import type { Derivation } from '../derivation/derive.js'
import type { PhaseFacts } from '../derivation/facts.js'
import type { Ledger } from '../history/ledger.js'
import type { View } from '../view.js'
import type { Contexts, Told as ToldByAll } from './api.js'
import { placesOf } from './kept.js'
import type { Point } from './manifest.js'
import type { Told } from './port.js'

/** The unit type under which extensions have work done. */
export const EXTENSION_UNIT = 'extension'

/** Finished rounds by unit id, since a person last said that it may go on. */
function roundsIn(ledger: Ledger): Readonly<Record<string, number>> {
  const rounds: Record<string, number> = {}
  for (const line of ledger.lines) {
    if ((line.kind !== 'outcome' && line.kind !== 'reset') || line.unitType !== EXTENSION_UNIT) continue
    rounds[line.unitId] = line.kind === 'reset' ? 0 : (rounds[line.unitId] ?? 0) + 1
  }
  return rounds
}

/** What a point tells beside what all are told. */
export type More<P extends Point> = Omit<Contexts[P], keyof ToldByAll | 'set'>

/** `about`: the phase a unit belongs to, where that is not the active one. */
export function toldOf<P extends Point>(
  view: View,
  derivation: Derivation,
  ledger: Ledger,
  more: More<P>,
  about: PhaseFacts | null = null,
): Told {
  const phases = [...new Set([derivation.active, about])].filter((phase) => phase !== null)
  return {
    now: new Date(view.clock.now()).toISOString(),
    state: derivation.state as unknown as JsonObject,
    places: placesOf(derivation.facts, phases),
    rounds: roundsIn(ledger),
    more: more as JsonObject,
  }
}

export type Wanted =
  | { readonly kind: 'hold'; readonly code: string; readonly reason: string; readonly resume: string }
  | { readonly kind: 'unit'; readonly unitId: string; readonly about: string; readonly task: string }

/** What the extensions decide in the place of what is `proposed`; null: they decide nothing. */
export function wantedBy(
  view: View,
  derivation: Derivation,
  ledger: Ledger,
  proposed: { readonly unitType: string; readonly unitId: string } | null,
): Wanted | null {
  if (view.extensions === null) return null
  const told = toldOf<'next'>(view, derivation, ledger, { proposed })
  const { decided, held } = view.extensions.ask('next', view, told)
  if (held !== null) return { kind: 'hold', code: held.code, reason: held.message, resume: held.fix }
  if (decided === null) return null
  const { name, verdict } = decided
  if (verdict['kind'] === 'hold')
    return {
      kind: 'hold',
      code: 'EXT_HOLD',
      reason: `the extension ${name} says: ${verdict['reason']}`,
      resume: String(verdict['resume']),
    }
  const { type, key, task } = verdict['unit'] as Readonly<Record<string, string>>
  const unitId = `${name}.${type}.${key}`
  const known = view.extensions.unitAbout(view, unitId)
  const done = told.rounds[unitId] ?? 0
  if (known === null || done >= known.rounds)
    return {
      kind: 'hold',
      code: 'ITERATION_CAP',
      reason: `the extension ${name} asks for ${type} of ${key} again, which had ${done} rounds of ${known?.rounds ?? 0}`,
      resume: `gsd ext reset ${unitId}`,
    }
  return { kind: 'unit', unitId, about: known.about, task: task as string }
}
