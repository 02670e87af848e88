// The plan list of a phase in groups of waves: the lines stay as they are, only their order and the headings between them are written.
import { type Item, labelsOf, lineAfter, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import type { Rendered } from '../codec.js'
import { Draft, itemEnd, lineStart } from '../parts/draft.js'
import type { PhaseSection } from './roadmap.js'
import { type PhasePlace, readRoadmap } from './roadmap-read.js'

export interface WaveGroup {
  readonly wave: number
  /** Indices into the section's plans. */
  readonly plans: readonly number[]
}

const WAVE = /^[ \t]*(?:\*\*|#+ )?wave \d{1,4}\b/i
const CONSTRAINTS = 'Cross-cutting constraints'

/** The roadmap with the plans of a section in these groups and, where nobody wrote any, with the constraints below them. */
export function withWaves(
  source: Source,
  section: Pick<PhaseSection, 'id' | 'window'>,
  groups: readonly WaveGroup[],
  constraints: readonly string[],
): Rendered {
  const draft = new Draft(source)
  const { value, places } = readRoadmap(source)
  const at = value.phases.findIndex((phase) => phase.id === section.id && phase.window === section.window)
  const place = places.phases[at]
  if (place === undefined || place.plans.length === 0) {
    draft.refuse('a section with a list of plans', 'none', `List the plans under "Plans:" in ${source.path}.`)
    return draft.finish()
  }
  const list = listRange(source, place)
  const stray = strayLine(draft.text, list, place.plans)
  if (stray !== null) {
    draft.refuse('only plans and wave headings in the list of plans', `"${stray}"`, 'Move that line below the list.')
    return draft.finish()
  }
  const lines = place.plans.map((item) =>
    draft.text.slice(lineStart(draft.text, item.start), itemEnd(draft.text, item)),
  )
  const { eol } = draft
  const blocks = groups.map(({ wave, plans }, index) => {
    const before = groups[index - 1]
    const note = before === undefined ? '' : ` *(blocked on Wave ${before.wave})*`
    return [`**Wave ${wave}**${note}`, '', ...plans.map((plan) => lines[plan] ?? '')].join(eol)
  })
  const gap = /\r\n[ \t]*\r\n$|\n[ \t]*\n$|\r[ \t]*\r$/.test(draft.text.slice(0, list.start)) ? '' : eol
  draft.replace(list, gap + blocks.join(eol + eol))
  const written = labelsOf(source, { start: place.spot.start, end: place.spot.end })
  if (constraints.length > 0 && !written.some(({ name }) => name.toLowerCase() === CONSTRAINTS.toLowerCase()))
    draft.insert(
      list.end,
      `${eol}${eol}**${CONSTRAINTS}:**${eol}${eol}${constraints.map((text) => `- ${text}`).join(eol)}`,
    )
  return draft.finish()
}

/** From the first plan, or the wave heading above it, to the end of the last plan. */
function listRange(source: Source, { plans, planHeader, spot }: PhasePlace): Range {
  const text = source.text ?? ''
  const [first, last] = [plans[0] as Item, plans.at(-1) as Item]
  let start = lineStart(text, first.start)
  const from = planHeader?.end ?? spot.heading?.end ?? spot.start
  for (let at = lineAfter(text, from); at < start; at = lineAfter(text, at))
    if (WAVE.test(text.slice(at, lineAfter(text, at)))) start = at
  return { start, end: itemEnd(text, last) }
}

/** A line between the plans that is neither theirs nor a heading of a wave. */
function strayLine(text: string, { start, end }: Range, plans: readonly Item[]): string | null {
  let next = 0
  for (let at = start; at < end; ) {
    const item = plans[next]
    if (item !== undefined && at >= lineStart(text, item.start)) {
      at = lineAfter(text, itemEnd(text, item))
      next++
      continue
    }
    const line = text.slice(at, lineAfter(text, at)).trim()
    if (line !== '' && !WAVE.test(line)) return line
    at = lineAfter(text, at)
  }
  return null
}
