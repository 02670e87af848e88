// Finds the user's request in a message that calls one of our commands. Pure.

/** A command that takes an order, as clients spell it, at the start of a message. */
const COMMAND = /^\s*[/$]gsd[-:](?:new-project|new-milestone|next|autonomous)\s+/
/** Flags before the request. */
const FLAGS = /^(?:--[a-z-]+\s+)+/
/** Maximum number of characters: nobody types a longer text. */
const MAX_LENGTH = 256 << 10
/** Minimum number of words in a request: anything shorter is a number or a name. */
const MIN_WORDS = 6

/** Returns the request after the command and flags; null without a command, or if the request is too short or long. */
export function orderIn(prompt: string): string | null {
  const command = COMMAND.exec(prompt.slice(0, 200))
  if (command === null) return null
  const words = wordsIn(prompt.slice(command[0].length).replace(FLAGS, ''))
  return words === null || words.split(/\s+/, MIN_WORDS).length < MIN_WORDS ? null : words
}

/** Returns the trimmed text; null if it is empty or too long. */
export function wordsIn(text: string): string | null {
  const words = text.trim()
  return words === '' || words.length > MAX_LENGTH ? null : words
}
