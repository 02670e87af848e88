// Names of the services, for whoever only speaks of them.
export const SERVICE_IDS = ['slack', 'discord', 'telegram', 'webhook'] as const
export type ServiceId = (typeof SERVICE_IDS)[number]
