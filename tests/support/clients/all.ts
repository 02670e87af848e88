// The clients the tests can drive, by the runtime they are.
import { claude } from './claude.js'
import type { Client } from './client.js'
import { codex } from './codex.js'

const TABLE = { claude, codex } satisfies Record<string, Client>

export type ClientId = keyof typeof TABLE
export const CLIENTS: Readonly<Record<ClientId, Client>> = TABLE
