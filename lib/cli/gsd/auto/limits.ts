// A run's flags as values, with default limits.
import type { Limits } from '../../../core/auto/decide.js'
import { parsePhaseId } from '../../../core/ids.js'
import { GsdError } from '../../../errors.js'
import { flagOf } from '../../arguments.js'
import type { AutoGiven } from './args.js'
import type { Driver } from './drivers/driver.js'

/** Default limits: enough for a phase or two, with an end if something goes wrong at night. */
const OTHERWISE = {
  maxSessions: 50,
  minutes: 480,
  sessionMinutes: 60,
  idleMinutes: 15,
  answerMinutes: 60,
  maxTokens: 20_000_000,
  maxCost: 50,
  waitMinutes: 60,
  jobs: 1,
} as const
type Name = keyof typeof OTHERWISE

const wrong = (name: string, what: string, said: string, example: string | number): GsdError =>
  new GsdError({
    code: 'USAGE',
    message: `--${flagOf(name)} takes ${what}, not "${said}"`,
    fix: `for example --${flagOf(name)} ${example}`,
  })

/** Whole-number limits with their maximum. */
const WHOLE: Readonly<Partial<Record<Name, number>>> = { jobs: 99, maxTokens: 999_999_999_999 }

export function parseNumber(given: { readonly [One in Name]?: string | undefined }, name: Name): number {
  const said = given[name]
  if (said === undefined) return OTHERWISE[name]
  const most = WHOLE[name]
  const value = /^\d+(?:\.\d{1,3})?$/.test(said) ? Number(said) : 0
  if (value > 0 && value <= (most ?? 999_999) && (most === undefined || Number.isInteger(value))) return value
  const what = most === undefined ? 'a number above zero' : `a whole number from 1 to ${most.toLocaleString('en')}`
  throw wrong(name, what, said, OTHERWISE[name])
}

export function parseLimits(given: AutoGiven, { unknownUsage }: Driver): Limits {
  const { to } = given
  const phase = to === undefined ? null : parsePhaseId(to)
  if (to !== undefined && phase === null) throw wrong('to', 'a phase', to, 3)
  const whys = { maxTokens: unknownUsage.tokens, maxCost: unknownUsage.cost }
  const asked = (['maxTokens', 'maxCost'] as const).find((name) => given[name] !== undefined && whys[name] !== null)
  if (asked !== undefined)
    throw new GsdError({
      code: 'USAGE',
      message: `${whys[asked]}, so --${flagOf(asked)} cannot be enforced`,
      fix: 'limit it with --max-sessions or --minutes',
    })
  return {
    sessions: parseNumber(given, 'maxSessions'),
    minutes: parseNumber(given, 'minutes'),
    tokens: unknownUsage.tokens === null ? parseNumber(given, 'maxTokens') : null,
    cost: unknownUsage.cost === null ? parseNumber(given, 'maxCost') : null,
    to: phase,
  }
}
