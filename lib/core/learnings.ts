// What was learned, in this project and in others of the same person, as records that a prompt can be given.
import type { LearningValue } from '../artifacts/document/learning.js'
import { KNOWLEDGE } from './builtin-steps.js'
import type { PersonView, View } from './view.js'
import { memorySource } from './writing/staging.js'

/** Folder of what was learned in a project. */
export const LEARNINGS = '.planning/learnings'
const DAY_MS = 24 * 60 * 60_000

export interface Learning {
  readonly id: string
  readonly text: string
  readonly tags: readonly string[]
  readonly confidence: string
  readonly source: string
  readonly scope: 'project' | 'person'
  /** Days since it was last used or written; null where it does not say. */
  readonly age: number | null
  readonly superseded: boolean
  /** The file as it is. */
  readonly file: string
}

export const knowledgeFolder = (view: PersonView): string =>
  `${view.person.variable('GSD_HOME') ?? view.person.home}/${KNOWLEDGE}`

export const ownPath = (id: string): string => `${LEARNINGS}/${id}.md`

const isLearning = (name: string) => name.endsWith('.md')

const ownLearnings = (view: View): readonly Learning[] =>
  view
    .list(LEARNINGS)
    .filter(({ kind, name }) => kind === 'file' && isLearning(name))
    .flatMap(({ name }) => learningOf(view, name, view.source(`${LEARNINGS}/${name}`)?.text ?? null, 'project'))

const hasPerson = (view: View): view is PersonView => view.person !== null

/** Those of the project, then those of the person, where they are wanted and the call can see them. */
export function readLearnings(view: View, everywhere: boolean): readonly Learning[] {
  const own = ownLearnings(view)
  if (!everywhere || !hasPerson(view)) return own
  const folder = knowledgeFolder(view)
  const shared = view.person
    .list(folder)
    .filter(({ kind, name }) => kind === 'file' && isLearning(name))
    .flatMap(({ name }) => learningOf(view, name, view.person.read(`${folder}/${name}`), 'person'))
  const known = new Set(own.map(({ id }) => id))
  return [...own, ...shared.filter(({ id }) => !known.has(id))]
}

function learningOf(view: View, name: string, text: string | null, scope: Learning['scope']): readonly Learning[] {
  const codec = view.codec('learning')
  if (text === null || codec === null) return []
  const value = codec.parse(memorySource(name, text, view.digest)).value as LearningValue
  const body = [value.title, value.body].filter((part) => typeof part === 'string' && part.trim() !== '').join('\n')
  if (body === '') return []
  const day = value.lastUsed ?? value.created
  const since = day === null || day === undefined ? Number.NaN : view.clock.now() - Date.parse(day)
  return [
    {
      id: name.slice(0, -'.md'.length),
      text: body,
      tags: value.category === null ? [] : [value.category],
      confidence: value.confidence ?? 'medium',
      source: value.source ?? '',
      scope,
      age: Number.isNaN(since) ? null : Math.floor(since / DAY_MS),
      superseded: (value.supersededBy ?? '') !== '',
      file: text,
    },
  ]
}

const WEIGHT: Readonly<Record<string, number>> = { high: 2, medium: 1, low: 0 }

/** Words of the tag in category and text, better known ones first; equal scores in the order of their ids. */
export function rank(learnings: readonly Learning[], tag: string): readonly Learning[] {
  const words = tag.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const score = ({ tags, text }: Learning): number => {
    const category = tags.join(' ').toLowerCase()
    const body = text.toLowerCase()
    return words.reduce((sum, word) => sum + (category.includes(word) ? 4 : 0) + (body.includes(word) ? 1 : 0), 0)
  }
  return learnings
    .filter(({ superseded }) => !superseded)
    .map((learning) => ({ learning, points: score(learning) }))
    .filter(({ points }) => points > 0)
    .sort(
      (a, b) =>
        b.points - a.points ||
        (WEIGHT[b.learning.confidence] ?? 0) - (WEIGHT[a.learning.confidence] ?? 0) ||
        (a.learning.id < b.learning.id ? -1 : 1),
    )
    .map(({ learning }) => learning)
}
