// The registry of runtimes: adding a row here adds its flag, its help, its tests.
import { agents } from './agents.js'
import { claude } from './claude.js'
import { codex } from './codex.js'
import { kilo } from './kilo.js'
import { opencode } from './opencode.js'
import { qwen } from './qwen.js'
import type { Runtime } from './runtime.js'

export const RUNTIMES = { claude, codex, opencode, kilo, qwen, agents } as const satisfies Readonly<
  Record<string, Runtime>
>
export type RuntimeId = keyof typeof RUNTIMES

export const RUNTIME_IDS = Object.keys(RUNTIMES) as readonly RuntimeId[]

/** The row whose root several clients read; what lies there is the same for all of them. */
export const SHARED: RuntimeId = RUNTIMES.agents.id

/** The row, with its literal types widened. */
export const runtimeOf = (id: RuntimeId): Runtime => RUNTIMES[id]

export const isRuntimeId = (id: string): id is RuntimeId => Object.hasOwn(RUNTIMES, id)
