// What surrounds one call of `gsd`, and what an action answers.
import type { Exit } from '../../errors.js'

export interface World {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  readonly platform: NodeJS.Platform
  readonly home: string
  /** Folder of the running bundle. */
  readonly bin: string
  /** A person sits at both ends. */
  readonly isInteractive: boolean
  readonly isTTY: { readonly out: boolean; readonly err: boolean }
  out(text: string): void
  err(text: string): void
}

/** 5, 6, 7: an unattended run hit a limit, went in circles, failed. 129, 130, 143: ended by a signal. */
export type GsdExit = Exit | 5 | 6 | 7 | 129 | 130 | 143

export interface Answer {
  readonly exit: GsdExit
  /** The document `--json` prints. */
  readonly result: Readonly<Record<string, unknown>>
  /** What a person reads instead. */
  readonly text: string
}
