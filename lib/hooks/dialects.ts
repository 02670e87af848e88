// How each family of clients reads hook answers, by the names that the runtime rows use. Pure.
import { type DialectId, type HookFacts, POINTS, type Point } from '../runtimes/hooks.js'
import type { Fields } from '../std/json.js'
import type { Answer } from './answer.js'
import type { HookContext } from './check.js'

/** Answers are what the process prints; '' for none: the client continues as without a hook. */
export interface Dialect {
  readonly answer: (answer: Answer, event: HookContext) => string
  /** Events whose answer the client ignores: advice waits for the next one. */
  readonly unheard: readonly Point[]
  /** Said without an answer, also after a fault: some clients take silence for a refusal. */
  readonly silence: string
}

const document = (value: Fields): string => (Object.keys(value).length === 0 ? '' : JSON.stringify(value))

const codedText = ({ code, text }: NonNullable<Answer['deny']>): string => `${code}: ${text}`

const toldIn = ({ advice }: Answer): string | null => (advice.length === 0 ? null : advice.join('\n\n'))

interface FlatForm {
  /** `advice`: advice in the same document; null if none. */
  readonly refusal: (reason: string, advice: string | null) => Fields
  readonly advice: (text: string) => Fields
  readonly message?: (text: string) => Fields
  /** Always sent: some clients take silence for a refusal. */
  readonly always?: Fields
}

const flat =
  ({ refusal, advice, message = () => ({}), always = {} }: FlatForm) =>
  (facts: HookFacts): Dialect => ({
    silence: document(always),
    unheard: facts.unheard ?? [],
    answer: (answer) => {
      const told = toldIn(answer)
      return document({
        ...always,
        ...(told === null ? {} : advice(told)),
        ...(answer.messages.length === 0 ? {} : message(answer.messages.join('\n'))),
        ...(answer.deny === null ? {} : refusal(codedText(answer.deny), told)),
      })
    },
  })

/** Events at which clients of the nested form read added context. */
const CONTEXT: readonly Point[] = ['session-start', 'prompt-submit', 'pre-tool', 'post-tool']
const DEAF: readonly Point[] = POINTS.filter((point) => !CONTEXT.includes(point))

interface NestedForm {
  /** Fields of a refusal at the top, beside those below. */
  readonly refusal?: (reason: string) => Fields
  /** Fields of advice at the top. */
  readonly advice?: (text: string) => Fields
  /** Whether advice is below too. */
  readonly isInside?: boolean
}

/** The most common form: answers below `hookSpecificOutput`, which repeats the name of the event. */
const nested =
  ({ refusal = () => ({}), advice: beside = () => ({}), isInside = true }: NestedForm) =>
  (facts: HookFacts): Dialect => ({
    silence: '',
    unheard: [...DEAF, ...(facts.unheard ?? [])],
    answer: (answer, { point, name }) => {
      const { deny, messages, line } = answer
      if (line !== null) return line
      const told = toldIn(answer)
      const own = {
        ...(deny === null ? {} : { permissionDecision: 'deny', permissionDecisionReason: codedText(deny) }),
        ...(told !== null && isInside && CONTEXT.includes(point) ? { additionalContext: told } : {}),
      }
      return document({
        ...(messages.length === 0 ? {} : { systemMessage: messages.join('\n') }),
        ...(deny === null ? {} : refusal(codedText(deny))),
        ...(Object.keys(own).length === 0 ? {} : { hookSpecificOutput: { hookEventName: name, ...own } }),
        ...(told === null ? {} : beside(told)),
      })
    },
  })

const added = (text: string): Fields => ({ additionalContext: text })

export const DIALECTS = {
  nested: nested({}),
  'nested-deciding': nested({ refusal: (reason) => ({ decision: 'deny', reason }) }),
  /** For a client that reads added context at the top, for most events only there. */
  'nested-doubled': nested({ advice: added }),
  'nested-message': nested({ advice: (text) => ({ message: text }), isInside: false }),
  camel: flat({
    refusal: (reason) => ({ permissionDecision: 'deny', permissionDecisionReason: reason }),
    advice: added,
  }),
  /** One text for the user and one for the model. */
  permission: flat({
    refusal: (reason) => ({ permission: 'deny', user_message: reason, agent_message: reason }),
    advice: (text) => ({ additional_context: text }),
  }),
  decision: flat({
    refusal: (reason) => ({ decision: 'deny', reason }),
    advice: added,
    always: { decision: 'allow' },
  }),
  /** `cancel` would end the whole task, so a refusal gives the tool invalid input instead. */
  cancelling: flat({
    refusal: (reason, advice) => ({
      overrideInput: { refused: true },
      contextModification: [
        `This call was refused and did nothing, whatever its own error says. ${reason}`,
        ...(advice === null ? [] : [advice]),
      ].join('\n\n'),
    }),
    advice: (text) => ({ contextModification: text }),
    always: { cancel: false },
  }),
  /** For our own plugins, which call the process themselves. */
  plain: flat({
    refusal: (reason) => ({ deny: reason }),
    advice: (text) => ({ advice: text }),
    message: (text) => ({ message: text }),
  }),
} as const satisfies Readonly<Record<DialectId, (facts: HookFacts) => Dialect>>
