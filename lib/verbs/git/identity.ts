// The author of commits, checked before anything is staged or switched, so that a refused commit changes nothing.
import type { Ctx } from '../../core/verb.js'
import type { ErrorBody } from '../../errors.js'
import { look, out, worked } from './steps.js'

const ROLES = ['author', 'committer'] as const
const SETTINGS = { 'user.name': 'NAME', 'user.email': 'ADDRESS' } as const
const NAMES = Object.keys(SETTINGS) as readonly (keyof typeof SETTINGS)[]

const stepOf = (name: string): string => `identity:${name}`

/** Why Git cannot name the author of a commit; null if it can. */
export async function identityProblem({ results, run }: Ctx): Promise<ErrorBody | null> {
  await run(() => ROLES.map((role) => look(stepOf(role), ['var', `GIT_${role.toUpperCase()}_IDENT`])))
  if (ROLES.every((role) => worked(results, stepOf(role)))) return null
  await run(() => NAMES.map((name) => look(stepOf(name), ['config', '--get', name])))
  return unknownIdentity(NAMES.filter((name) => out(results, stepOf(name)) === ''))
}

/** `missing`: settings without a value; none if environment variables override them with an empty one. */
function unknownIdentity(missing: readonly (keyof typeof SETTINGS)[]): ErrorBody {
  const names = missing.length === 0 ? NAMES : missing
  return {
    code: 'GIT_IDENTITY',
    message: `git has no author for commits here: ${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} not set; nothing was staged or committed`,
    fix: `ask the user, then ${names.map((name) => `git config --global ${name} ${SETTINGS[name]}`).join(' && ')} (without --global for this repository only)`,
  }
}
