// Passes once over a roadmap's headings, folds and list items, and assigns each to a phase or milestone.
import {
  type Element,
  elementsOf,
  type Heading,
  headingsOf,
  type Item,
  itemsOf,
  type Range,
} from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { type PhaseTitle, phaseTitleIn } from '../parts/phase-token.js'
import { leadingMark, type MilestoneText, milestoneTextIn } from './milestone-text.js'

/** A heading or fold that opens a milestone's part of the document. */
export interface WindowPart extends Range {
  readonly kind: 'heading' | 'details'
  readonly text: MilestoneText
  readonly heading: Heading | null
  /** Whether the part is a fold without `open`. */
  readonly folded: boolean
}

export interface PhaseSpot extends Range {
  readonly phase: PhaseTitle
  readonly heading: Heading | null
  readonly item: Item | null
  /** Text after the title, if the phase is a table row or a line without the word Phase. */
  readonly goal?: string
  readonly part: WindowPart | null
  /** Whether the phase is inside a fold without `open`. */
  readonly folded: boolean
}

export interface LineSpot {
  readonly item: Item
  readonly part: WindowPart | null
  readonly folded: boolean
}

export interface Outline {
  readonly parts: readonly WindowPart[]
  readonly phases: readonly PhaseSpot[]
  /** List items outside phase sections. */
  readonly lines: readonly LineSpot[]
}

interface Mutable {
  end: number
}

type Event =
  | { readonly at: number; readonly kind: 'heading'; readonly heading: Heading; readonly phase: PhaseTitle | null }
  | { readonly at: number; readonly kind: 'open'; readonly fold: Fold }
  | { readonly at: number; readonly kind: 'close'; readonly fold: Fold }

interface Fold {
  readonly element: Element
  readonly text: MilestoneText
  /** Whether the fold is a milestone: it names one, or contains phases. */
  readonly isMilestone: boolean
}

const PHASE_LEVELS = { from: 2, to: 4 }
/** Matches the heading of the backlog, which belongs to no milestone. */
const BACKLOG = /^backlog\b/i
const OVERVIEW = /^(?:phases|phase details|progress|overview)\b/i

export function outlineOf(source: Source, all: readonly Heading[] = headingsOf(source)): Outline {
  const headings = all
    .filter((heading) => !(heading.setext && heading.level === 2))
    .map((heading) => ({ heading, phase: phaseOf(heading) }))
  const elements = elementsOf(source)
  const details = elements.filter((element) => element.name.toLowerCase() === 'details')
  const folds = foldsOf(
    source,
    elements,
    details,
    headings.flatMap(({ heading, phase }) => (phase === null ? [] : [heading.start])),
  )
  const events: Event[] = [
    ...headings.map(({ heading, phase }) => ({ at: heading.start, kind: 'heading', heading, phase }) as const),
    ...folds.map((fold) => ({ at: fold.element.start, kind: 'open', fold }) as const),
    ...folds.map((fold) => ({ at: fold.element.contentEnd, kind: 'close', fold }) as const),
  ]
  events.sort((a, b) => a.at - b.at)
  const walk = new Walk(source)
  let from = 0
  for (const event of events) {
    walk.items({ start: from, end: event.at })
    walk.take(event)
    from = event.at
  }
  walk.items({ start: from, end: Number.MAX_SAFE_INTEGER })
  return walk.finish()
}

/** The text of a heading at a level that phases use, without bold marks and a leading sign; null at other levels. */
export const rankedText = ({ level, text }: Heading): string | null =>
  level < PHASE_LEVELS.from || level > PHASE_LEVELS.to ? null : leadingMark(text.replaceAll('**', '')).rest

