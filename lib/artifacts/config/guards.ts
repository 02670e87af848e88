// Which of two values guards more, and which values of a project count at all.
import type { Json, JsonObject } from '../../std/json.js'
import { mismatches } from '../../std/shape.js'
import type { ConfigKey, Guard } from './config-keys.js'

/** What stands above a project's settings. */
export interface Authority {
  /** The person's own settings. */
  readonly own: () => JsonObject
  /** Whether a person of this machine agreed to this value of the project. */
  readonly agreed: (row: ConfigKey, key: string, value: Json) => boolean
}

/** Nobody agreed to anything. */
export const NOBODY: Authority = { own: () => ({}), agreed: () => false }

/** Whether `value` guards less than `than`. */
function isWeaker(guard: Guard, value: Json, than: Json): boolean {
  if ('safe' in guard) return value !== guard.safe && than === guard.safe
  if ('order' in guard) return guard.order.indexOf(value) < guard.order.indexOf(than)
  if (guard.stronger === 'holds-more') return listOf(than).some((item) => !listOf(value).includes(item))
  const sign = guard.stronger === 'smaller' ? -1 : 1
  return strength(value, sign) < strength(than, sign)
}

const listOf = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [])
const strength = (value: Json, sign: 1 | -1): number =>
  typeof value === 'number' ? sign * value : Number.NEGATIVE_INFINITY

/** Whether the project's value of a key counts; `base` is what holds without it. */
export function counts(row: ConfigKey, key: string, value: Json, base: Json, { agreed }: Authority): boolean {
  if (row.told) return typeof value !== 'string' || value === base || agreed(row, key, value)
  if (row.guard === null) return true
  // What is no value of the key says nothing about what it guards.
  if (mismatches(row.shape, value).length > 0) return false
  return !isWeaker(row.guard, value, base) || (row.guard.ownFile !== true && agreed(row, key, value))
}
