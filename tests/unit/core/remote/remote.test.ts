// Messages to a service, accepted replies, and robustness against invalid documents.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstAnswer, messageText } from '../../../../lib/core/remote/message-text.js'
import type { Message, Request } from '../../../../lib/core/remote/service.js'
import { SERVICE_IDS, SERVICES } from '../../../../lib/core/remote/services.js'
import type { Json } from '../../../../lib/std/json.js'

describe('the text of a message', () => {
  it.each([
    ['steers no terminal', 'a\u001b[31mb\u0000c\r\nd', 'a [31mb c d'],
    ['hides nothing, and turns no line around', 'a\u202eb\u2066c\u200bd', 'a b c d'],
    [
      'mentions nobody',
      '@everyone and @here, ann@example.invalid',
      '@\u200beveryone and @\u200bhere, ann@\u200bexample.invalid',
    ],
    ['contains no token', 'use xoxb-1234567890-abc now', 'use [a token of a chat service, left out] now'],
    [
      'contains nothing of a private key',
      'it is -----BEGIN RSA PRIVATE KEY----- MIIEowIBAAKC and more',
      'it is [a private key, left out]',
    ],
    [
      'contains none of several secrets',
      'A_TOKEN=abcdefgh1 B_TOKEN=abcdefgh2',
      '[a secret given to a name, left out] [a secret given to a name, left out]',
    ],
  ])('%s', (_, text, sent) => expect(messageText(text, 200)).toBe(sent))

  it('respects the limit without splitting a character', () => {
    expect(messageText('😀'.repeat(100_000), 10)).toBe(`${'😀'.repeat(9)}…`)
    expect(messageText('x'.repeat(3_000_000), 10)).toBe(`${'x'.repeat(9)}…`)
  })
})

const message = (more: Partial<Message> = {}): Message => ({
  ...{ id: 'a1b2c3d4e5f6', kind: 'question', project: 'shop', title: 'open question', text: 'Which?' },
  ...{ options: ['Words', 'Lines'], canReply: true, after: null },
  ...more,
})
const channel = { to: '1', from: ['7'], api: 'https://example.invalid' }
const bodyOf = (request: Request) => request.body as Readonly<Record<string, never>>

describe('a message', () => {
  it('has no mention and no link in Slack', () => {
    const { text, ...more } = bodyOf(SERVICES.slack.send(channel, message({ text: '<!channel> <@U1> <http://x|y> &' })))
    expect(text).toContain('&lt;!channel&gt; &lt;@U1&gt; &lt;http://x|y&gt; &amp;')
    expect(more).toMatchObject({ mrkdwn: false, parse: 'none', unfurl_links: false, unfurl_media: false })
  })

  it('has no mention, link or preview in Discord, and at most as many characters as Discord allows', () => {
    const body = bodyOf(SERVICES.discord.send(channel, message({ text: '<@1> [here](http://x) **b**' })))
    expect(body['content']).toContain('\\<@1\\> \\[here\\](http://x) \\*\\*b\\*\\*')
    expect(body).toMatchObject({ allowed_mentions: { parse: [] }, flags: 4 })
    const long = bodyOf(SERVICES.discord.send(channel, message({ text: '*'.repeat(1900) })))
    expect(String(long['content']).length).toBeLessThanOrEqual(2000)
  })
})

describe('replies', () => {
  const reply = (sender: string, text: string) => ({ sender, text, key: sender })
  it.each([
    ['of a stranger', [reply('eve', 'Words')], null],
    ['without a sender', [reply('', 'Words')], null],
    ['between those of a stranger', [reply('eve', 'Lines'), reply('ann', '1'), reply('eve', '2')], 'Words'],
    ['that are no option', [reply('ann', 'Neither')], null],
    ['by a number without an option', [reply('ann', '3'), reply('ann', '0')], null],
    ['by the text, in any case and spacing', [reply('ann', ' lines\n')], 'Lines'],
    ['with invisible characters', [reply('ann', '\u200bLi\u0000nes')], null],
    ['the first that is a choice', [reply('ann', 'what?'), reply('ann', '2'), reply('ann', '1')], 'Lines'],
    ['that are huge', [reply('ann', `Lines${' '.repeat(600)}`)], null],
  ])('%s', (_, replies, choice) =>
    expect(firstAnswer(replies, ['ann'], ['Words', 'Lines']).answer?.choice ?? null).toBe(choice),
  )

  it('are free text without options, cleaned and limited in length', () => {
    expect(firstAnswer([reply('ann', 'as\u001b[2J it\nis')], ['ann'], []).answer?.choice).toBe('as [2J it is')
    expect(firstAnswer([reply('ann', 'x'.repeat(501))], ['ann'], []).answer).toBeNull()
  })
})

describe.each(SERVICE_IDS)('a document of %s', (id) => {
  /** Names of fields in documents of all services, and two that no document should have. */
  const NAMES = [
    ...['ok', 'result', 'messages', 'answers', 'id', 'from', 'message', 'chat', 'user', 'text', 'update_id'],
    ...['content', 'message_id', 'reply_to_message', 'author', 'message_reference', 'ts', 'thread_ts'],
    ...['choice', 'question', '__proto__', 'constructor'],
  ]
  const { any } = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown>(null, true, 1, -1.5, '', 'one', 'x'),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...NAMES), tie('any'), { maxKeys: 5 }),
    ),
  }))

  it('with random content breaks nothing', () =>
    fc.assert(
      fc.property(any, (found) => {
        const service = SERVICES[id]
        const body = found as Json
        service.refIn(body, message())
        service.errorIn(body)
        for (const { sender, key } of service.repliesIn(body, channel, 'x x'))
          expect([typeof sender, typeof key]).toEqual(['string', 'string'])
      }),
    ))
})
