// The environment of one `gsd` call, and an action's answer.
import type { Exit } from '../../errors.js'

export interface World {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly platform: NodeJS.Platform
  readonly home: string
  /** Folder of the running bundle. */
  readonly bin: string
  readonly isInteractive: boolean
  readonly isTTY: { readonly out: boolean; readonly err: boolean }
  out(text: string): void
  err(text: string): void
  /** Runs `gsd-tools` for an unattended run, in place of `ask`. */
  readonly engineCall?: EngineCall
}

export type EngineCall = (
  argv: readonly string[],
  engine: { readonly toolsPath: string; readonly cwd: string; readonly env: NodeJS.ProcessEnv },
) => Promise<string>

/** 5, 6, 7: an unattended run hit a limit, made no progress, failed. 129, 130, 143: a signal ended the program. */
export type GsdExit = Exit | 5 | 6 | 7 | 129 | 130 | 143

export interface Answer {
  readonly exit: GsdExit
  readonly result: Readonly<Record<string, unknown>>
  readonly text: string
}
