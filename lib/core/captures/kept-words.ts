// Words that are kept in a file of their own: the title they go by, and why some are not kept.
import { oneLine } from '../../artifacts/parts/draft.js'
import type { ErrorBody } from '../../errors.js'
import { shortened } from '../../std/told.js'
import { secretIn } from '../judging/secrets.js'

const TITLE_LIMIT = 100

/** The first line that says something, whole. */
export const firstLineOf = (words: string): string =>
  oneLine(words.split(/[\r\n]/).find((line) => line.trim() !== '') ?? '')

export const titleOf = (words: string): string => shortened(firstLineOf(words), TITLE_LIMIT)

/** Why the words are not kept, or null. */
export function withheld(words: string): ErrorBody | null {
  const secret = secretIn(words)
  return secret === null
    ? null
    : {
        code: 'WRITE_REFUSED',
        message: `the text seems to hold ${secret}; the planning tree is shared with the project`,
        fix: 'say it without the value, then call again',
      }
}
