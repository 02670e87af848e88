// What a person asks for in a message that calls one of our commands. Pure.

/** A command that takes an order, as clients call it, at the beginning of a message. */
const COMMAND = /^\s*[/$]gsd[-:](?:new-project|new-milestone|next|autonomous)\s+/
/** Flags before the words. */
const FLAGS = /^(?:--[a-z-]+\s+)+/
/** Beyond that nobody typed it. */
const LONGEST = 64_000
/** A number or a name is no order. */
const SHORTEST = 6

/** Word for word; null where it orders nothing. */
export function orderIn(prompt: string): string | null {
  const command = COMMAND.exec(prompt.slice(0, 200))
  if (command === null) return null
  const words = prompt.slice(command[0].length).replace(FLAGS, '').trim()
  return words.length > LONGEST || words.split(/\s+/, SHORTEST).length < SHORTEST ? null : words
}
