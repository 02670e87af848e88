// How the tests drive a real client: its headless start, and the tool calls of its model.
import type { Call, Step } from '../model/turn.js'

export interface Sandbox {
  readonly home: string
  readonly project: string
  /** Folder for the client's output, outside the home. */
  readonly out: string
}

/** A sandbox and the URL of the loopback model. */
export interface Place extends Sandbox {
  readonly url: string
}

export interface Errand {
  readonly agent: string
  readonly prompt: string
}

/** Text typed into a client as in an editor, if its headless prompt takes `/name` as plain text. */
export interface Typed {
  /** Arguments that start the client as the agent of an editor (Agent Client Protocol over its pipes). */
  readonly editor: readonly string[]
  readonly text: string
}

export interface Client {
  /** Path of the program below the `node_modules` of the client's folder. */
  readonly program: string
  /** Environment variables in addition to those of every client. */
  readonly env: (place: Place) => Readonly<Record<string, string>>
  /** Files, by absolute path, that must exist before the client starts. */
  readonly files: (place: Place) => Readonly<Record<string, string>>
  readonly prompt: (place: Place, text: string) => readonly string[]
  /** How the user calls an installed entry with some words: as arguments, or by typing. `name` has no leading sign: `gsd-next`, `skill:gsd-next`. */
  readonly entry: (place: Place, name: string, words: string) => readonly string[] | Typed
  readonly shell: (command: string) => Call
  /** The output of a shell call, without the client's additions. */
  readonly output: (text: string) => string
  /** Starts one subagent per errand, as many at a time as the client allows; returns their last messages. Null if the client has no subagents. */
  readonly spawn: ((errands: readonly Errand[]) => Step<readonly string[]>) | null
}

/** Starts subagents with calls that return when the subagent is done. */
export const spawnBy = (call: (errand: Errand) => Call): NonNullable<Client['spawn']> =>
  function* (errands) {
    const turn = yield { calls: errands.map(call) }
    return turn.results
  }
