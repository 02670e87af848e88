// Lessons of earlier phases that bear on this one: quoted with source, within a budget, without secrets.
import { bodyText, titleOf } from '../../artifacts/parts/prose.js'
import { bytesOf, pathText, quotedLabel, say, wordText } from '../../std/safe-text.js'
import { secretIn } from '../judging/secrets.js'
import type { View } from '../view.js'
import { type Block, type Item, items } from './brief-blocks.js'
import type { AgentSubject, BriefWorld } from './brief-world.js'

const LEARNINGS = '.planning/learnings'

export const learningPath = (id: string): string => `${LEARNINGS}/${id}.md`

/** Stem length for comparing words; shorter words are ignored. */
const STEM = 4

const COMMON: ReadonlySet<string> = new Set(
  'that this with from they them then than when what which where have will would could should does must user phase only each every spike sketch question verdict follows number validated partial invalidated'
    .split(' ')
    .map((word) => word.slice(0, STEM)),
)

const stemsIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= STEM)
      .map((word) => word.slice(0, STEM))
      .filter((stem) => !COMMON.has(stem)),
  )

/** A title that only repeats the beginning of the text is dropped. */
const lessonText = (title: string, body: string): string =>
  body.startsWith(title.replace(/ ?…$/, '')) ? body : [title, body].filter((part) => part !== '').join('\n')

/** The lesson with this id; empty if it is superseded or may contain a secret. */
function lessonAt(view: View, id: string) {
  const path = learningPath(id)
  const source = view.source(path)
  const value = view.parse('learning', path)?.value
  if (source === null || source.text === null || value === undefined || value.superseded_by !== null) return []
  const text = lessonText(titleOf(source) ?? '', bodyText(source) ?? '')
  if (text === '' || secretIn(source.text) !== null) return []
  const behind = say` (${pathText(id)}, from ${quotedLabel(value.source || 'unknown source', 80)}, ${wordText(value.confidence ?? '') ?? say`medium`})`
  const item: Item = { text, behind, whole: { path, about: say`lesson` } }
  return [{ item, stems: stemsIn(`${text} ${value.category ?? ''}`) }]
}

/** Roles that decide how a phase is built. */
const ROLES: ReadonlySet<string> = new Set(['phase-researcher', 'planner', 'executor'])
/** Byte budget of all learnings: about 400 tokens. */
const MAX = 1600

/** Lessons that share the most words with the phase come first. Verbs must declare that they read `learning`. */
export function learnedBlocks({ agent, phase }: AgentSubject, { view, setting }: BriefWorld): readonly Block[] {
  const limit = Number(setting('learnings.max_inject'))
  if (phase === null || limit <= 0 || !ROLES.has(agent)) return []
  const { goal, successCriteria } = phase.section
  const about = stemsIn([phase.title, goal ?? '', ...successCriteria].join(' '))
  const fitting = view
    .list(LEARNINGS)
    .filter(({ kind, name }) => kind === 'file' && name.endsWith('.md'))
    .flatMap(({ name }) => lessonAt(view, name.slice(0, -'.md'.length)))
    .map(({ item, stems }) => ({ item, points: [...stems].filter((stem) => about.has(stem)).length }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
  let room = MAX
  const chosen = fitting.filter(({ item }) => {
    const fits = bytesOf(item.text) <= room
    if (fits) room -= bytesOf(item.text)
    return fits
  })
  const lessons = chosen.slice(0, limit).map(({ item }) => item)
  return items('learned', say`Lessons of earlier phases: follow them, or say why not`, lessons)
}
