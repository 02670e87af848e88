// Calls of verbs that may ask for confirmation.
import type { Called, TempProject } from './project.js'

const ASKING = ['CONFIRM_REQUIRED', 'PERSON_ONLY']

/** Calls a verb; if it asks for confirmation, repeats the call as the user at a terminal, with `--yes`. */
export async function agreed(project: TempProject, ...words: readonly string[]): Promise<Called> {
  const asked = await project.ask(...words)
  if (asked.exit !== 4 || !ASKING.includes(asked.json().error?.code)) return asked
  // Both calls happen at the same time, so that time stamps are those of one call.
  project.time -= 1000
  return project.askAsPerson(...words, '--yes')
}
