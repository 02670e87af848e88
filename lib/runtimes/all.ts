// The registry of runtimes: each row adds its flag, help and tests.
import { agents } from './agents.js'
import { antigravity } from './antigravity.js'
import { augment } from './augment.js'
import { claude } from './claude.js'
import { cline } from './cline.js'
import { codebuddy } from './codebuddy.js'
import { codex } from './codex.js'
import { copilot } from './copilot.js'
import { crush } from './crush.js'
import { cursor } from './cursor.js'
import { gemini } from './gemini.js'
import { hermes } from './hermes.js'
import { kilo } from './kilo.js'
import { kimiCode } from './kimi-code.js'
import { opencode } from './opencode.js'
import { pi } from './pi.js'
import { qwen } from './qwen.js'
import type { RuntimeId } from './rows.js'
import type { Runtime } from './runtime.js'
import { trae, traeCn } from './trae.js'
import { windsurf } from './windsurf.js'
import { zcode } from './zcode.js'

const RUNTIMES = {
  claude,
  codex,
  opencode,
  kilo,
  qwen,
  gemini,
  augment,
  antigravity,
  cursor,
  windsurf,
  trae,
  'trae-cn': traeCn,
  copilot,
  cline,
  pi,
  'kimi-code': kimiCode,
  codebuddy,
  hermes,
  zcode,
  crush,
  agents,
} as const satisfies Readonly<Record<RuntimeId, Runtime>>

export { isRuntimeId, type RuntimeId, SHARED } from './rows.js'

/** Rows not yet tried with the client. */
export type UntriedId = {
  [Id in RuntimeId]: (typeof RUNTIMES)[Id]['evidence']['how'] extends 'measured' ? never : Id
}[RuntimeId]

export const RUNTIME_IDS = Object.keys(RUNTIMES) as readonly RuntimeId[]

/** Widens the row's literal types. */
export const runtimeOf = (id: RuntimeId): Runtime => RUNTIMES[id]
