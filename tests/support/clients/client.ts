// What one real client is to the tests: how it is started headless, and how its model calls its tools.
import type { Call, Step } from '../model/turn.js'

export interface Sandbox {
  readonly home: string
  readonly project: string
  /** Folder for what the client prints, outside of the home. */
  readonly out: string
}

/** Where a client runs, and the address of its loopback model. */
export interface Place extends Sandbox {
  readonly url: string
}

export interface Errand {
  readonly agent: string
  readonly prompt: string
}

/** Text typed into a client that serves an editor, for one whose headless prompt takes `/name` as plain text. */
export interface Typed {
  /** Arguments that start it as the agent of an editor (Agent Client Protocol over its pipes). */
  readonly editor: readonly string[]
  readonly text: string
}

export interface Client {
  /** Path of the program below the `node_modules` of the client's folder. */
  readonly program: string
  /** Variables beside those that every client gets. */
  readonly env: (place: Place) => Readonly<Record<string, string>>
  /** Files by absolute path that must be there before it starts; a missing folder is made. */
  readonly files: (place: Place) => Readonly<Record<string, string>>
  /** Arguments of one headless prompt. */
  readonly prompt: (place: Place, text: string) => readonly string[]
  /** How a person calls an installed entry with words of their own: arguments, or what they type. `name` is what stands behind the sign that begins a call: `gsd-next`, `skill:gsd-next`. */
  readonly entry: (place: Place, name: string, words: string) => readonly string[] | Typed
  /** The call of the tool that runs a command in a shell. */
  readonly shell: (command: string) => Call
  /** The text a shell call printed, without what the client puts around it. */
  readonly output: (text: string) => string
  /** Starts every errand at the same time and waits for all; answers what each sub-agent said last, in order. Null where the client has no sub-agents. */
  readonly spawn: ((errands: readonly Errand[]) => Step<readonly string[]>) | null
}

/** Sub-agents whose call answers when they are done. */
export const waiting = (call: (errand: Errand) => Call): NonNullable<Client['spawn']> =>
  function* (errands) {
    const turn = yield { calls: errands.map(call) }
    return turn.results
  }
