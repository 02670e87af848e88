// Telegram: a bot's message, answered by a button or a reply.
import { capped } from './message-text.js'
import { linesOf, listIn, nameIn, part, type Reply, type Service } from './service.js'

/** Telegram's limits for a message and a button, in characters. */
const [MOST, MOST_ON_BUTTON] = [4096, 60]
/** Reads the last updates without confirming them: several runs may share a bot, and updates expire after a day. */
const LAST = { offset: -100, limit: 100, timeout: 0 }

const dataOf = (id: string, number: number): string => `gsd:${id}:${number}`

export const telegram: Service = {
  title: 'Telegram',
  api: 'https://api.telegram.org',
  secret: 'TELEGRAM_BOT_TOKEN',
  to: { about: 'the id of a chat that the bot is in, a number', pattern: /^-?\d{1,20}$/ },
  from: { about: 'the id of a user, a number', pattern: /^\d{1,20}$/ },
  every: 5,
  credentials: (secret) => ({ headers: {}, path: `/bot${secret}`, isSigned: false }),
  send: ({ to }, message) => ({
    method: 'POST',
    path: '/sendMessage',
    body: {
      chat_id: to,
      text: capped(linesOf(message, 'Press a button, or reply to this message.'), MOST),
      link_preview_options: { is_disabled: true },
      ...(message.after === null
        ? {}
        : { reply_parameters: { message_id: Number(message.after), allow_sending_without_reply: true } }),
      ...(message.isRead && message.options.length > 0
        ? {
            reply_markup: {
              inline_keyboard: message.options.map((option, index) => [
                {
                  text: capped(`${index + 1}. ${option}`, MOST_ON_BUTTON),
                  callback_data: dataOf(message.id, index + 1),
                },
              ]),
            },
          }
        : {}),
    },
  }),
  refIn: (body) => (part(body, 'ok') === true ? nameIn(body, 'result', 'message_id') || null : null),
  complaintIn: (body) => (part(body, 'ok') === false ? nameIn(body, 'description') || 'it refused' : null),
  *look({ to, from }, { id, ref, options }) {
    const updates = listIn((yield { method: 'POST', path: '/getUpdates', body: LAST }).body, 'result')
    const replies: Reply[] = []
    for (const update of updates) {
      const key = nameIn(update, 'update_id')
      const [pressed, message] = [part(update, 'callback_query'), part(update, 'message')]
      const number = options.findIndex((_, index) => nameIn(pressed, 'data') === dataOf(id, index + 1)) + 1
      const isHere = (at: unknown, name: string) => nameIn(at, 'chat', 'id') === to && nameIn(at, name) === ref
      if (number > 0 && isHere(part(pressed, 'message'), 'message_id')) {
        const sender = nameIn(pressed, 'from', 'id')
        replies.push({ sender, said: number, key })
        // Stops the button's spinner.
        const body = { callback_query_id: nameIn(pressed, 'id') }
        if (from.includes(sender)) yield { method: 'POST', path: '/answerCallbackQuery', body, isMinor: true }
      } else if (nameIn(message, 'reply_to_message', 'message_id') === ref && nameIn(message, 'chat', 'id') === to)
        replies.push({ sender: nameIn(message, 'from', 'id'), said: nameIn(message, 'text'), key })
    }
    return replies
  },
}
