// What the hook program loads when it is due: checks that need the readers of planning files, what is kept in the person's folder, and calls of the CLI within the process.
import { keepTyped } from '../node/custody.js'
import { findProject } from '../node/project.js'

export { planningGate } from '../hooks/checks/planning-gate.js'
export { execute } from './execute.js'

/** Keeps words for the project that the CLI sees from the folder: inside a linked work tree that is the one of the main work tree. */
export function keepWords(
  env: Readonly<Record<string, string | undefined>>,
  start: string,
  words: readonly string[],
  now: number,
): void {
  const project = findProject({ start, env, anyWorkstream: true })
  keepTyped(env, project?.root ?? start, words, now)
}
