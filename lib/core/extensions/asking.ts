// The input of extensions, and what they want done next.
import type { JsonObject } from '../../std/json.js'
import type { Derivation } from '../derivation/derive.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { type Ledger, readLedger } from '../history/ledger.js'
import type { View } from '../view.js'
import type { Contexts, HandlerContext, UnitRef } from './api.js'
import type { Point } from './manifest.js'
import type { HandlerInput, HandlerResults } from './port.js'
import { EXTENSION_UNIT } from './unit-type.js'

/** How often a unit may be asked for again. */
const MOST_ROUNDS = 5

/** Finished rounds of a unit since the last reset by the user. */
function roundsOf({ lines }: Ledger, unitId: string): number {
  const own = lines.filter(
    (line) =>
      (line.kind === 'outcome' || line.kind === 'reset') && line.unitType === EXTENSION_UNIT && line.unitId === unitId,
  )
  return own.length - 1 - own.findLastIndex(({ kind }) => kind === 'reset')
}

/** Data of a point beyond the common fields. */
export type More<P extends Point> = Omit<Contexts[P], keyof HandlerContext | 'set'>

const NOBODY: HandlerResults = { answers: [], decided: null, failures: [], hold: null }

/** `about`: the phase of a unit, if not the active one. */
export async function askExtensions<P extends Point>(
  point: P,
  view: View,
  derivation: Derivation,
  more: More<P>,
  about: PhaseFacts | null = null,
): Promise<HandlerResults> {
  if (view.extensions === null) return NOBODY
  const phases = [...new Set([derivation.active, about])].filter((phase) => phase !== null)
  const told: HandlerInput = {
    now: new Date(view.clock.now()).toISOString(),
    state: derivation.state as unknown as JsonObject,
    plans: phases.flatMap(({ plans }) => plans.map(({ id, file }) => ({ id, path: file.path }))),
    more: more as JsonObject,
  }
  return view.extensions.ask(point, view, told)
}

export type Wanted =
  | { readonly kind: 'hold'; readonly code: string; readonly reason: string; readonly resume: string }
  | { readonly kind: 'unit'; readonly unitId: string; readonly task: string }

/** The extensions' decision in place of `proposed`; null if there is none. */
export async function wantedBy(view: View, derivation: Derivation, proposed: UnitRef | null): Promise<Wanted | null> {
  const { decided, hold: failed } = await askExtensions('next', view, derivation, { proposed })
  if (failed !== null) return { kind: 'hold', code: failed.code, reason: failed.message, resume: failed.fix }
  if (decided === null) return null
  const { name, verdict } = decided
  const hold = (code: string, reason: string, resume: string): Wanted => ({ kind: 'hold', code, reason, resume })
  if (verdict['kind'] === 'hold')
    return hold('EXT_HOLD', `the extension ${name} says: ${verdict['reason']}`, String(verdict['resume']))
  const { type, key, task } = verdict['unit'] as Readonly<Record<string, string>>
  const unitId = `${name}.${type}.${key}`
  const done = roundsOf(readLedger(view), unitId)
  if (done < MOST_ROUNDS) return { kind: 'unit', unitId, task: task as string }
  return hold(
    'ITERATION_CAP',
    `the extension ${name} requests ${type} of ${key} again, after ${done} rounds`,
    `gsd ext reset ${unitId}`,
  )
}
