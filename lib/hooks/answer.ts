// The results of all checks of one event, in order; the first refusal stops the rest.
import { visible, visibleLine } from '../std/visible.js'
import type { Deny, Finding } from './check.js'
import type { Refusal } from './surroundings.js'

export interface Answer {
  /** Only calls before they run can be refused. */
  readonly deny: Refusal | null
  /** Why the user must be asked first. */
  readonly ask: Refusal | null
  /** For the model: one entry per check with a result. */
  readonly advice: readonly string[]
  /** For the user. */
  readonly messages: readonly string[]
  readonly line: string | null
}

export function answerOf(findings: readonly Finding[]): Answer {
  const refusal = (kind: 'deny' | 'ask'): Refusal | null => (findings.find((one) => one.kind === kind) as Deny) ?? null
  return {
    deny: refusal('deny'),
    ask: refusal('ask'),
    advice: findings.flatMap((one) => (one.kind === 'advice' ? [one.text] : [])),
    messages: findings.flatMap((one) => (one.kind === 'message' ? [one.text] : [])),
    line: findings.find((finding) => finding.kind === 'line')?.text ?? null,
  }
}

export const isEmpty = ({ deny, ask, advice, messages, line }: Answer): boolean =>
  deny === null && ask === null && advice.length === 0 && messages.length === 0 && line === null

/** Tags with a meaning in conversations, other than our placeholders (`<n>`). */
const BLOCK = /<(?=\/|[!?|<]|[A-Za-z]\w*[-_:]|(?:system|assistant|user|human|task|tool|result|function|command)\b)/gi

const shown = (refusal: Answer['deny']): Answer['deny'] =>
  refusal === null ? null : { code: refusal.code, text: visible(refusal.text) }

/** Sanitizes texts: no terminal control codes, and no tags that open or close a block of the conversation. */
export const heardBy = ({ deny, ask, advice, messages, line }: Answer): Answer => ({
  deny: shown(deny),
  ask: shown(ask),
  advice: advice.map((text) =>
    visible(text)
      .replace(BLOCK, '‹')
      .replace(/\[(?=\/?INST\])/gi, '('),
  ),
  messages: messages.map(visible),
  line: line === null ? null : visibleLine(line),
})
