// Steps that ask git, and reading what it answered.
import type { RunResult } from '../../ports.js'
import type { Step } from '../verb.js'

export type Results = ReadonlyMap<string, RunResult>

/** Others commit in the same repository; a lock that stays longer was left behind. */
const PATIENCE_MS = 5000

/** A call of git; `looks` for one that changes nothing. */
export const git = (name: string, args: readonly string[], more: Partial<Step> = {}): Step => ({
  name,
  argv: ['git', '--literal-pathspecs', ...args],
  ...(more.looks === true ? {} : { patienceMs: PATIENCE_MS }),
  ...more,
})
export const look = (name: string, args: readonly string[], more: Partial<Step> = {}): Step =>
  git(name, args, { ...more, looks: true })

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
