// All that the checks of one event found, in order: the first refusal ends the rest.
import type { Finding } from './check.js'
import { itemText } from './handles.js'

export interface Answer {
  /** Only a call that is asked for can be refused. */
  readonly deny: { readonly code: string; readonly text: string } | null
  /** For the model, one entry per check that had something to say. */
  readonly advice: readonly string[]
  /** For the person. */
  readonly messages: readonly string[]
  readonly line: string | null
}

export function answerOf(findings: readonly Finding[]): Answer {
  const deny = findings.find((finding) => finding.kind === 'deny')
  return {
    deny: deny === undefined ? null : { code: deny.code, text: deny.text },
    advice: findings.flatMap((one) =>
      one.kind === 'advice' ? [one.text] : one.kind === 'item' ? (itemText(one.item) ?? []) : [],
    ),
    messages: findings.flatMap((one) => (one.kind === 'message' ? [one.text] : [])),
    line: findings.find((finding) => finding.kind === 'line')?.text ?? null,
  }
}

export const isEmpty = ({ deny, advice, messages, line }: Answer): boolean =>
  deny === null && advice.length === 0 && messages.length === 0 && line === null
