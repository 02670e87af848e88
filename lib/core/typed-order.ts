// What a person asks for in a message that calls one of our commands. Pure.

/** A command that takes an order, as clients call it, at the beginning of a message. */
const COMMAND = /^\s*[/$]gsd[-:](?:new-project|new-milestone|next|autonomous)\s+/
/** Flags before the words. */
const FLAGS = /^(?:--[a-z-]+\s+)+/
/** Beyond that nobody typed it. */
const LONGEST = 256 << 10
/** A number or a name is no order. */
const SHORTEST = 6

/** Word for word; null where it orders nothing. */
export function orderIn(prompt: string): string | null {
  const command = COMMAND.exec(prompt.slice(0, 200))
  if (command === null) return null
  const words = wordsIn(prompt.slice(command[0].length).replace(FLAGS, ''))
  return words === null || words.split(/\s+/, SHORTEST).length < SHORTEST ? null : words
}

/** The text as it was typed, without blank ends; null: none, or too much. */
export function wordsIn(text: string): string | null {
  const words = text.trim()
  return words === '' || words.length > LONGEST ? null : words
}
