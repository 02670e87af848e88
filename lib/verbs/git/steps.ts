// Steps that call Git, and readers for their output.
import { lookStep, type OwnStep } from '../../core/builtin-steps.js'
import type { Results } from '../../core/verb.js'

export type { Results }

/** Others commit in the same repository; a lock held longer is stale. */
const PATIENCE_MS = 5000

const argvOf = (args: readonly string[]): OwnStep['argv'] => ['git', '--literal-pathspecs', ...args]

export const git = (name: string, args: readonly string[]): OwnStep => ({
  name,
  argv: argvOf(args),
  patienceMs: PATIENCE_MS,
})
export const look = (name: string, args: readonly string[]): OwnStep => lookStep(name, argvOf(args))

/** A step's output without the last line end. */
export const out = (results: Results, name: string): string => (results.get(name)?.stdout ?? '').trim()
export const worked = (results: Results, name: string): boolean => results.get(name)?.exitCode === 0
/** Paths of a `-z` list. */
export const pathsIn = (results: Results, name: string): readonly string[] =>
  (results.get(name)?.stdout ?? '').split('\0').filter((path) => path !== '')
export const gitMessage = (results: Results, name: string): string => {
  const { stderr, stdout } = results.get(name) ?? {}
  return (stderr || stdout || 'git printed no message').trim()
}
