// The answer to one event: the findings of checks and extensions, by kind.
import { visible, visibleLine } from '../std/visible.js'
import type { Finding } from './check.js'

export interface Answer {
  /** Only a call that has not run yet can be refused. */
  readonly deny: { readonly code: string; readonly text: string } | null
  /** For the model: the text of each finding, in order. */
  readonly advice: readonly string[]
  /** For the user. */
  readonly messages: readonly string[]
  readonly line: string | null
}

export function answerOf(findings: readonly Finding[]): Answer {
  const textsOf = (kind: Finding['kind']) => findings.filter((one) => one.kind === kind).map(({ text }) => text)
  return {
    deny: findings.find((one) => one.kind === 'deny') ?? null,
    advice: textsOf('advice'),
    messages: textsOf('message'),
    line: textsOf('line')[0] ?? null,
  }
}

export const isEmpty = ({ deny, advice, messages, line }: Answer): boolean =>
  deny === null && advice.length === 0 && messages.length === 0 && line === null

/** The `<` of a tag that means something in conversations, unlike our placeholders (`<n>`). */
const TAG = /<(?=\/|[!?|<]|[A-Za-z]\w*[-_:]|(?:system|assistant|user|human|task|tool|result|function|command)\b)/gi

/** Escapes terminal control codes, and in advice disarms tags that open or close a block of the conversation. */
export const sanitized = ({ deny, advice, messages, line }: Answer): Answer => ({
  deny: deny === null ? null : { code: deny.code, text: visible(deny.text) },
  advice: advice.map((text) =>
    visible(text)
      .replace(TAG, '‹')
      .replace(/\[(?=\/?INST\])/gi, '('),
  ),
  messages: messages.map(visible),
  line: line === null ? null : visibleLine(line),
})
