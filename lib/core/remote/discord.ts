// Discord: a bot's message, answered by a reply or a numbered reaction.
import { capped } from './message-text.js'
import { linesOf, listIn, nameIn, type Reply, type Service } from './service.js'

/** Discord's limit for a message, in characters. */
const MOST = 2000
/** No link previews. */
const NO_EMBEDS = 4
const BELOW_KEYS = '\u20e3'

/** Escapes mentions, links and formatting. */
const escaped = (text: string): string => text.replace(/[\\*_~`|<>[\]#]/g, '\\$&')

const keycap = (number: number): string => `${number}\ufe0f${BELOW_KEYS}`
const numberIn = (emoji: string): number => {
  const [digit = '', ...rest] = emoji.replace('\ufe0f', '')
  return rest.join('') === BELOW_KEYS && /^[1-9]$/.test(digit) ? Number(digit) : 0
}

const byId = (a: Reply, b: Reply): number => a.key.length - b.key.length || (a.key < b.key ? -1 : 1)

export const discord: Service = {
  title: 'Discord',
  api: 'https://discord.com/api/v10',
  secret: 'DISCORD_BOT_TOKEN',
  to: { about: 'the id of a channel where the bot may write, a long number', pattern: /^\d{15,22}$/ },
  from: { about: 'the id of a user, a long number', pattern: /^\d{15,22}$/ },
  every: 10,
  credentials: (secret) => ({ headers: { authorization: `Bot ${secret}` }, path: '', isSigned: false }),
  send: ({ to }, message) => ({
    method: 'POST',
    path: `/channels/${to}/messages`,
    body: {
      content: capped(escaped(linesOf(message, 'Reply to this message, or react with its number.')), MOST),
      allowed_mentions: { parse: [], replied_user: false },
      flags: NO_EMBEDS,
      ...(message.after === null
        ? {}
        : { message_reference: { message_id: message.after, fail_if_not_exists: false } }),
    },
  }),
  refIn: (body) => nameIn(body, 'id') || null,
  complaintIn: (body) => nameIn(body, 'message') || null,
  *look({ to }, { ref, options }) {
    const at = `/channels/${to}/messages`
    const query = { after: ref, limit: '100' }
    const after = (yield { method: 'GET', path: at, query }).body
    const replies = (Array.isArray(after) ? after : [])
      .filter((one) => nameIn(one, 'message_reference', 'message_id') === ref)
      .map(
        (one): Reply => ({ sender: nameIn(one, 'author', 'id'), said: nameIn(one, 'content'), key: nameIn(one, 'id') }),
      )
    const reactions = listIn((yield { method: 'GET', path: `${at}/${ref}` }).body, 'reactions')
    const chosen: Reply[] = []
    for (const reaction of reactions) {
      const number = numberIn(nameIn(reaction, 'emoji', 'name'))
      if (number === 0 || number > options.length) continue
      const path = `${at}/${ref}/reactions/${encodeURIComponent(keycap(number))}`
      const users = (yield { method: 'GET', path, query: { limit: '100' } }).body
      for (const user of Array.isArray(users) ? users : [])
        chosen.push({ sender: nameIn(user, 'id'), said: number, key: `${nameIn(user, 'id')} ${number}` })
    }
    return [...replies.sort(byId), ...chosen]
  },
}
