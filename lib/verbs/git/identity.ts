// Who commits. Git itself is asked before anything is added, switched or merged, so that a commit that it would refuse leaves nothing half done.
import type { OwnStep } from '../../core/builtin-steps.js'
import type { Ctx } from '../../core/verb.js'
import type { ErrorBody } from '../../errors.js'
import { changing, look, out, worked } from './steps.js'

/** Proof that git knows whom to name in a commit; only `identity` hands it out, and no step that commits can be made without it. */
export interface Identified {
  readonly isKnown: true
}

const ROLES = ['author', 'committer'] as const
const SETTINGS = ['user.name', 'user.email'] as const

const stepOf = (name: string): string => `identity:${name}`

/** What git says about the identity in the project: the proof, or what is missing. */
export async function identity({ results, run }: Ctx): Promise<Identified | { readonly error: ErrorBody }> {
  await run(() => ROLES.map((role) => look(stepOf(role), ['var', `GIT_${role.toUpperCase()}_IDENT`])))
  if (ROLES.every((role) => worked(results, stepOf(role)))) return { isKnown: true }
  await run(() => SETTINGS.map((name) => look(stepOf(name), ['config', '--get', name])))
  return { error: unknownIdentity(SETTINGS.filter((name) => out(results, stepOf(name)) === '')) }
}

/** `missing`: the settings without a value; none where variables of the call override them with nothing. */
function unknownIdentity(missing: readonly string[]): ErrorBody {
  const names = missing.length === 0 ? SETTINGS : missing
  const set = { 'user.name': 'NAME', 'user.email': 'ADDRESS' } as Readonly<Record<string, string>>
  return {
    code: 'GIT_IDENTITY',
    message: `git does not know who commits here: ${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} not set; nothing was staged or committed`,
    fix: `ask the person for it, then ${names.map((name) => `git config --global ${name} ${set[name]}`).join(' && ')} (without --global for this repository only)`,
  }
}

/** A step that makes a commit. */
export const committing = (
  _: Identified,
  name: string,
  args: readonly string[],
  more: Partial<OwnStep> = {},
): OwnStep => changing(name, args, more)
