// The clients that the tests can drive.
import { auggie } from './auggie.js'
import { claude } from './claude.js'
import type { Client } from './client.js'
import { cline } from './cline.js'
import { codex } from './codex.js'
import { copilot } from './copilot.js'
import { gemini } from './gemini.js'
import { kilo } from './kilo.js'
import { kimi } from './kimi.js'
import { opencode } from './opencode.js'
import { pi } from './pi.js'
import { qwen } from './qwen.js'

const TABLE = { claude, codex, opencode, kilo, qwen, gemini, auggie, copilot, cline, pi, kimi } satisfies Record<
  string,
  Client
>

export type ClientId = keyof typeof TABLE
export const CLIENTS: Readonly<Record<ClientId, Client>> = TABLE
