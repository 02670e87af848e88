// The model of one session: the user's choice, or the engine's by the weight of the unit, if the client takes a model.
import type { Decision, Unit } from '../../../core/auto/decide.js'
import { standIn } from '../../../core/project/routing.js'
import { isJsonObject, type Json } from '../../../std/json.js'
import type { AutoGiven } from './args.js'
import type { Driver } from './drivers/driver.js'
import { ask, type Engine } from './engine.js'

export interface SessionModel {
  /** Null for the client's default. */
  readonly model: string | null
  /** Null without routing. */
  readonly tier: string | null
}

const UNROUTED: SessionModel = { model: null, tier: null }

/** `spent`: percent of the budget. */
export async function sessionModel(
  engine: Engine,
  given: AutoGiven,
  { id, takesModel }: { readonly id: string } & Pick<Driver, 'takesModel'>,
  unit: Unit,
  { attempt, errors }: Pick<Extract<Decision, { do: 'run' }>, 'attempt' | 'errors'>,
  spent: number,
): Promise<SessionModel> {
  if (given.model !== undefined || !takesModel) return { ...UNROUTED, model: given.model ?? null }
  const said = await ask(
    engine,
    ...['model', 'explain', unit.unitType, unit.unitId, '--host', id],
    ...['--attempt', String(attempt), '--spent', String(Math.min(100, spent))],
  )
  if (said === null || isJsonObject(said['error']) || said['on'] !== true) return UNROUTED
  const { model = null, fallbacks, tier = null } = said
  const choices = [model, ...(Array.isArray(fallbacks) ? fallbacks : [])]
  return { model: textIn(standIn(choices, errors)), tier: textIn(tier) }
}

const textIn = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null)
