// Steps that ask git, and reading what it answered.
import { lookStep, type OwnStep } from '../../core/builtin-steps.js'
import type { Results } from '../../core/verb.js'

export type { Results }

/** Others commit in the same repository; a lock that stays longer was left behind. */
const PATIENCE_MS = 5000

/** What changes a repository and never makes a commit; a commit needs a known person (`committing` in identity.ts). */
type Change = 'add' | 'reset' | 'switch'

const argvOf = (args: readonly string[]): OwnStep['argv'] => ['git', '--literal-pathspecs', ...args]

/** Any call that changes the repository: for `git` and `committing`, which say more about it. */
export const changing = (name: string, args: readonly string[], more: Partial<OwnStep> = {}): OwnStep => ({
  name,
  argv: argvOf(args),
  patienceMs: PATIENCE_MS,
  ...more,
})
export const git = (name: string, args: readonly [Change, ...string[]]): OwnStep => changing(name, args)
export const look = (name: string, args: readonly string[]): OwnStep => lookStep(name, argvOf(args))

/** What a step printed, without the last line end. */
export const out = (results: Results, name: string): string => (results.get(name)?.stdout ?? '').trim()
export const worked = (results: Results, name: string): boolean => results.get(name)?.exitCode === 0
/** Paths of a `-z` list. */
export const pathsIn = (results: Results, name: string): readonly string[] =>
  (results.get(name)?.stdout ?? '').split('\0').filter((path) => path !== '')
/** What git complained about. */
export const said = (results: Results, name: string): string => {
  const { stderr, stdout } = results.get(name) ?? {}
  return (stderr || stdout || 'git said nothing').trim()
}
