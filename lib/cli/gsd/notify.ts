// `gsd notify`: channels for questions and run results, and the senders whose answers count.

import { randomBytes } from 'node:crypto'
import { SERVICES } from '../../core/remote/all.js'
import type { Channel, Message } from '../../core/remote/service.js'
import { SERVICE_IDS, type ServiceId } from '../../core/remote/service-ids.js'
import { type Args, arg } from '../../core/verb.js'
import {
  channelsOf,
  credentialOf,
  isOwnSecret,
  isRead,
  isSafeAddress,
  keepChannels,
  linesOf,
} from '../../node/remote/channels.js'
import { isFailure, type Line, run, send } from '../../node/remote/post.js'
import { checkSecretName } from '../../node/secrets.js'
import { plainAction } from './action.js'
import { type GivenOf, JSON_FLAG } from './flags.js'
import { variables } from './own-folder.js'
import { personOnly } from './person-only.js'
import { refusal } from './refusal.js'
import type { Answer, World } from './world.js'

const ARGS = {
  what: arg.choice(
    ['list', 'add', 'remove', 'test'],
    'What to do; list when left out. test sends a message, and looks whether answers could be read',
    { positional: true },
  ),
  name: arg.choice(SERVICE_IDS, 'The service; with test every one when left out', { positional: true }),
  to: arg.text('With add: the conversation, as the service names it; of a webhook its address'),
  from: arg.list('With add: somebody whose answers count, once for each; without any nothing is read'),
  secret: arg.text('With add: name of the variable or secret that holds the credential'),
  answers: arg.text('With add webhook: address at which answers are asked for'),
  api: arg.text('With add: address of the service, where it is not the usual one'),
  json: JSON_FLAG,
} as const satisfies Args
type Given = GivenOf<typeof ARGS>

export async function notify(given: Given, world: World): Promise<Answer> {
  const { what = 'list', name } = given
  if (what === 'list') return listed(world)
  if (what === 'test') return tested(name, world)
  if (name === undefined) throw usage(`${what} needs the name of a service`, `one of ${SERVICE_IDS.join(', ')}`)
  const call = `gsd notify ${what} ${name}`
  await personOnly(world, 'where you are told, and who may answer for you, is yours to say', call)
  return what === 'add' ? added(name, given, world) : removed(name, world)
}

const usage = (message: string, fix: string) => refusal('USAGE', message, fix)

function added(name: ServiceId, given: Given, world: World): Answer {
  const env = variables(world)
  const channel = channelFrom(name, given)
  checkSecretName(env, channel.secret)
  if (!isOwnSecret(name, channel.secret))
    throw usage(
      `--secret takes a name that begins with ${SERVICES[name].secret}: no key of something else is sent to ${SERVICES[name].title}`,
      `gsd secret set ${SERVICES[name].secret}_2, then name that`,
    )
  keepChannels(env, { ...channelsOf(env), [name]: channel })
  const missing = credentialOf(env, channel) === null
  const lines = [
    `${SERVICES[name].title} is told of questions and ends of unattended runs: the project's name, the question, what it chooses among, how a run ended.`,
    isRead(name, channel)
      ? `Answers of ${channel.from.join(', ')} count, and of nobody else.`
      : 'Nothing is read from there.',
    ...(missing ? [`It needs ${channel.secret}: gsd secret set ${channel.secret}`] : []),
    `To try it: gsd notify test ${name}`,
  ]
  return {
    exit: 0,
    result: { action: 'notify', change: 'add', channel: rowOf(name, channel, world) },
    text: `${lines.join('\n')}\n`,
  }
}

function channelFrom(name: ServiceId, { to, from = [], secret, api, answers: asked }: Given): Channel {
  const answers = asked ?? null
  const service = SERVICES[name]
  const people = from.flatMap((one) => one.split(',')).filter((one) => one !== '')
  if (to === undefined || !service.to.pattern.test(to))
    throw usage(`--to takes ${service.to.about}`, `gsd notify add ${name} --to <id>`)
  const stranger = people.find((one) => !service.from.pattern.test(one))
  if (stranger !== undefined) throw usage(`--from takes ${service.from.about}, not "${stranger}"`, 'look it up there')
  if (answers !== null && service.api !== null)
    throw usage(`${service.title} has one address for all`, 'leave --answers out')
  if (api !== undefined && service.api === null) throw usage('its address is what --to says', 'leave --api out')
  const address = (api ?? service.api ?? to).replace(/\/+$/, service.api === null ? '$&' : '')
  if (![address, answers].every((one) => one === null || isSafeAddress(one)))
    throw usage(
      'an address begins with https:// (http:// on this machine alone), and holds no name or password',
      'give it without them',
    )
  return { to, from: people, secret: secret ?? service.secret, api: address, answers }
}

