// Text that leaves the machine or comes back. Neither is trusted: outgoing text may quote a project's files, and any
// member of the channel can write a reply.
import { matchingOption } from '../captures/decisions.js'
import { withoutSecrets } from '../judging/secrets.js'
import type { Message, Reply } from './service.js'

/** Control characters and invisible ones. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]+/gu

export const visibleLine = (text: string): string => text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()

/** Returns a text, shortened with an ellipsis if it is too long. */
export function capped(text: string, maxLength: number): string {
  const characters = [...text]
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join('')}…`
}

/** Returns a project's text for a message: one line, no secrets, no mentions (an invisible character follows each `@`). */
export const messageText = (text: string, maxLength: number): string =>
  capped(withoutSecrets(visibleLine(text)), maxLength).replace(/@(?=\S)/g, '@\u200b')

export const linesOf = ({ kind, project, title, text, options, canReply }: Message): string =>
  [
    title === '' ? '' : `${project}: ${title}`,
    text,
    ...options.map((option, index) => `${index + 1}. ${option}`),
    canReply ? 'Reply to this message.' : kind === 'question' ? 'Answer it at a terminal.' : '',
  ]
    .filter((line) => line !== '')
    .join('\n')

/** Maximum characters of an answer. */
const MAX_LENGTH = 500

/** Returns the first valid answer among the replies of the users `from`, and their invalid replies before that answer. */
export function firstAnswer(replies: readonly Reply[], from: readonly string[], options: readonly string[]) {
  const refused: Reply[] = []
  for (const reply of replies.filter(({ sender }) => sender !== '' && from.includes(sender))) {
    const text = visibleLine(reply.text.slice(0, MAX_LENGTH + 1))
    const choice = reply.text.length > MAX_LENGTH || text === '' ? null : matchingOption(options, text)
    if (choice !== null) return { answer: { choice, by: reply.sender }, refused }
    refused.push(reply)
  }
  return { answer: null, refused }
}
