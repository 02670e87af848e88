// Slack: a bot's message, answered in its thread or by a numbered reaction.
import { linesOf, listIn, nameIn, part, type Reply, type Service } from './service.js'

const NUMBERS: readonly string[] = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** Slack's three escapes, so that no mention or link remains. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

const thread = (ref: string): readonly [string, string] => {
  const [channel = '', ts = ''] = ref.split(' ')
  return [channel, ts]
}

export const slack: Service = {
  title: 'Slack',
  api: 'https://slack.com/api',
  secret: 'SLACK_BOT_TOKEN',
  to: { about: 'the id of a conversation that the bot is in, such as C0123456789', pattern: /^[A-Z][A-Z0-9]{5,20}$/ },
  from: { about: 'the id of a member, such as U0123456789', pattern: /^[UW][A-Z0-9]{5,20}$/ },
  every: 10,
  credentials: (secret) => ({ headers: { authorization: `Bearer ${secret}` }, path: '', isSigned: false }),
  send: ({ to }, message) => ({
    method: 'POST',
    path: '/chat.postMessage',
    body: {
      channel: to,
      text: escaped(linesOf(message, 'Answer in the thread of this message, or react with its number.')),
      mrkdwn: false,
      parse: 'none',
      unfurl_links: false,
      unfurl_media: false,
      ...(message.after === null ? {} : { thread_ts: thread(message.after)[1] }),
    },
  }),
  refIn(body) {
    const [channel, ts] = [nameIn(body, 'channel'), nameIn(body, 'ts')]
    return part(body, 'ok') === true && channel !== '' && ts !== '' ? `${channel} ${ts}` : null
  },
  complaintIn: (body) => (part(body, 'ok') === false ? nameIn(body, 'error') || 'it refused' : null),
  *look(_, { ref, options }) {
    const [channel, ts] = thread(ref)
    const query = { channel, ts, limit: '200' }
    const messages = listIn((yield { method: 'GET', path: '/conversations.replies', query }).body, 'messages')
    const replies = messages
      .filter((one) => nameIn(one, 'thread_ts') === ts && nameIn(one, 'ts') !== ts)
      .map(
        (one): Reply => ({ sender: nameIn(one, 'user'), said: unescaped(nameIn(one, 'text')), key: nameIn(one, 'ts') }),
      )
    const parent = messages.find((one) => nameIn(one, 'ts') === ts)
    const reactions = listIn(parent, 'reactions').flatMap((one): readonly Reply[] => {
      const number = NUMBERS.indexOf(nameIn(one, 'name')) + 1
      if (number === 0 || number > options.length) return []
      return listIn(one, 'users').map((user) => ({
        sender: String(user),
        said: number,
        key: `${String(user)} ${number}`,
      }))
    })
    return [...replies, ...reactions]
  },
}
