// What the readers of all formats ask of entries.
import type { Entry, OutsideTask, Place, Reading } from './outside.js'

export const placeOf = ({ path, line }: Entry): Place => ({ path, line })

export const said = (reading: Reading, entry: Entry): { readonly text: string; readonly at: Place } => ({
  text: worded(reading.take(entry)),
  at: placeOf(entry),
})

/** Without marks of emphasis; code stays marked. */
export const worded = (text: string): string => text.replaceAll('**', '').trim()

/** Without marks. */
export const plain = (text: string): string => worded(text.replaceAll('`', ''))

export const taskOf = (reading: Reading, entry: Entry): OutsideTask => ({
  ...said(reading, entry),
  done: entry.box === true,
})

/** The word in front of the first colon or dash, and what stands behind it. */
export function named(text: string): { readonly name: string; readonly rest: string } {
  const bare = plain(text)
  const at = [': ', ' - ', ' – ', ' — ', ':']
    .map((mark) => ({ mark, at: bare.indexOf(mark) }))
    .filter(({ at: found }) => found > 0)
    .sort((a, b) => a.at - b.at)[0]
  return at === undefined
    ? { name: bare, rest: '' }
    : { name: bare.slice(0, at.at).trim(), rest: bare.slice(at.at + at.mark.length).trim() }
}

/** What stands behind the first of these words, without case; null where the text begins with none of them. */
export function behind(text: string, ...words: readonly string[]): string | null {
  const lower = text.toLowerCase()
  const word = words.find((start) => lower.startsWith(start))
  return word === undefined ? null : text.slice(word.length).trim()
}

/** Entries from behind a heading to the next one of its level or above. */
export function below(entries: readonly Entry[], heading: Entry): readonly Entry[] {
  const from = entries.indexOf(heading) + 1
  const length = entries.slice(from).findIndex(({ kind, level }) => kind === 'heading' && level <= heading.level)
  return length < 0 ? entries.slice(from) : entries.slice(from, from + length)
}

export const headings = (entries: readonly Entry[], level?: number): readonly Entry[] =>
  entries.filter((entry) => entry.kind === 'heading' && (level === undefined || entry.level === level))

/** Below a heading whose title begins with one of these words, in lower case. */
export const isBelow = ({ above }: Entry, ...words: readonly string[]): boolean =>
  above.some((title) => words.some((word) => title.toLowerCase().startsWith(word)))

export const isItem = ({ kind }: Entry): boolean => kind === 'item'

export const firstText = (entries: readonly Entry[]): Entry | null =>
  entries.find(({ kind }) => kind === 'text') ?? null

/** All of it is done, and there is something. */
export const allDone = (tasks: readonly { readonly done: boolean }[]): boolean =>
  tasks.length > 0 && tasks.every(({ done }) => done)

export const filesNamed = (reading: Reading, test: (path: string) => boolean): readonly (readonly Entry[])[] =>
  [...reading.files].filter(([path]) => test(path)).map(([, entries]) => entries)

/** Name of the folder that a file lies in. */
export const folderOf = (path: string): string => path.split('/').at(-2) ?? ''
