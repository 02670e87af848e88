// Learnings of this project, for briefs.
import { bodyText } from '../artifacts/document/named-parts.js'
import { titleOf } from '../artifacts/parts/prose.js'
import type { View } from './view.js'

const LEARNINGS = '.planning/learnings'

export interface Learning {
  readonly id: string
  readonly text: string
  readonly tags: readonly string[]
  readonly confidence: string
  readonly source: string
  readonly superseded: boolean
  /** The whole file. */
  readonly file: string
}

export const learningPath = (id: string): string => `${LEARNINGS}/${id}.md`

/** Needs `learning` among the reads of the verb. */
export const readLearnings = (view: View): readonly Learning[] =>
  view
    .list(LEARNINGS)
    .filter(({ kind, name }) => kind === 'file' && name.endsWith('.md'))
    .flatMap(({ name }) => learningAt(view, name.slice(0, -'.md'.length)))

/** Drops a title that only repeats the beginning of the text. */
const lessonText = (title: string, body: string): string =>
  body.startsWith(title.replace(/ ?…$/, '')) ? body : [title, body].filter((part) => part !== '').join('\n')

function learningAt(view: View, id: string): readonly Learning[] {
  const source = view.source(learningPath(id))
  const value = view.parse('learning', learningPath(id))?.value
  if (source === null || source.text === null || value === undefined) return []
  const text = lessonText(titleOf(source) ?? '', bodyText(source) ?? '')
  if (text === '') return []
  return [
    {
      id,
      text,
      tags: value.category === null ? [] : [value.category],
      confidence: value.confidence ?? 'medium',
      source: value.source ?? '',
      superseded: value.superseded_by !== null,
      file: source.text,
    },
  ]
}
