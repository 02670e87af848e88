// Pauses that a service asks for.
import { afterEach, expect, it } from 'vitest'
import { SERVICES } from '../../../lib/core/remote/services.js'
import { send } from '../../../lib/node/remote/post.js'
import { closeRemotes, IDS, openRemote, SECRETS } from '../../support/remote/services.js'

afterEach(closeRemotes)

it.each([
  ['in a header', 30, { status: 429, headers: { 'retry-after': '30' }, body: { ok: false, retry_after: 5 } }],
  ['in the body', 0.5, { status: 429, body: { retry_after: 0.5 } }],
  ['in the parameters of the body', 7, { status: 429, body: { ok: false, parameters: { retry_after: 7 } } }],
  ['of a day', 3600, { status: 429, body: { retry_after: 86_400 } }],
  ['without a time', 60, { status: 429, body: { ok: false } }],
  ['in no way', null, { status: 500, body: { ok: false } }],
] as const)('a service that asks for a pause %s gets %j seconds', async (_, waitSeconds, answer) => {
  const remote = await openRemote('telegram')
  remote.overrideReply = () => answer
  const channel = { to: IDS.telegram.to, from: [], api: remote.api }
  const line = { service: SERVICES.telegram, channel, credential: SECRETS.telegram.value }
  const message = {
    id: 'q1',
    kind: 'notice',
    project: 'p',
    title: 't',
    text: 't',
    options: [],
    canReply: false,
  } as const
  expect(await send(line, { ...message, after: null })).toMatchObject({ waitSeconds })
})
