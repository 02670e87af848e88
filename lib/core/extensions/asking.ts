// The input of extensions, and what they want done next.
import type { JsonObject } from '../../std/json.js'
import type { Derivation } from '../derivation/derive.js'
import type { PhaseFacts } from '../derivation/facts.js'
import type { View } from '../view.js'
import type { Contexts, HandlerContext, UnitRef } from './api.js'
import type { Point } from './manifest.js'
import type { HandlerInput, HandlerResults } from './port.js'

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
  if (verdict['kind'] === 'hold') {
    const reason = `the extension ${name} says: ${verdict['reason']}`
    return { kind: 'hold', code: 'EXT_HOLD', reason, resume: String(verdict['resume']) }
  }
  const { type, key, task } = verdict['unit'] as Readonly<Record<'type' | 'key' | 'task', string>>
  return { kind: 'unit', unitId: `${name}.${type}.${key}`, task }
}
