// Learnings of earlier phases that bear on this one: quoted with source, within a budget, without secrets.
import { bytesOf, pathText, quotedLabel, say, wordText } from '../../std/safe-text.js'
import { secretIn } from '../judging/secrets.js'
import { type Learning, learningPath, readLearnings } from '../learnings.js'
import { type Block, type Item, items } from './brief-blocks.js'
import type { AgentSubject } from './brief-subject.js'
import type { BriefWorld } from './brief-world.js'

/** Stem length for comparing words; shorter words are ignored. */
const STEM = 4

/** Stop words. */
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

/** Roles that decide how it is built. */
const ROLES: ReadonlySet<string> = new Set(['phase-researcher', 'planner', 'executor'])
/** Byte budget of all learnings: about 400 tokens. */
const MOST = 1600
const SURENESS = ['low', 'medium', 'high']

/** Sorts by words shared with the phase, then confidence, then id. */
function fitting(learnings: readonly Learning[], about: ReadonlySet<string>): readonly Learning[] {
  const shared = ({ text, tags }: Learning) =>
    [...stemsIn([text, ...tags].join(' '))].filter((stem) => about.has(stem)).length
  return learnings
    .filter(({ superseded, file }) => !superseded && secretIn(file) === null)
    .map((learning) => ({ learning, points: shared(learning) }))
    .filter(({ points }) => points > 0)
    .sort(
      (a, b) =>
        b.points - a.points ||
        SURENESS.indexOf(b.learning.confidence) - SURENESS.indexOf(a.learning.confidence) ||
        (a.learning.id < b.learning.id ? -1 : 1),
    )
    .map(({ learning }) => learning)
}

const itemOf = ({ id, text, source, confidence }: Learning): Item => ({
  text,
  behind: say` (${pathText(id)}, from ${quotedLabel(source === '' ? 'unknown source' : source, 80)}, ${wordText(confidence) ?? say`medium`})`,
  whole: { path: learningPath(id), about: say`lesson` },
})

export function learnedBlocks({ agent, phase }: AgentSubject, { view, setting }: BriefWorld): readonly Block[] {
  const limit = Number(setting('learnings.max_inject'))
  if (phase === null || limit <= 0 || !ROLES.has(agent)) return []
  const { goal, successCriteria } = phase.section
  const about = stemsIn([phase.title, goal ?? '', ...successCriteria].join(' '))
  const chosen: Item[] = []
  let room = MOST
  for (const learning of fitting(readLearnings(view), about)) {
    const size = bytesOf(learning.text)
    if (size > room) continue
    room -= size
    chosen.push(itemOf(learning))
    if (chosen.length === limit) break
  }
  return items('learned', say`Lessons of earlier phases: follow them, or say why not`, chosen)
}
