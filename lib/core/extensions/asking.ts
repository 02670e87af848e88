// Asks the extensions, and reads their decision about the next unit.
import type { JsonObject } from '../../std/json.js'
import type { Derivation } from '../derivation/derive.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { type Hold, holdWithQuotedFix } from '../dispatch/holds.js'
import type { Contexts, HandlerContext, UnitRef } from './api.js'
import type { Point } from './manifest.js'
import type { HandlerInput, HandlerResults } from './port.js'

export type PointInput<P extends Point> = Omit<Contexts[P], keyof HandlerContext | 'set'>

const NO_RESULTS: HandlerResults = { answers: [], decided: null, failures: [], hold: null }

/** Asks the extensions at a point. `about`: the unit's phase, which need not be the active one. */
export async function askExtensions<P extends Point>(
  point: P,
  { facts: { view }, active, state }: Derivation,
  pointInput: PointInput<P>,
  about: PhaseFacts | null = null,
): Promise<HandlerResults> {
  if (view.extensions === null) return NO_RESULTS
  const phases = [...new Set([active, about])].filter((phase) => phase !== null)
  const input: HandlerInput = {
    now: new Date(view.clock.now()).toISOString(),
    state: state as unknown as JsonObject,
    plans: phases.flatMap(({ plans }) => plans.map(({ id, file }) => ({ id, path: file.path }))),
    pointInput: pointInput as JsonObject,
  }
  return view.extensions.ask(point, view, input)
}

export type ExtensionDecision =
  | { readonly kind: 'hold'; readonly hold: Hold }
  | { readonly kind: 'unit'; readonly id: string; readonly task: string }

/** Returns the extensions' decision in place of `unit`, or a hold after a failure; null to keep the core's decision. */
export async function extensionDecision(derivation: Derivation, unit?: UnitRef): Promise<ExtensionDecision | null> {
  const proposed = unit === undefined ? null : { unitType: unit.unitType, unitId: unit.unitId }
  const { decided, hold: failed } = await askExtensions('next', derivation, { proposed })
  if (failed !== null) return { kind: 'hold', hold: holdWithQuotedFix(failed.code, failed.message, failed.fix) }
  if (decided === null) return null
  const { name, verdict } = decided
  const { kind, reason, resume } = verdict
  if (kind === 'hold')
    return { kind, hold: holdWithQuotedFix('EXT_HOLD', `the extension ${name} says: ${reason}`, String(resume)) }
  const { type, key, task } = verdict['unit'] as Readonly<Record<'type' | 'key' | 'task', string>>
  return { kind: 'unit', id: `${name}.${type}.${key}`, task }
}
