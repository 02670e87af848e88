// Whether the tasks of a plan say beforehand that tests will go: a person who is asked about it should know.
import type { PlanTask } from '../../artifacts/plan/plan.js'

const GOES = /\b(?:remov|delet|drop|prun|retir|discard)(?:e|es|ed|ing|al|ion)?\b/i
const TESTS = /\b(?:tests?|specs?|test suites?|test cases?)\b/i

/** The tasks that announce it: a sentence that speaks of removing and of tests, or a file that is gone by its name. */
export const announcing = (tasks: readonly PlanTask[], removed: readonly string[]): readonly PlanTask[] =>
  tasks.filter(
    ({ name, action, behavior, files }) =>
      files.some((file) => removed.includes(file)) ||
      [name, action, behavior].some((text) => sentences(text ?? '').some((one) => GOES.test(one) && TESTS.test(one))),
  )

const sentences = (text: string): readonly string[] => text.split(/[.;!?\n]+\s*/)
