// How each family of clients reads hook answers; rows name these dialects. Pure.
import { type DialectId, type HookFacts, POINTS, type Point } from '../runtimes/hooks.js'
import type { Fields } from '../std/json.js'
import type { Answer } from './answer.js'
import type { HookContext } from './check.js'

/** How answers are printed; for '' the client continues as if there were no hook. */
export interface Dialect {
  readonly answer: (answer: Answer, event: HookContext) => string
  /** Moments at which the client ignores advice, which waits for the next other moment. */
  readonly ignoredAt: readonly Point[]
  /** Printed if there is no answer, also after a failure, as some clients take silence for a refusal. */
  readonly silence: string
}

const jsonOrEmpty = (value: Fields): string => (Object.keys(value).length === 0 ? '' : JSON.stringify(value))

const codedText = ({ code, text }: NonNullable<Answer['deny']>): string => `${code}: ${text}`

const adviceText = ({ advice }: Answer): string | null => (advice.length === 0 ? null : advice.join('\n\n'))

interface FlatForm {
  /** `advice` is sent in the same document; null if there is none. */
  readonly refusal: (reason: string, advice: string | null) => Fields
  readonly advice: (text: string) => Fields
  readonly message?: (text: string) => Fields
  /** Fields that are always sent, as some clients take silence for a refusal. */
  readonly always?: Fields
}

const flat =
  ({ refusal, advice, message = () => ({}), always = {} }: FlatForm) =>
  (facts: HookFacts): Dialect => ({
    silence: jsonOrEmpty(always),
    ignoredAt: facts.ignoredAt ?? [],
    answer: (answer) => {
      const advised = adviceText(answer)
      return jsonOrEmpty({
        ...always,
        ...(advised === null ? {} : advice(advised)),
        ...(answer.messages.length === 0 ? {} : message(answer.messages.join('\n'))),
        ...(answer.deny === null ? {} : refusal(codedText(answer.deny), advised)),
      })
    },
  })

/** Moments at which clients of the nested form read added context. */
const POINTS_WITH_CONTEXT: readonly Point[] = ['session-start', 'prompt-submit', 'pre-tool', 'post-tool']
const POINTS_WITHOUT_CONTEXT: readonly Point[] = POINTS.filter((point) => !POINTS_WITH_CONTEXT.includes(point))

interface NestedForm {
  /** Top-level fields of a refusal, in addition to the nested ones. */
  readonly refusal?: (reason: string) => Fields
  /** Top-level fields of advice. */
  readonly advice?: (text: string) => Fields
  /** Whether advice is also nested. */
  readonly isNested?: boolean
}

/** The most common form: answers below `hookSpecificOutput`, which repeats the name of the event. */
const nested =
  ({ refusal = () => ({}), advice: topAdvice = () => ({}), isNested = true }: NestedForm) =>
  (facts: HookFacts): Dialect => ({
    silence: '',
    ignoredAt: [...POINTS_WITHOUT_CONTEXT, ...(facts.ignoredAt ?? [])],
    answer: (answer, { point, name }) => {
      const { deny, messages, line } = answer
      if (line !== null) return line
      const advised = adviceText(answer)
      const specific = {
        ...(deny === null ? {} : { permissionDecision: 'deny', permissionDecisionReason: codedText(deny) }),
        ...(advised !== null && isNested && POINTS_WITH_CONTEXT.includes(point) ? { additionalContext: advised } : {}),
      }
      return jsonOrEmpty({
        ...(messages.length === 0 ? {} : { systemMessage: messages.join('\n') }),
        ...(deny === null ? {} : refusal(codedText(deny))),
        ...(Object.keys(specific).length === 0 ? {} : { hookSpecificOutput: { hookEventName: name, ...specific } }),
        ...(advised === null ? {} : topAdvice(advised)),
      })
    },
  })

const contextFields = (text: string): Fields => ({ additionalContext: text })

export const DIALECTS = {
  nested: nested({}),
  'nested-deciding': nested({ refusal: (reason) => ({ decision: 'deny', reason }) }),
  /** For a client that reads added context at the top level, and for most events only there. */
  'nested-doubled': nested({ advice: contextFields }),
  'nested-message': nested({ advice: (text) => ({ message: text }), isNested: false }),
  camel: flat({
    refusal: (reason) => ({ permissionDecision: 'deny', permissionDecisionReason: reason }),
    advice: contextFields,
  }),
  /** A refusal is sent twice, for the user and for the model. */
  permission: flat({
    refusal: (reason) => ({ permission: 'deny', user_message: reason, agent_message: reason }),
    advice: (text) => ({ additional_context: text }),
  }),
  decision: flat({
    refusal: (reason) => ({ decision: 'deny', reason }),
    advice: contextFields,
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
