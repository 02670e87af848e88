// Dialects with flat documents as answers.
import type { HookFacts } from '../../runtimes/hooks.js'
import type { Fields } from '../../std/fields.js'
import type { Answer } from '../answer.js'
import { type Dialect, SILENCE, type Spoken } from '../dialect.js'
import { codedText } from '../fields.js'

/** Fields for each part of an answer; null if the part is empty. */
interface Form {
  /** `advice`: advice in the same document; null if none. */
  readonly refusal: (reason: string, advice: string | null) => Fields
  readonly advice: (text: string) => Fields
  readonly message: (text: string) => Fields
  /** Always sent: some clients take silence for a refusal. */
  readonly always: Fields
}

const form =
  ({ refusal, advice, message, always }: Form) =>
  (facts: HookFacts): Dialect => {
    const spoken = (own: Fields): Spoken => {
      const document = { ...always, ...own }
      return Object.keys(document).length === 0 ? SILENCE : { ...SILENCE, stdout: JSON.stringify(document) }
    }
    return {
      silence: spoken({}),
      unheard: facts.unheard ?? [],
      answer: (answer: Answer) => {
        const beside = answer.advice.length === 0 ? null : answer.advice.join('\n\n')
        return spoken({
          ...(beside === null ? {} : advice(beside)),
          ...(answer.messages.length === 0 ? {} : message(answer.messages.join('\n'))),
          ...(answer.deny === null ? {} : refusal(codedText(answer.deny), beside)),
        })
      },
    }
  }

/** camelCase, with top-level decisions. */
export const camel = form({
  refusal: (reason) => ({ permissionDecision: 'deny', permissionDecisionReason: reason }),
  advice: (text) => ({ additionalContext: text }),
  message: () => ({}),
  always: {},
})

/** `permission`, with one text for the user and one for the model. */
export const permission = form({
  refusal: (reason) => ({ permission: 'deny', user_message: reason, agent_message: reason }),
  advice: (text) => ({ additional_context: text }),
  message: () => ({}),
  always: {},
})

/** Every answer must have a decision. */
export const decision = form({
  refusal: (reason) => ({ decision: 'deny', reason }),
  advice: (text) => ({ additionalContext: text }),
  message: () => ({}),
  always: { decision: 'allow' },
})

/** `cancel` would end the whole task, so a refusal gives the tool invalid input instead. */
export const cancelling = form({
  refusal: (reason, advice) => ({
    overrideInput: { refused: true },
    contextModification: [
      `This call was refused and did nothing, whatever its own error says. ${reason}`,
      ...(advice === null ? [] : [advice]),
    ].join('\n\n'),
  }),
  advice: (text) => ({ contextModification: text }),
  message: () => ({}),
  always: { cancel: false },
})

/** `decision: block`, and `context` for the model. */
export const blocking = form({
  refusal: (reason) => ({ decision: 'block', reason }),
  advice: (text) => ({ context: text }),
  message: () => ({}),
  always: {},
})

/** The dialect of our own plugins, which call the process themselves. */
export const plain = form({
  refusal: (reason) => ({ deny: reason }),
  advice: (text) => ({ advice: text }),
  message: (text) => ({ message: text }),
  always: {},
})

/** The client reads only the exit code and stderr. */
export const exitCode = (facts: HookFacts): Dialect => ({
  silence: SILENCE,
  unheard: facts.unheard ?? [],
  answer: ({ deny }) => (deny === null ? SILENCE : { stdout: '', stderr: `${codedText(deny)}\n`, exit: 2 }),
})
