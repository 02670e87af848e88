// How a step tells a model to start an agent or ask the user, in forms shared by clients.
import type { Runtime } from '../runtime.js'

type Spawn = Runtime['spawn']

/** `tool` as named in a step, and its arguments: the agent under `parameter`, then the rest. */
export const startedWith =
  (tool: string, parameter: string, ...further: readonly string[]): Spawn =>
  (agent) => {
    const said = [`${parameter}: ${agent}`, ...further].map((one) => `\`${one}\``)
    return `start the subagent \`${agent}\` with ${tool} (${said.join(', ')})`
  }

/** For a tool that a session may lack. */
export const orYourself =
  (spawn: Spawn): Spawn =>
  (agent) =>
    `${spawn(agent)}; if it is not available, do its work yourself, in its order`

export const askInReply = 'ask in your reply, options as a numbered list, and wait for the answer'

export const askWith = (tool: string): string =>
  `ask with the ${tool} tool; if it is not available, ask in your reply and wait`