/** Whether a heading begins with the word Phase, or with a bracketed code. */
export const isPhaseHeading = (heading: Heading): boolean => /^(?:\[|phase\b)/i.test(rankedText(heading) ?? '')

const phaseOf = (heading: Heading): PhaseTitle | null => {
  const text = rankedText(heading)
  return text === null ? null : phaseTitleIn(text)
}

function foldsOf(
  source: Source,
  elements: readonly Element[],
  details: readonly Element[],
  phaseStarts: readonly number[],
): readonly Fold[] {
  const summaries = elements.filter((element) => element.name.toLowerCase() === 'summary')
  return details
    .filter((element) => element.closed)
    .map((element) => {
      const summary = summaries.find(({ start }) => start >= element.start)
      const own = summary !== undefined && summary.start < element.contentEnd ? summary : null
      // Only the first line counts, because an unclosed summary would swallow the rest.
      const summaryText = own === null ? '' : (source.text ?? '').slice(own.contentStart, own.contentEnd).trim()
      const text = milestoneTextIn(summaryText.split(/[\r\n]/, 1)[0] ?? '')
      return {
        element,
        text,
        isMilestone:
          text.version !== null || phaseStarts.some((start) => element.start <= start && start < element.end),
      }
    })
}

interface Frame {
  readonly part: WindowPart & Mutable
  readonly fold: Fold | null
}

class Walk {
  readonly #parts: (WindowPart & Mutable)[] = []
  readonly #phases: (PhaseSpot & Mutable)[] = []
  readonly #lines: LineSpot[] = []
  readonly #source: Source
  readonly #end: number
  /** The open parts, innermost last. */
  #stack: Frame[] = []
  /** The open phase section, and the stack depth at its start. */
  #phase: { readonly spot: PhaseSpot & Mutable; readonly level: number; readonly depth: number } | null = null

  constructor(source: Source) {
    this.#source = source
    this.#end = (source.text ?? '').length
  }

  take(event: Event): void {
    if (event.kind === 'open') this.#open(event.fold)
    else if (event.kind === 'close') this.#close(event.fold)
    else if (event.phase !== null) this.#phaseHeading(event.heading, event.phase)
    else this.#heading(event.heading)
  }

  /** Records the list items between two events, unless they are inside a phase's section. */
  items(range: Range): void {
    if (this.#phase !== null) return
    const items = itemsOf(this.#source, range)
    if (items.length === 0) return
    const { part, folded } = this.#owner()
    for (const item of items) this.#lines.push({ item, part, folded })
  }

  finish(): Outline {
    this.#endPhase(this.#end)
    this.#popTo(0, this.#end)
    return { parts: this.#parts, phases: this.#phases, lines: this.#lines }
  }

  #endPhase(at: number): void {
    if (this.#phase !== null) this.#phase.spot.end = at
    this.#phase = null
  }

  #popTo(depth: number, at: number): void {
    for (const frame of this.#stack.splice(depth)) frame.part.end = at
  }

  #push(part: WindowPart & Mutable, fold: Fold | null): void {
    this.#parts.push(part)
    this.#stack.push({ part, fold })
  }

  #open(fold: Fold): void {
    if (fold.isMilestone) this.#endPhase(fold.element.start)
    const { start, end, attributes } = fold.element
    const folded = !/(?:^|\s)open(?:\s|=|$)/i.test(attributes)
    this.#push({ kind: 'details', text: fold.text, heading: null, folded, start, end }, fold)
  }

  #close(fold: Fold): void {
    const depth = this.#stack.findIndex((frame) => frame.fold === fold)
    if (depth < 0) return
    if (this.#phase !== null && this.#phase.depth > depth) this.#endPhase(fold.element.contentEnd)
    this.#popTo(depth, fold.element.contentEnd)
  }

  /** Index of the first frame that a heading can end, because the frames up to the innermost fold stay open. */
  #reach(): number {
    return this.#stack.findLastIndex((frame) => frame.fold !== null) + 1
  }

  #heading(heading: Heading): void {
    if (this.#phase !== null && heading.level <= this.#phase.level) this.#endPhase(heading.start)
    const marked = leadingMark(heading.text).mark !== null
    const text = marked || /v\d/i.test(heading.text) ? milestoneTextIn(heading.text) : null
    // Inside a phase's section, a version that is only mentioned is prose.
    const named = text !== null && (text.beginsWithVersion || marked || (text.version !== null && this.#phase === null))
    const boundary = heading.level <= 3 && named
    const from = this.#reach()
    const ended = this.#stack.findIndex((frame, index) => index >= from && endsPart(heading, boundary, frame.part))
    if (ended >= 0) this.#popTo(ended, heading.start)
    if (text === null || !boundary) return
    this.#endPhase(heading.start)
    this.#push({ kind: 'heading', text, heading, folded: false, start: heading.start, end: this.#end }, null)
  }

  #phaseHeading(heading: Heading, phase: PhaseTitle): void {
    this.#endPhase(heading.start)
    const { part, folded } = this.#owner()
    const spot = { phase, heading, item: null, part, folded, start: heading.start, end: this.#end }
    this.#phases.push(spot)
    this.#phase = { spot, level: heading.level, depth: this.#stack.length }
  }

  /** The innermost part that names a milestone; a nameless fold only if nothing encloses it. */
  #owner(): { readonly part: WindowPart | null; readonly folded: boolean } {
    const named = this.#stack.findLast(({ part }) => part.kind === 'heading' || hasVersion(part.text))
    return {
      part: (named ?? this.#stack[0])?.part ?? null,
      folded: this.#stack.some(({ part }) => part.folded),
    }
  }
}

const hasVersion = (text: MilestoneText) => text.version !== null

function endsPart(heading: Heading, boundary: boolean, part: WindowPart): boolean {
  const level = part.heading?.level ?? 0
  if (boundary) return heading.level <= level
  if (BACKLOG.test(heading.text)) return heading.level <= level
  if (heading.level <= level && OVERVIEW.test(heading.text)) return true
  return part.text.mark === 'shipped' && heading.level < level
}
