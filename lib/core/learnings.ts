// What was learned in this project, as records that a prompt can be given.
import type { ArtifactValues } from '../artifacts/all.js'
import { bodyText } from '../artifacts/document/named-parts.js'
import { titleOf } from '../artifacts/parts/prose.js'
import type { View } from './view.js'
import { memorySource } from './writing/staging.js'

/** Folder of what was learned in a project. */
export const LEARNINGS = '.planning/learnings'

export interface Learning {
  readonly id: string
  readonly text: string
  readonly tags: readonly string[]
  readonly confidence: string
  readonly source: string
  readonly superseded: boolean
  /** The file as it is. */
  readonly file: string
}

export const ownPath = (id: string): string => `${LEARNINGS}/${id}.md`

const isLearning = (name: string) => name.endsWith('.md')

export const readLearnings = (view: View): readonly Learning[] =>
  view
    .list(LEARNINGS)
    .filter(({ kind, name }) => kind === 'file' && isLearning(name))
    .flatMap(({ name }) => learningOf(view, name, view.source(`${LEARNINGS}/${name}`)?.text ?? null))

function learningOf(view: View, name: string, text: string | null): readonly Learning[] {
  const codec = view.codec('learning')
  if (text === null || codec === null) return []
  const source = memorySource(name, text, view.digest)
  const value = codec.parse(source).value as ArtifactValues['learning']
  const body = [titleOf(source), bodyText(source)].filter((part) => part !== null).join('\n')
  if (body === '') return []
  return [
    {
      id: name.slice(0, -'.md'.length),
      text: body,
      tags: value.category === null ? [] : [value.category],
      confidence: value.confidence ?? 'medium',
      source: value.source ?? '',
      superseded: value.superseded_by !== null,
      file: text,
    },
  ]
}
