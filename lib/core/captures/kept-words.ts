// Texts stored in files of their own: their title, and why some are refused.
import { oneLine } from '../../artifacts/parts/draft.js'
import type { ErrorBody } from '../../errors.js'
import { shortened } from '../../std/safe-text.js'
import { secretIn } from '../judging/secrets.js'

const TITLE_LIMIT = 100

/** The first non-empty line, whole. */
export const firstLineOf = (words: string): string =>
  oneLine(words.split(/[\r\n]/).find((line) => line.trim() !== '') ?? '')

export const titleOf = (words: string): string => shortened(firstLineOf(words), TITLE_LIMIT)

/** Why the text is refused, or null. */
export function secretRefusal(words: string): ErrorBody | null {
  const secret = secretIn(words)
  return secret === null
    ? null
    : {
        code: 'WRITE_REFUSED',
        message: `the text seems to contain ${secret}; the planning tree is shared with the project`,
        fix: 'remove the value, then repeat the call',
      }
}
