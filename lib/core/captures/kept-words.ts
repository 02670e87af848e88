// Names and titles for texts that are stored in their own files, and the refusal of texts with secrets.
import { oneLine } from '../../artifacts/parts/draft.js'
import type { ErrorBody } from '../../errors.js'
import { shortened } from '../../std/safe-text.js'
import { slugOf } from '../../std/slug.js'
import { secretIn } from '../judging/secrets.js'
import type { View } from '../view.js'

const TITLE_LIMIT = 100

export const firstLineOf = (words: string): string =>
  oneLine(words.split(/[\r\n]/).find((line) => line.trim() !== '') ?? '')

export const titleOf = (words: string): string => shortened(firstLineOf(words), TITLE_LIMIT)

export const filesOfNotes = (view: View, folder: string): readonly string[] =>
  view.list(folder).flatMap(({ kind, name }) => (kind === 'file' && name.endsWith('.md') ? [`${folder}/${name}`] : []))

export function secretRefusal(words: string): ErrorBody | null {
  const secret = secretIn(words)
  if (secret === null) return null
  const message = `the text seems to contain ${secret}; the planning tree is shared with the project`
  return { code: 'WRITE_REFUSED', message, fix: 'remove the value, then repeat the command' }
}

function markOf(view: View, text: string): string {
  const number = Number.parseInt(view.digest(`${view.clock.now()}\0${text}`).slice(0, 10), 16)
  return number.toString(36).padStart(4, '0').slice(-4)
}

/** Returns the time and an unused id such as `2026-01-05-fix-the-login-k3fa`. The lock is held, so the id stays unused. */
export function unusedName(view: View, text: string, folders: readonly string[]) {
  const words = slugOf(text, 40) || 'untitled'
  const base = `${view.clock.today()}-${words}-${markOf(view, text)}`
  const taken = new Set(folders.flatMap((folder) => view.list(folder).map(({ name }) => name)))
  let id = base
  for (let next = 2; taken.has(`${id}.md`); next++) id = `${base}-${next}`
  return { id, at: new Date(view.clock.now()).toISOString() }
}
