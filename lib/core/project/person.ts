// The name of the deciding user: as given, else from git.
import type { OwnStep } from '../builtin-steps.js'
import type { Results } from '../verb.js'
import type { View } from '../view.js'

const STEP = 'person'

/** The programs that tell the user's name; none if it is given, or without a repository. */
export const personSteps = (view: View, given: string | undefined): readonly OwnStep[] =>
  given !== undefined || !view.hasGit ? [] : [{ name: STEP, argv: ['git', 'config', 'user.name'] }]

export function personIn(given: string | undefined, results: Results): string {
  const found = results.get(STEP)
  const name = given?.trim() || (found?.exitCode === 0 ? found.stdout.trim() : '')
  return name === '' ? 'unknown' : name
}
