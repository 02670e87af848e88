// Whose a decision is, in the words that models write for it.
import { meanings } from '../../std/text.js'

/** The user answered, the author chose, or the user left it to the author. */
type Whose = 'asked' | 'mine' | 'left to me'

const WORDS: Readonly<Record<string, Whose>> = meanings({
  asked: ['user', 'the user', 'person'],
  mine: ['agent', 'assumed'],
  'left to me': ['you decide', 'discretion'],
})

export const whoseIn = (words: string): Whose | null => WORDS[words.toLowerCase().trim()] ?? null