function removed(name: ServiceId, world: World): Answer {
  const env = variables(world)
  const { [name]: gone, ...left } = channelsOf(env)
  const { title } = SERVICES[name]
  const result = { action: 'notify', change: 'remove', removed: gone === undefined ? null : name }
  if (gone === undefined) return { exit: 1, result, text: `${title} was told of nothing.\n` }
  keepChannels(env, left)
  const rest = `Its credential stays: gsd secret remove ${gone.secret}`
  return { exit: 0, result, text: `${title} is told of nothing any more. ${rest}\n` }
}

/** An address may be secret: for a webhook, only the host is shown. */
const placeOf = (name: ServiceId, { to }: Channel): string => (SERVICES[name].api === null ? new URL(to).host : to)

const rowOf = (name: ServiceId, channel: Channel, world: World) => ({
  name,
  to: placeOf(name, channel),
  from: channel.from,
  answers: isRead(name, channel),
  secret: channel.secret,
  ready: credentialOf(variables(world), channel) !== null,
})

function listed(world: World): Answer {
  const channels = channelsOf(variables(world))
  const rows = SERVICE_IDS.flatMap((id) => {
    const channel = channels[id]
    return channel === undefined ? [] : [rowOf(id, channel, world)]
  })
  const lines = rows.map(
    ({ name, to, from, answers, secret, ready }) =>
      `  ${name} to ${to}; ${answers ? `answers of ${from.join(', ')}` : 'nothing is read'}${ready ? '' : `; it needs ${secret}: gsd secret set ${secret}`}`,
  )
  return {
    exit: 0,
    result: { action: 'notify', channels: rows, services: SERVICE_IDS },
    text: lines.length > 0 ? `${lines.join('\n')}\n` : 'Nobody is told of anything. gsd notify add --help says how.\n',
  }
}

async function tested(name: ServiceId | undefined, world: World): Promise<Answer> {
  const env = variables(world)
  const channels = channelsOf(env)
  const wanted = SERVICE_IDS.filter((id) => channels[id] !== undefined && (name === undefined || id === name))
  if (wanted.length === 0) {
    const what = name === undefined ? 'no service is set up' : `${SERVICES[name].title} is not set up`
    throw refusal('NOT_FOUND', what, `gsd notify add ${name ?? SERVICE_IDS.join('|')} --to <id>`)
  }
  const lines = linesOf(env)
  const rows = await Promise.all(
    wanted.map(async (id) => {
      const line = lines.find((one) => one.id === id)
      const found =
        line === undefined
          ? { sent: false, read: null, reason: `${channels[id]?.secret} is missing` }
          : await tried(line, isRead(id, line.channel))
      return { name: id, ...found }
    }),
  )
  const isWell = rows.every(({ reason }) => reason === null)
  const text = rows.map(
    ({ name: id, sent, read, reason }) =>
      `  ${id}: ${sent ? 'sent' : 'not sent'}${read === null ? '' : read ? ', and answers can be read' : ', and answers cannot be read'}${reason === null ? '' : `: ${reason}`}`,
  )
  return { exit: isWell ? 0 : 1, result: { action: 'notify', tested: rows }, text: `${text.join('\n')}\n` }
}

async function tried(line: Line, isReading: boolean) {
  const message: Message = {
    id: randomBytes(6).toString('hex'),
    kind: 'notice',
    project: 'gsd notify test',
    title: 'this is where questions and ends of unattended runs are told',
    text: '',
    options: [],
    isRead: false,
    after: null,
  }
  const ref = await send(line, message)
  if (isFailure(ref)) return { sent: false, read: null, reason: ref.failed }
  if (!isReading) return { sent: true, read: null, reason: null }
  const looked = await run(line.service.look(line.channel, { id: message.id, ref, options: [] }), line)
  return { sent: true, read: !isFailure(looked), reason: isFailure(looked) ? looked.failed : null }
}

export const action = plainAction({
  about:
    'Be told of what an unattended run asks and how it ends, and answer from there: Slack, Discord, Telegram, a webhook',
  args: ARGS,
  run: notify,
})
