// Which of the replies answers a question: the first that somebody gave whose word counts, and that is a choice.
import { choiceAmong } from '../captures/decisions.js'
import { seenLine } from './said.js'
import type { Reply } from './service.js'

/** Characters of an answer. */
const MOST = 500

export interface Judged {
  readonly answer: { readonly choice: string; readonly by: string } | null
  /** Replies of people whose word counts that are no choice. */
  readonly refused: readonly Reply[]
}

/** `from`: who may answer. Replies of all others are as if they were never given. */
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
  const text = seenLine(said.slice(0, MOST + 1))
  return said.length > MOST || text === '' ? null : choiceAmong(options, text)
}
