import { discord } from './discord.js'
import type { Service } from './service.js'
import { SERVICE_IDS, type ServiceId } from './service-ids.js'
import { slack } from './slack.js'
import { telegram } from './telegram.js'
import { webhook } from './webhook.js'

export const SERVICES: Readonly<Record<ServiceId, Service>> = { slack, discord, telegram, webhook }

export const isServiceId = (name: string): name is ServiceId => SERVICE_IDS.includes(name as ServiceId)
