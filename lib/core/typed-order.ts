// The user's request in a message that calls one of our commands. Pure.

/** A command that takes an order, as clients spell it, at the start of a message. */
const COMMAND = /^\s*[/$]gsd[-:](?:new-project|new-milestone|next|autonomous)\s+/
/** Flags before the words. */
const FLAGS = /^(?:--[a-z-]+\s+)+/
/** Longer texts were not typed. */
const LONGEST = 256 << 10
/** Shorter texts (numbers, names) are no order. */
const SHORTEST = 6

/** The words unchanged; null if there is no order. */
export function orderIn(prompt: string): string | null {
  const command = COMMAND.exec(prompt.slice(0, 200))
  if (command === null) return null
  const words = wordsIn(prompt.slice(command[0].length).replace(FLAGS, ''))
  return words === null || words.split(/\s+/, SHORTEST).length < SHORTEST ? null : words
}

/** The trimmed text; null if it is empty or too long. */
export function wordsIn(text: string): string | null {
  const words = text.trim()
  return words === '' || words.length > LONGEST ? null : words
}
