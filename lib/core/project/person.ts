// Finds the name of the user who decides: as given, else from git.
import type { OwnStep } from '../builtin-steps.js'
import type { Results } from '../verb.js'
import type { View } from '../view.js'

const STEP = 'person'

/** Returns the steps that read the user's name; none if the name is given, or there is no repository. */
export const userNameSteps = (view: View, given: string | undefined): readonly OwnStep[] =>
  given !== undefined || !view.hasGit ? [] : [{ name: STEP, argv: ['git', 'config', 'user.name'] }]

export function userNameIn(given: string | undefined, results: Results): string {
  const found = results.get(STEP)
  const name = given?.trim() || (found?.exitCode === 0 ? found.stdout.trim() : '')
  return name === '' ? 'unknown' : name
}
