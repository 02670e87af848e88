// The services: a bot posts messages and reads the replies to them; a webhook only receives.
import { capped, linesOf } from './message-text.js'
import { listIn, nameIn, part, type Service } from './service.js'

/** Slack's three escapes, so that no mention or link remains. */
const SLACK_ESCAPES = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
] as const

const slack: Service = {
  title: 'Slack',
  api: 'https://slack.com/api',
  secretVariable: 'SLACK_BOT_TOKEN',
  scheme: 'Bearer',
  to: { about: 'the id of a conversation that the bot is in, such as C0123456789', pattern: /^[A-Z][A-Z0-9]{5,20}$/ },
  from: { about: 'the id of a member, such as U0123456789', pattern: /^[UW][A-Z0-9]{5,20}$/ },
  maxPollSeconds: 10,
  send: ({ to, api }, message) => ({
    url: `${api}/chat.postMessage`,
    body: {
      channel: to,
      text: SLACK_ESCAPES.reduce((text, [sign, code]) => text.replaceAll(sign, code), linesOf(message)),
      mrkdwn: false,
      parse: 'none',
      unfurl_links: false,
      unfurl_media: false,
      ...(message.after === null ? {} : { thread_ts: message.after.split(' ')[1] }),
    },
  }),
  refIn(body) {
    const [channel, ts] = [nameIn(body, 'channel'), nameIn(body, 'ts')]
    return part(body, 'ok') === true && channel !== '' && ts !== '' ? `${channel} ${ts}` : null
  },
  errorIn: (body) => (part(body, 'ok') === false ? nameIn(body, 'error') || 'it refused' : null),
  poll({ api }, ref) {
    const [channel = '', ts = ''] = ref.split(' ')
    return { url: `${api}/conversations.replies`, query: { channel, ts, limit: '200' } }
  },
  repliesIn(body, _, ref) {
    const [, asked] = ref.split(' ')
    return listIn(body, 'messages')
      .filter((one) => nameIn(one, 'thread_ts') === asked && nameIn(one, 'ts') !== asked)
      .map((one) => ({
        sender: nameIn(one, 'user'),
        text: SLACK_ESCAPES.reduceRight((text, [sign, code]) => text.replaceAll(code, sign), nameIn(one, 'text')),
        key: nameIn(one, 'ts'),
      }))
  },
}

/** Discord's limit for a message, in characters, and its flag against link previews. */
const [MAX_IN_DISCORD, NO_EMBEDS] = [2000, 4]

const discord: Service = {
  title: 'Discord',
  api: 'https://discord.com/api/v10',
  secretVariable: 'DISCORD_BOT_TOKEN',
  scheme: 'Bot',
  to: { about: 'the id of a channel where the bot may write, a long number', pattern: /^\d{15,22}$/ },
  from: { about: 'the id of a user, a long number', pattern: /^\d{15,22}$/ },
  maxPollSeconds: 10,
  send: ({ to, api }, message) => ({
    url: `${api}/channels/${to}/messages`,
    body: {
      // Escapes mentions, links and formatting.
      content: capped(linesOf(message).replace(/[\\*_~`|<>[\]#]/g, '\\$&'), MAX_IN_DISCORD),
      allowed_mentions: { parse: [], replied_user: false },
      flags: NO_EMBEDS,
      ...(message.after === null
        ? {}
        : { message_reference: { message_id: message.after, fail_if_not_exists: false } }),
    },
  }),
  refIn: (body) => nameIn(body, 'id') || null,
  errorIn: (body) => nameIn(body, 'message') || null,
  poll: ({ to, api }, ref) => ({ url: `${api}/channels/${to}/messages`, query: { after: ref, limit: '100' } }),
  // Discord lists the newest replies first.
  repliesIn: (body, _, ref) =>
    listIn(body)
      .filter((one) => nameIn(one, 'message_reference', 'message_id') === ref)
      .map((one) => ({ sender: nameIn(one, 'author', 'id'), text: nameIn(one, 'content'), key: nameIn(one, 'id') }))
      .reverse(),
}

/** Telegram's limit for a message, in characters. */
const MAX_IN_TELEGRAM = 4096

const telegram: Service = {
  title: 'Telegram',
  api: 'https://api.telegram.org',
  secretVariable: 'TELEGRAM_BOT_TOKEN',
  scheme: null,
  to: { about: 'the id of a chat that the bot is in, a number', pattern: /^-?\d{1,20}$/ },
  from: { about: 'the id of a user, a number', pattern: /^\d{1,20}$/ },
  maxPollSeconds: 5,
  send: ({ to, api }, message) => ({
    url: `${api}/bot{secret}/sendMessage`,
    body: {
      chat_id: to,
      text: capped(linesOf(message), MAX_IN_TELEGRAM),
      link_preview_options: { is_disabled: true },
      // Opens the reply in the user's client.
      ...(message.canReply ? { reply_markup: { force_reply: true } } : {}),
      ...(message.after === null
        ? {}
        : { reply_parameters: { message_id: Number(message.after), allow_sending_without_reply: true } }),
    },
  }),
  refIn: (body) => (part(body, 'ok') === true ? nameIn(body, 'result', 'message_id') || null : null),
  errorIn: (body) => (part(body, 'ok') === false ? nameIn(body, 'description') || 'it refused' : null),
  // Reads the last updates without confirming them: several runs may share a bot, and updates expire after a day.
  poll: ({ api }) => ({ url: `${api}/bot{secret}/getUpdates`, body: { offset: -100, limit: 100, timeout: 0 } }),
  repliesIn: (body, { to }, ref) =>
    listIn(body, 'result').flatMap((update) => {
      const message = part(update, 'message')
      return nameIn(message, 'reply_to_message', 'message_id') === ref && nameIn(message, 'chat', 'id') === to
        ? { sender: nameIn(message, 'from', 'id'), text: nameIn(message, 'text'), key: nameIn(update, 'update_id') }
        : []
    }),
}

/** The user's own address: receives JSON signed per Standard Webhooks, and answers nothing. */
const webhook: Service = {
  title: 'the webhook',
  api: null,
  secretVariable: 'GSD_WEBHOOK_SECRET',
  scheme: null,
  to: { about: 'an https:// address (http:// only for this machine)', pattern: /^https?:\/\/[\x21-\x7e]{1,2000}$/ },
  from: { about: 'unused: answers of a webhook are not read', pattern: /^$/ },
  maxPollSeconds: 10,
  send: ({ api }, { id, kind, project, title, text, options, after }) => ({
    url: api,
    id: `${id}-${kind}`,
    body: { version: 1, type: kind, id, project, title, text, options, after },
  }),
  // A webhook has no message ids of its own.
  refIn: (_, { id }) => id,
  errorIn: () => null,
  poll: ({ api }) => ({ url: api }),
  repliesIn: () => [],
}

export const SERVICE_IDS = ['slack', 'discord', 'telegram', 'webhook'] as const
export type ServiceId = (typeof SERVICE_IDS)[number]

export const SERVICES: Readonly<Record<ServiceId, Service>> = { slack, discord, telegram, webhook }
