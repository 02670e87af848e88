// The rows by loader: a call of `gsd-tools` or a hook needs one of them.
import type { Runtime } from './runtime.js'

const ROWS = {
  claude: async () => (await import('./claude.js')).claude,
  codex: async () => (await import('./codex.js')).codex,
  opencode: async () => (await import('./opencode.js')).opencode,
  kilo: async () => (await import('./kilo.js')).kilo,
  qwen: async () => (await import('./qwen.js')).qwen,
  gemini: async () => (await import('./gemini.js')).gemini,
  augment: async () => (await import('./augment.js')).augment,
  antigravity: async () => (await import('./antigravity.js')).antigravity,
  cursor: async () => (await import('./cursor.js')).cursor,
  windsurf: async () => (await import('./windsurf.js')).windsurf,
  trae: async () => (await import('./trae.js')).trae,
  'trae-cn': async () => (await import('./trae.js')).traeCn,
  copilot: async () => (await import('./copilot.js')).copilot,
  cline: async () => (await import('./cline.js')).cline,
  pi: async () => (await import('./pi.js')).pi,
  'kimi-code': async () => (await import('./kimi-code.js')).kimiCode,
  codebuddy: async () => (await import('./codebuddy.js')).codebuddy,
  hermes: async () => (await import('./hermes.js')).hermes,
  zcode: async () => (await import('./zcode.js')).zcode,
  crush: async () => (await import('./crush.js')).crush,
  agents: async () => (await import('./agents.js')).agents,
} as const satisfies Readonly<Record<string, () => Promise<Runtime>>>
export type RuntimeId = keyof typeof ROWS

/** The shared root, with the same content for every client that reads it. */
export const SHARED: RuntimeId = 'agents'

export const isRuntimeId = (id: string): id is RuntimeId => Object.hasOwn(ROWS, id)

export const loadRuntime = (id: RuntimeId): Promise<Runtime> => ROWS[id]()
