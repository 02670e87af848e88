// How one family of clients reads hook answers. Pure.
import type { Point } from '../runtimes/hooks.js'
import type { Answer } from './answer.js'
import type { HookContext } from './event.js'

export interface Spoken {
  readonly stdout: string
  readonly stderr: string
  readonly exit: 0 | 2
}

/** No answer: the client continues as without a hook. */
export const SILENCE: Spoken = { stdout: '', stderr: '', exit: 0 }

export interface Dialect {
  readonly answer: (answer: Answer, event: HookContext) => Spoken
  /** Events whose answer the client ignores: advice waits for the next one. */
  readonly unheard: readonly Point[]
  /** Can ask the user instead of refusing. */
  readonly asks?: boolean
  /** The output for no answer, also after a fault: some clients take silence for a refusal. */
  readonly silence: Spoken
}
