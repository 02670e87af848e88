// How a step tells a model to start an agent or to ask the user, in the forms that several clients share.
import type { Runtime } from '../runtime.js'

type Spawn = Runtime['spawn']

/** `tool` as a step names it, and what the call says: the agent under `parameter`, then whatever else it needs. */
export const startedWith =
  (tool: string, parameter: string, ...further: readonly string[]): Spawn =>
  (agent) => {
    const said = [`${parameter}: ${agent}`, ...further].map((one) => `\`${one}\``)
    return `start the subagent \`${agent}\` with ${tool} (${said.join(', ')})`
  }

/** For a tool that the client may keep from a session. */
export const orYourself =
  (spawn: Spawn): Spawn =>
  (agent) =>
    `${spawn(agent)}; where it is not offered, do its work yourself, in its order`

export const askInReply = 'ask in your reply, options as a numbered list, and wait for the answer'

export const askWith = (tool: string): string =>
  `ask with the ${tool} tool; where it is not offered, ask in your reply and wait`
