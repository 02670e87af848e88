// Where the user wants to be asked: their own file, which no project can change.
import { join } from 'node:path'
import { type Channel, nameIn } from '../../core/remote/service.js'
import { SERVICE_IDS, SERVICES, type ServiceId } from '../../core/remote/services.js'
import { GsdError } from '../../errors.js'
import { isJsonObject, type Json, objectIn } from '../../std/json.js'
import type { Variables } from '../home.js'
import { dropPrivate, ownText, replacePrivate } from '../own-file.js'
import { remoteFolder, secretOf } from '../secrets.js'
import type { Line } from './post.js'

export type Channels = Readonly<Partial<Record<ServiceId, Channel>>>

const channelsPath = (env: Variables): string => join(remoteFolder(env), 'channels.json')

export function readChannels(env: Variables): Channels {
  const text = ownText(channelsPath(env))
  if (text === null) return {}
  const found = objectIn(text)?.['channels']
  if (
    isJsonObject(found) &&
    Object.entries(found).every(([id, one]) => Object.hasOwn(SERVICES, id) && isChannel(one as Json))
  )
    return found as unknown as Channels
  throw new GsdError({
    code: 'BAD_DATA',
    message: `${channelsPath(env)} is damaged`,
    fix: `remove it, then add each channel again: gsd notify add`,
  })
}

const isChannel = (one: Json): boolean =>
  isJsonObject(one) &&
  typeof one['to'] === 'string' &&
  Array.isArray(one['from']) &&
  one['from'].every((id) => typeof id === 'string') &&
  isSafeAddress(nameIn(one, 'api'))

export function keepChannels(env: Variables, channels: Channels): void {
  if (Object.keys(channels).length === 0) dropPrivate(channelsPath(env))
  else replacePrivate(channelsPath(env), `${JSON.stringify({ v: 1, channels }, null, 2)}\n`)
}

/** Whether an address is encrypted or on this machine, and contains no user name or password. */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  const isHere = hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
  return username === '' && password === '' && (protocol === 'https:' || (protocol === 'http:' && isHere))
}

/** Reads the credential from the environment, else from the user's secrets. */
export function credentialOf(env: Variables, id: ServiceId): string | null {
  const { secret } = SERVICES[id]
  return env[secret] || secretOf(env, secret)
}

/** Configured services, in table order. */
export const linesOf = (env: Variables): readonly (Line & { readonly id: ServiceId })[] => {
  const channels = readChannels(env)
  return SERVICE_IDS.flatMap((id) => {
    const channel = channels[id]
    const credential = credentialOf(env, id)
    return channel === undefined || credential === null ? [] : [{ id, service: SERVICES[id], channel, credential }]
  })
}

/** Whether this channel's answers are read. */
export const isRead = (id: ServiceId, { from }: Channel): boolean => from.length > 0 && SERVICES[id].api !== null
