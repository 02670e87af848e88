// The channels through which the user wants to be asked. They are in the user's own file, which no project can change.
import { join } from 'node:path'
import { type Channel, nameIn } from '../../core/remote/service.js'
import { SERVICE_IDS, SERVICES, type ServiceId } from '../../core/remote/services.js'
import { gsdError } from '../../errors.js'
import { isJsonObject, type Json, objectIn } from '../../std/json.js'
import type { Variables } from '../home.js'
import { ownText, removePrivate, replacePrivate } from '../own-file.js'
import { remoteFolder, secretOf } from '../secrets.js'
import type { Connection } from './post.js'

export type Channels = Readonly<Partial<Record<ServiceId, Channel>>>

const channelsPath = (env: Variables): string => join(remoteFolder(env), 'channels.json')

/** Reads the user's channels. Throws if the file is damaged. */
export function readChannels(env: Variables): Channels {
  const text = ownText(channelsPath(env))
  if (text === null) return {}
  const found = objectIn(text)?.['channels']
  if (
    isJsonObject(found) &&
    Object.entries(found).every(([id, value]) => Object.hasOwn(SERVICES, id) && isChannel(value as Json))
  )
    return found as unknown as Channels
  throw gsdError(
    'BAD_DATA',
    `${channelsPath(env)} is damaged`,
    `remove ${channelsPath(env)}, then add each channel again: gsd notify add`,
  )
}

const isChannel = (channel: Json): boolean =>
  isJsonObject(channel) &&
  typeof channel['to'] === 'string' &&
  Array.isArray(channel['from']) &&
  channel['from'].every((id) => typeof id === 'string') &&
  isSafeAddress(nameIn(channel, 'api'))

/** Saves the channels; removes the file if there are none. */
export function saveChannels(env: Variables, channels: Channels): void {
  if (Object.keys(channels).length === 0) removePrivate(channelsPath(env))
  else replacePrivate(channelsPath(env), `${JSON.stringify({ v: 1, channels }, null, 2)}\n`)
}

/** Whether a URL uses HTTPS or points to this machine, and contains no user name or password. */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
  return username === '' && password === '' && (protocol === 'https:' || (protocol === 'http:' && isLocal))
}

/** Reads a service's credential from the environment, otherwise from the user's secrets. */
export function credentialOf(env: Variables, id: ServiceId): string | null {
  const { secretVariable } = SERVICES[id]
  return env[secretVariable] || secretOf(env, secretVariable)
}

/** Configured services that have a credential, in the order of `SERVICES`. */
export const connectionsOf = (env: Variables): readonly (Connection & { readonly id: ServiceId })[] => {
  const channels = readChannels(env)
  return SERVICE_IDS.flatMap((id) => {
    const channel = channels[id]
    const credential = credentialOf(env, id)
    return channel === undefined || credential === null ? [] : [{ id, service: SERVICES[id], channel, credential }]
  })
}

/** Whether answers are read from the channel. */
export const takesAnswers = (id: ServiceId, { from }: Channel): boolean => from.length > 0 && SERVICES[id].api !== null
