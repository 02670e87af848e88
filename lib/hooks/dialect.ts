// How one family of clients takes what hooks say. Pure.
import type { Point } from '../runtimes/hooks.js'
import type { Answer } from './answer.js'
import type { HookContext } from './event.js'

/** What the hook process gives back. */
export interface Spoken {
  readonly stdout: string
  readonly stderr: string
  readonly exit: 0 | 2
}

/** Nothing to say: the client goes on as if there were no hook. */
export const SILENCE: Spoken = { stdout: '', stderr: '', exit: 0 }

export interface Dialect {
  readonly answer: (answer: Answer, event: HookContext) => Spoken
  /** Moments at which the client reads no answer: advice waits for the next one. */
  readonly unheard: readonly Point[]
  /** It takes a question to the person in the place of a refusal. */
  readonly asks?: boolean
  /** What must be said even if there is nothing to say or something broke: some clients take silence for a refusal. */
  readonly silence: Spoken
}
