// Names of the services, without their code.
export const SERVICE_IDS = ['slack', 'discord', 'telegram', 'webhook'] as const
export type ServiceId = (typeof SERVICE_IDS)[number]
