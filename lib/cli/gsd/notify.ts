// `gsd notify`: channels for questions and run results, and the senders whose answers count.

import { randomBytes } from 'node:crypto'
import { SERVICES } from '../../core/remote/all.js'
import type { Channel, Message } from '../../core/remote/service.js'
import { SERVICE_IDS, type ServiceId } from '../../core/remote/service-ids.js'
import { type Args, arg } from '../../core/verb.js'
import {
  credentialOf,
  isOwnSecret,
  isRead,
  isSafeAddress,
  keepChannels,
  linesOf,
  readChannels,
} from '../../node/remote/channels.js'
import { isFailure, type Line, run, send } from '../../node/remote/post.js'
import { checkSecretName } from '../../node/secrets.js'
import { plainAction } from './action.js'
import { type GivenOf, JSON_FLAG } from './flags.js'
import { nothingDoneError } from './nothing-done-error.js'
import { variables } from './own-folder.js'
import { personOnly } from './person-only.js'
import type { Answer, World } from './world.js'

const ARGS = {
  what: arg.choice(
    ['list', 'add', 'remove', 'test'],
    'Action; default: list. test sends a message and checks that answers can be read',
    { positional: true },
  ),
  name: arg.choice(SERVICE_IDS, 'The service; with test, default: all', { positional: true }),
  to: arg.text('With add: the conversation id; for a webhook, its address'),
  from: arg.list('With add: user whose answers count, repeatable; default: answers are not read'),
  secret: arg.text('With add: variable or secret with the credential'),
  answers: arg.text('With add webhook: address to poll for answers'),
  api: arg.text('With add: address of the service, if not the usual one'),
  json: JSON_FLAG,
} as const satisfies Args
type Given = GivenOf<typeof ARGS>

export async function notify(given: Given, world: World): Promise<Answer> {
  const { what = 'list', name } = given
  if (what === 'list') return listed(world)
  if (what === 'test') return tested(name, world)
  if (name === undefined) throw usage(`${what} needs a service`, `one of ${SERVICE_IDS.join(', ')}`)
  const call = `gsd notify ${what} ${name}`
  await personOnly(world, 'only you choose where messages go and who may answer for you', call)
  return what === 'add' ? added(name, given, world) : removed(name, world)
}

const usage = (message: string, fix: string) => nothingDoneError('USAGE', message, fix)

function added(name: ServiceId, given: Given, world: World): Answer {
  const env = variables(world)
  const channel = channelFrom(name, given)
  checkSecretName(env, channel.secret)
  if (!isOwnSecret(name, channel.secret))
    throw usage(
      `--secret must begin with ${SERVICES[name].secret}, so that no other key is sent to ${SERVICES[name].title}`,
      `gsd secret set ${SERVICES[name].secret}_2, then use that name`,
    )
  keepChannels(env, { ...readChannels(env), [name]: channel })
  const missing = credentialOf(env, channel) === null
  const lines = [
    `${SERVICES[name].title} receives questions and ends of unattended runs: the project's name, the question, its options, how a run ended.`,
    isRead(name, channel) ? `Only answers from ${channel.from.join(', ')} count.` : 'Answers are not read.',
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
  if (stranger !== undefined)
    throw usage(`--from takes ${service.from.about}, not "${stranger}"`, 'look it up in the service')
  if (answers !== null && service.api !== null) throw usage(`${service.title} has a fixed address`, 'omit --answers')
  if (api !== undefined && service.api === null) throw usage('its address is the value of --to', 'omit --api')
  const address = (api ?? service.api ?? to).replace(/\/+$/, service.api === null ? '$&' : '')
  if (![address, answers].every((one) => one === null || isSafeAddress(one)))
    throw usage(
      'an address must begin with https:// (http:// only for this machine), without name or password',
      'correct the address',
    )
  return { to, from: people, secret: secret ?? service.secret, api: address, answers }
}

function removed(name: ServiceId, world: World): Answer {
  const env = variables(world)
  const { [name]: gone, ...left } = readChannels(env)
  const { title } = SERVICES[name]
  const result = { action: 'notify', change: 'remove', removed: gone === undefined ? null : name }
  if (gone === undefined) return { exit: 1, result, text: `${title} was not set up.\n` }
  keepChannels(env, left)
  const rest = `To remove its credential: gsd secret remove ${gone.secret}`
  return { exit: 0, result, text: `${title} receives no more messages. ${rest}\n` }
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
  const channels = readChannels(variables(world))
  const rows = SERVICE_IDS.flatMap((id) => {
    const channel = channels[id]
    return channel === undefined ? [] : [rowOf(id, channel, world)]
  })
  const lines = rows.map(
    ({ name, to, from, answers, secret, ready }) =>
      `  ${name} to ${to}; ${answers ? `answers from ${from.join(', ')}` : 'answers are not read'}${ready ? '' : `; needs ${secret}: gsd secret set ${secret}`}`,
  )
  return {
    exit: 0,
    result: { action: 'notify', channels: rows, services: SERVICE_IDS },
    text: lines.length > 0 ? `${lines.join('\n')}\n` : 'No service is set up. To set one up: gsd notify add --help\n',
  }
}

async function tested(name: ServiceId | undefined, world: World): Promise<Answer> {
  const env = variables(world)
  const channels = readChannels(env)
  const wanted = SERVICE_IDS.filter((id) => channels[id] !== undefined && (name === undefined || id === name))
  if (wanted.length === 0) {
    const what = name === undefined ? 'no service is set up' : `${SERVICES[name].title} is not set up`
    throw nothingDoneError('NOT_FOUND', what, `gsd notify add ${name ?? SERVICE_IDS.join('|')} --to <id>`)
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
    title: 'questions and ends of unattended runs will appear here',
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
  about: 'Get and answer questions of unattended runs in Slack, Discord, Telegram or a webhook',
  args: ARGS,
  run: notify,
})
