// `gsd notify`: sets up channels for questions and results of runs, and the senders whose answers count.

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
import { envWithHome } from './own-folder.js'
import { nothingDoneError, requireUser } from './refusals.js'
import type { Answer, World } from './world.js'

const ARGS = {
  what: arg.choice(
    ['list', 'add', 'remove', 'test'],
    'Action; default: list; test sends a message and checks whether answers can be read',
    { positional: true },
  ),
  name: arg.choice(SERVICE_IDS, 'The service; default with test: all that are set up', { positional: true }),
  to: arg.text('With add: the id of the conversation; for a webhook, its URL'),
  from: arg.list('With add: id of a user whose answers count, repeatable; default: answers are not read'),
  api: arg.text('With add: URL of the service, if not the usual one'),
  json: JSON_FLAG,
} as const satisfies Args
type Given = GivenOf<typeof ARGS>

export async function notify(given: Given, world: World): Promise<Answer> {
  const { what = 'list', name } = given
  if (what === 'list') return listAnswer(world)
  if (what === 'test') return testAnswer(name, world)
  if (name === undefined) throw usageError(`${what} needs a service`, `name one of ${SERVICE_IDS.join(', ')}`)
  const command = `gsd notify ${what} ${name}`
  await requireUser(world, 'only you may choose where messages go and who may answer for you', command)
  return what === 'add' ? addAnswer(name, given, world) : removeAnswer(name, world)
}

const usageError = (message: string, fix: string) => nothingDoneError('USAGE', message, fix)

function addAnswer(name: ServiceId, given: Given, world: World): Answer {
  const env = envWithHome(world)
  const channel = channelFrom(name, given)
  saveChannels(env, { ...readChannels(env), [name]: channel })
  const { title, secretVariable } = SERVICES[name]
  const row = rowOf(name, channel, world)
  const lines = [
    `${title} receives the questions and results of unattended runs: the project's name, the question, its options, how a run ended.`,
    row.answers ? `Only answers from ${channel.from.join(', ')} count.` : 'Answers are not read.',
    ...(row.ready ? [] : [`It needs ${secretVariable}: gsd secret set ${secretVariable}`]),
    `To try it: gsd notify test ${name}`,
  ]
  return { exit: 0, result: { action: 'notify', change: 'add', channel: row }, text: `${lines.join('\n')}\n` }
}

function channelFrom(name: ServiceId, { to, from = [], api }: Given): Channel {
  const service = SERVICES[name]
  const senders = from.flatMap((one) => one.split(',')).filter((one) => one !== '')
  if (to === undefined || !service.to.pattern.test(to))
    throw usageError(`--to takes ${service.to.about}`, `run gsd notify add ${name} --to <id>`)
  const invalid = senders.find((one) => !service.from.pattern.test(one))
  if (invalid !== undefined)
    throw usageError(`--from takes ${service.from.about}, not "${invalid}"`, 'look up the id in the service')
  if (api !== undefined && service.api === null) throw usageError('for a webhook, --to is the URL', 'omit --api')
  const address = service.api === null ? to : (api ?? service.api).replace(/\/+$/, '')
  if (!isSafeAddress(address))
    throw usageError(
      'a URL must begin with https:// (http:// only for this machine) and contain no user name or password',
      'correct the URL',
    )
  return { to, from: senders, api: address }
}

function removeAnswer(name: ServiceId, world: World): Answer {
  const env = envWithHome(world)
  const { [name]: gone, ...left } = readChannels(env)
  const { title, secretVariable } = SERVICES[name]
  const result = { action: 'notify', change: 'remove', removed: gone === undefined ? null : name }
  if (gone === undefined) return { exit: 1, result, text: `${title} is not set up.\n` }
  saveChannels(env, left)
  const rest = `To remove its credential: gsd secret remove ${secretVariable}`
  return { exit: 0, result, text: `${title} receives no more messages. ${rest}\n` }
}

const rowOf = (name: ServiceId, channel: Channel, world: World) => ({
  name,
  // A webhook's URL may be secret, so only its host is shown.
  to: SERVICES[name].api === null ? new URL(channel.to).host : channel.to,
  from: channel.from,
  answers: takesAnswers(name, channel),
  ready: credentialOf(envWithHome(world), name) !== null,
})

function listAnswer(world: World): Answer {
  const channels = readChannels(envWithHome(world))
  const rows = SERVICE_IDS.flatMap((id) => {
    const channel = channels[id]
    return channel === undefined ? [] : [rowOf(id, channel, world)]
  })
  const lines = rows.map(({ name, to, from, answers, ready }) => {
    const { secretVariable } = SERVICES[name]
    const needs = ready ? '' : `; needs ${secretVariable}: gsd secret set ${secretVariable}`
    return `  ${name} to ${to}; ${answers ? `answers from ${from.join(', ')}` : 'answers are not read'}${needs}`
  })
  return {
    exit: 0,
    result: { action: 'notify', channels: rows },
    text: lines.length > 0 ? `${lines.join('\n')}\n` : 'No service is set up. To set one up: gsd notify add --help\n',
  }
}

async function testAnswer(name: ServiceId | undefined, world: World): Promise<Answer> {
  const env = envWithHome(world)
  const channels = readChannels(env)
  const wanted = SERVICE_IDS.filter((id) => channels[id] !== undefined && (name === undefined || id === name))
  if (wanted.length === 0) {
    const what = name === undefined ? 'no service is set up' : `${SERVICES[name].title} is not set up`
    throw nothingDoneError('NOT_FOUND', what, `run gsd notify add ${name ?? SERVICE_IDS.join('|')} --to <id>`)
  }
  const connections = connectionsOf(env)
  const rows = await Promise.all(
    wanted.map(async (id) => {
      const connection = connections.find((one) => one.id === id)
      return connection === undefined
        ? { name: id, said: 'not sent', reason: `${SERVICES[id].secretVariable} is missing` }
        : { name: id, ...(await tryConnection(connection, takesAnswers(id, connection.channel))) }
    }),
  )
  const text = rows.map(({ name: id, said, reason }) => `  ${id}: ${said}${reason === null ? '' : `: ${reason}`}\n`)
  const exit = rows.every(({ reason }) => reason === null) ? 0 : 1
  return { exit, result: { action: 'notify', tested: rows }, text: text.join('') }
}

async function tryConnection(connection: Connection, isReading: boolean) {
  const id = randomBytes(6).toString('hex')
  const title = 'questions and results of unattended runs will appear here'
  const message: Message = {
    ...{ id, kind: 'notice', project: 'gsd notify test', title, text: '', options: [], canReply: false, after: null },
  }
  const ref = await send(connection, message)
  if (isFailure(ref)) return { said: 'not sent', reason: ref.failed }
  if (!isReading) return { said: 'sent', reason: null }
  const found = await readReplies(connection, ref)
  return isFailure(found)
    ? { said: 'sent, and answers cannot be read', reason: found.failed }
    : { said: 'sent, and answers can be read', reason: null }
}

export const action = plainAction(
  'Get questions of unattended runs in Slack, Discord, Telegram or a webhook, and answer them in a chat',
  ARGS,
  notify,
)
