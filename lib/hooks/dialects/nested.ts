// The most common dialect: snake_case fields, `hook_event_name`, and answers under `hookSpecificOutput`.
import { type HookFacts, POINTS, type Point } from '../../runtimes/hooks.js'
import type { Answer } from '../answer.js'
import { type Dialect, SILENCE, type Spoken } from '../dialect.js'
import type { HookContext } from '../event.js'
import { codedText } from '../fields.js'

/** Events at which the client reads added context. */
const CONTEXT: readonly Point[] = ['session-start', 'prompt-submit', 'pre-tool', 'post-tool', 'subagent-start']

const DEAF: readonly Point[] = POINTS.filter((point) => !CONTEXT.includes(point))

const document = (value: Readonly<Record<string, unknown>>): Spoken =>
  Object.keys(value).length === 0 ? SILENCE : { ...SILENCE, stdout: JSON.stringify(value) }

const decided = (permissionDecision: string, why: Answer['deny']) =>
  why === null ? {} : { permissionDecision, permissionDecisionReason: codedText(why) }

const answerWith =
  (refusal: (reason: string) => Readonly<Record<string, unknown>>) =>
  ({ deny, ask, advice, messages, line }: Answer, { point, name }: HookContext): Spoken => {
    if (line !== null) return { ...SILENCE, stdout: line }
    const own = {
      ...decided(deny === null ? 'ask' : 'deny', deny ?? ask),
      ...(advice.length > 0 && CONTEXT.includes(point) ? { additionalContext: advice.join('\n\n') } : {}),
    }
    return document({
      ...(messages.length === 0 ? {} : { systemMessage: messages.join('\n') }),
      ...(deny === null ? {} : refusal(codedText(deny))),
      ...(Object.keys(own).length === 0 ? {} : { hookSpecificOutput: { hookEventName: name, ...own } }),
    })
  }

/** A refusal goes only under `hookSpecificOutput`. */
export const nested = (facts: HookFacts): Dialect => ({
  silence: SILENCE,
  unheard: [...DEAF, ...(facts.unheard ?? [])],
  asks: facts.asks === true,
  answer: answerWith(() => ({})),
})

/** Like `nested`, with a top-level refusal too. */
export const nestedDeciding = (facts: HookFacts): Dialect => ({
  ...nested(facts),
  answer: answerWith((reason) => ({ decision: 'deny', reason })),
})

/** Like `nested`, with added context in another field. */
export const nestedMessage = (facts: HookFacts): Dialect => {
  const own = nested(facts)
  return {
    ...own,
    answer: (answer, event) => {
      const spoken = own.answer({ ...answer, advice: [] }, event)
      if (answer.advice.length === 0) return spoken
      const said = spoken.stdout === '' ? {} : (JSON.parse(spoken.stdout) as Readonly<Record<string, unknown>>)
      return document({ ...said, message: answer.advice.join('\n\n') })
    },
  }
}

/** Like `nested`, for a client that reads added context at the top level, for most events only there. */
export const nestedDoubled = (facts: HookFacts): Dialect => {
  const own = nested(facts)
  return {
    ...own,
    asks: false,
    answer: (answer, event) => {
      const spoken = own.answer(answer, event)
      if (answer.advice.length === 0 || answer.line !== null) return spoken
      const said = spoken.stdout === '' ? {} : (JSON.parse(spoken.stdout) as Readonly<Record<string, unknown>>)
      return document({ ...said, additionalContext: answer.advice.join('\n\n') })
    },
  }
}
