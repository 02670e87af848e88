// What a line of shell asks of git.
import type { Call } from './call.js'
import { gitWords } from './changes.js'
import { literal } from './expand.js'

/** The verb; null: another program. */
export const gitVerbOf = ({ program, words }: Call): string | null =>
  program === 'git' ? (gitWords(words)[0] ?? null) : null

/** The first line of the message a call commits with; null where it names none, or one that is not known before. */
export function subjectOf({ program, words }: Call): string | null {
  const [verb, ...rest] = program === 'git' ? gitWords(words) : []
  if (verb !== 'commit') return null
  for (const [at, word] of rest.entries()) {
    if (word === '--') return null
    const found = /^--message(=[\s\S]*)?$/.exec(word) ?? /^-[a-zA-Z]*m([\s\S]+)?$/.exec(word)
    if (found === null) continue
    const given = found[1] === undefined ? rest[at + 1] : word.startsWith('--') ? found[1].slice(1) : found[1]
    const message = given === undefined ? null : literal(given)
    return message === null ? null : (message.split(/\n|\\n/)[0] as string)
  }
  return null
}
