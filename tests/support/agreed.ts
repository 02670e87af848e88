// A decision: the call asks, and then it is decided.
import type { Called, TempProject } from './project.js'

const ASKING = ['CONFIRM_REQUIRED', 'PERSON_ONLY']

/** Calls a verb, and where it asks, again as a person who says yes. */
export async function agreed(project: TempProject, ...words: readonly string[]): Promise<Called> {
  const asked = await project.ask(...words)
  if (asked.exit !== 4 || !ASKING.includes(asked.json().error?.code)) return asked
  // The same moment, so that time stamps are those of one call.
  project.time -= 1000
  return project.askAsPerson(...words, '--yes')
}
