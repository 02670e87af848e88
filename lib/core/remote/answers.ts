// Picks the answer among replies: the first valid choice by an allowed user.
import { choiceAmong } from '../captures/decisions.js'
import { visibleLine } from './message-text.js'
import type { Reply } from './service.js'

/** Maximum characters of an answer. */
const MOST = 500

export interface Judged {
  readonly answer: { readonly choice: string; readonly by: string } | null
  /** Invalid choices of allowed users. */
  readonly refused: readonly Reply[]
}

/** `from`: who may answer. All other replies are ignored. */
export function judgeReplies(replies: readonly Reply[], from: readonly string[], options: readonly string[]): Judged {
  const refused: Reply[] = []
  for (const reply of replies.filter(({ sender }) => sender !== '' && from.includes(sender))) {
    const choice = choiceIn(reply.said, options)
    if (choice !== null) return { answer: { choice, by: reply.sender }, refused }
    refused.push(reply)
  }
  return { answer: null, refused }
}

function choiceIn(said: Reply['said'], options: readonly string[]): string | null {
  if (typeof said === 'number') return options[said - 1] ?? null
  const text = visibleLine(said.slice(0, MOST + 1))
  return said.length > MOST || text === '' ? null : choiceAmong(options, text)
}
