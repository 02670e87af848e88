// Text that leaves the machine or comes back. Neither is trusted: outgoing text may quote a project's files, and any
// member of the channel can write a reply.
import { choiceAmong } from '../captures/decisions.js'
import { withoutSecrets } from '../judging/secrets.js'
import type { Message, Reply } from './service.js'

/** Longer texts are cut before any check. */
const MAX_LOOKED_AT = 20_000

/** Control characters and invisible ones. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]+/gu

export const visibleLine = (text: string): string =>
  text.slice(0, MAX_LOOKED_AT).replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()

/** The beginning of a text, with an ellipsis if it was cut. */
export function capped(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

/** A project's text for a message: one line, no secrets, no mentions (an invisible character follows each `@`). */
export const messageText = (text: string, most: number): string =>
  capped(withoutSecrets(visibleLine(text)), most).replace(/@(?=\S)/g, '@\u200b')

export const linesOf = ({ kind, project, title, text, options, isRead }: Message): string =>
  [
    title === '' ? '' : `${project}: ${title}`,
    text,
    ...options.map((option, index) => `${index + 1}. ${option}`),
    isRead ? 'Reply to this message.' : kind === 'question' ? 'Answer it at a terminal.' : '',
  ]
    .filter((line) => line !== '')
    .join('\n')

/** Maximum characters of an answer. */
const MAX = 500

interface Judged {
  /** The first valid choice of an allowed user. */
  readonly answer: { readonly choice: string; readonly by: string } | null
  /** Invalid choices of allowed users. */
  readonly refused: readonly Reply[]
}

/** `from`: who may answer. All other replies are ignored. */
export function judgeReplies(replies: readonly Reply[], from: readonly string[], options: readonly string[]): Judged {
  const refused: Reply[] = []
  for (const reply of replies.filter(({ sender }) => sender !== '' && from.includes(sender))) {
    const text = visibleLine(reply.said.slice(0, MAX + 1))
    const choice = reply.said.length > MAX || text === '' ? null : choiceAmong(options, text)
    if (choice !== null) return { answer: { choice, by: reply.sender }, refused }
    refused.push(reply)
  }
  return { answer: null, refused }
}
