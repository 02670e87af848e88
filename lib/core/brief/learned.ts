// Lessons of earlier phases that are relevant to this one: quoted with their sources, within a budget, without secrets.
import { bodyText, titleOf } from '../../artifacts/parts/prose.js'
import { bytesOf, pathText, quotedLabel, say, wordText } from '../../std/safe-text.js'
import { secretIn } from '../judging/secrets.js'
import type { View } from '../view.js'
import { type Block, type Item, items } from './brief-blocks.js'
import type { AgentSubject, BriefWorld } from './brief-world.js'

const LEARNINGS = '.planning/learnings'

export const learningPath = (id: string): string => `${LEARNINGS}/${id}.md`

/** Words are compared by this many first letters; shorter words are ignored. */
const STEM_LENGTH = 4

const COMMON_STEMS: ReadonlySet<string> = new Set(
  'that this with from they them then than when what which where have will would could should does must user phase only each every spike sketch question verdict follows number validated partial invalidated'
    .split(' ')
    .map((word) => word.slice(0, STEM_LENGTH)),
)

const stemsIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= STEM_LENGTH)
      .map((word) => word.slice(0, STEM_LENGTH))
      .filter((stem) => !COMMON_STEMS.has(stem)),
  )

/** Returns the lesson's title and body; a title that only repeats the beginning of the body is dropped. */
const lessonText = (title: string, body: string): string =>
  body.startsWith(title.replace(/ ?…$/, '')) ? body : [title, body].filter((part) => part !== '').join('\n')

/** Returns the lesson with this id, as a list; empty if the lesson is unreadable, empty or superseded, or may have a secret. */
function lessonAt(view: View, id: string) {
  const path = learningPath(id)
  const source = view.source(path)
  const value = view.parse('learning', path)?.value
  if (source === null || source.text === null || value === undefined || value.superseded_by !== null) return []
  const text = lessonText(titleOf(source) ?? '', bodyText(source) ?? '')
  if (text === '' || secretIn(source.text) !== null) return []
  const after = say` (${pathText(id)}, from ${quotedLabel(value.source || 'unknown source', 80)}, ${wordText(value.confidence ?? '') ?? say`medium`})`
  const item: Item = { text, after, file: { path, about: say`lesson` } }
  return [{ item, stems: stemsIn(`${text} ${value.category ?? ''}`) }]
}

/** Roles that decide how a phase is built. */
const ROLES: ReadonlySet<string> = new Set(['phase-researcher', 'planner', 'executor'])
/** Byte budget for the texts of all lessons: about 400 tokens. */
const MAX_LESSON_BYTES = 1600

/** Shows lessons that share words with the phase, those that share most first. Verbs must declare that they read `learning`. */
export function learnedBlocks({ agent, phase }: AgentSubject, { view, setting }: BriefWorld): readonly Block[] {
  const limit = Number(setting('learnings.max_inject'))
  if (phase === null || limit <= 0 || !ROLES.has(agent)) return []
  const { goal, successCriteria } = phase.section
  const about = stemsIn([phase.title, goal ?? '', ...successCriteria].join(' '))
  const relevant = view
    .list(LEARNINGS)
    .filter(({ kind, name }) => kind === 'file' && name.endsWith('.md'))
    .flatMap(({ name }) => lessonAt(view, name.slice(0, -'.md'.length)))
    .map(({ item, stems }) => ({ item, points: [...stems].filter((stem) => about.has(stem)).length }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
  let room = MAX_LESSON_BYTES
  const chosen = relevant.filter(({ item }) => {
    const fits = bytesOf(item.text) <= room
    if (fits) room -= bytesOf(item.text)
    return fits
  })
  const lessons = chosen.slice(0, limit).map(({ item }) => item)
  return items('learned', say`Lessons of earlier phases: follow them, or say why not`, lessons)
}
