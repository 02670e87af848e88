// A person who agrees in a session: the hook of the prompt sees them type the word that the refusal printed.
import { keepTyped } from '../../lib/node/custody.js'
import type { Called, TempProject } from './project.js'

/** The words by which a person overrules what evidence says. */
export const OVERRULED = ['--overrule', '--by', 'Ada', '--reason', 'seen it'] as const

/** Notes the word as typed by a person, as the hook does. */
export const typeWord = (project: TempProject, word: string): void =>
  keepTyped(project.env(), project.root, [word], project.time)

/** Calls a verb, and where it asks for a person's word, again with that word. */
export async function agreed(project: TempProject, ...words: readonly string[]): Promise<Called> {
  const asked = await project.ask(...words)
  const word = asked.exit === 4 ? asked.json().error?.word : undefined
  if (word === undefined) return asked
  typeWord(project, word)
  // The same moment, so that time stamps are those of one call.
  project.time -= 1000
  return project.ask(...words, '--agree', word)
}
