// `gsd notify`: channels for questions and run results, and the senders whose answers count.

import { randomBytes } from 'node:crypto'
import type { Channel, Message } from '../../core/remote/service.js'
import { SERVICE_IDS, SERVICES, type ServiceId } from '../../core/remote/services.js'
import { type Args, arg } from '../../core/verb.js'
import {
  connectionsOf,
  credentialOf,
  isSafeAddress,
  readChannels,
  saveChannels,
  takesAnswers,
} from '../../node/remote/channels.js'
import { type Connection, isFailure, readReplies, send } from '../../node/remote/post.js'
import { plainAction } from './action.js'
import { type GivenOf, JSON_FLAG } from './flags.js'
import { variables } from './own-folder.js'
import { nothingDoneError, personOnly } from './refusals.js'
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
  saveChannels(env, { ...readChannels(env), [name]: channel })
  const { title, secret } = SERVICES[name]
  const row = rowOf(name, channel, world)
  const lines = [
    `${title} receives questions and ends of unattended runs: the project's name, the question, its options, how a run ended.`,
    row.answers ? `Only answers from ${channel.from.join(', ')} count.` : 'Answers are not read.',
    ...(row.ready ? [] : [`It needs ${secret}: gsd secret set ${secret}`]),
    `To try it: gsd notify test ${name}`,
  ]
  return { exit: 0, result: { action: 'notify', change: 'add', channel: row }, text: `${lines.join('\n')}\n` }
}

function channelFrom(name: ServiceId, { to, from = [], api }: Given): Channel {
  const service = SERVICES[name]
  const people = from.flatMap((one) => one.split(',')).filter((one) => one !== '')
  if (to === undefined || !service.to.pattern.test(to))
    throw usage(`--to takes ${service.to.about}`, `gsd notify add ${name} --to <id>`)
  const stranger = people.find((one) => !service.from.pattern.test(one))
  if (stranger !== undefined)
    throw usage(`--from takes ${service.from.about}, not "${stranger}"`, 'look it up in the service')
  if (api !== undefined && service.api === null) throw usage('its address is the value of --to', 'omit --api')
  const address = service.api === null ? to : (api ?? service.api).replace(/\/+$/, '')
  if (!isSafeAddress(address))
    throw usage(
      'an address must begin with https:// (http:// only for this machine), without name or password',
      'correct the address',
    )
  return { to, from: people, api: address }
}

function removed(name: ServiceId, world: World): Answer {
  const env = variables(world)
  const { [name]: gone, ...left } = readChannels(env)
  const { title, secret } = SERVICES[name]
  const result = { action: 'notify', change: 'remove', removed: gone === undefined ? null : name }
  if (gone === undefined) return { exit: 1, result, text: `${title} was not set up.\n` }
  saveChannels(env, left)
  const rest = `To remove its credential: gsd secret remove ${secret}`
  return { exit: 0, result, text: `${title} receives no more messages. ${rest}\n` }
}

const rowOf = (name: ServiceId, channel: Channel, world: World) => ({
  name,
  // An address may be secret: for a webhook, only the host is shown.
  to: SERVICES[name].api === null ? new URL(channel.to).host : channel.to,
  from: channel.from,
  answers: takesAnswers(name, channel),
  ready: credentialOf(variables(world), name) !== null,
})

function listed(world: World): Answer {
  const channels = readChannels(variables(world))
  const rows = SERVICE_IDS.flatMap((id) => {
    const channel = channels[id]
    return channel === undefined ? [] : [rowOf(id, channel, world)]
  })
  const lines = rows.map(({ name, to, from, answers, ready }) => {
    const { secret } = SERVICES[name]
    const needs = ready ? '' : `; needs ${secret}: gsd secret set ${secret}`
    return `  ${name} to ${to}; ${answers ? `answers from ${from.join(', ')}` : 'answers are not read'}${needs}`
  })
  return {
    exit: 0,
    result: { action: 'notify', channels: rows },
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
  const lines = connectionsOf(env)
  const rows = await Promise.all(
    wanted.map(async (id) => {
      const line = lines.find((one) => one.id === id)
      return line === undefined
        ? { name: id, said: 'not sent', reason: `${SERVICES[id].secret} is missing` }
        : { name: id, ...(await tried(line, takesAnswers(id, line.channel))) }
    }),
  )
  const text = rows.map(({ name: id, said, reason }) => `  ${id}: ${said}${reason === null ? '' : `: ${reason}`}\n`)
  const exit = rows.every(({ reason }) => reason === null) ? 0 : 1
  return { exit, result: { action: 'notify', tested: rows }, text: text.join('') }
}

async function tried(line: Connection, isReading: boolean) {
  const id = randomBytes(6).toString('hex')
  const title = 'questions and ends of unattended runs will appear here'
  const message: Message = {
    ...{ id, kind: 'notice', project: 'gsd notify test', title, text: '', options: [], isRead: false, after: null },
  }
  const ref = await send(line, message)
  if (isFailure(ref)) return { said: 'not sent', reason: ref.failed }
  if (!isReading) return { said: 'sent', reason: null }
  const found = await readReplies(line, ref)
  return isFailure(found)
    ? { said: 'sent, and answers cannot be read', reason: found.failed }
    : { said: 'sent, and answers can be read', reason: null }
}

export const action = plainAction(
  'Get questions of unattended runs in Slack, Discord, Telegram or a webhook, and answer them in a chat',
  ARGS,
  notify,
)
