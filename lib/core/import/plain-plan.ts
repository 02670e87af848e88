// A plan in one Markdown file without a form of its own: its sections are phases, their list items what is required, what is nested below those the tasks.
import type { Entry, Format, OutsidePhase, Reading } from './outside.js'
import {
  allDone,
  below,
  firstText,
  headings,
  isBelow,
  isItem,
  placeOf,
  plain,
  said,
  taskOf,
  worded,
} from './reading.js'

const STAGE = /^(?:phase|step|stage|milestone|part|sprint)\s+[\dA-Z]/i

/** What plans say beside their stages. */
const BESIDE =
  /^(?:constraints?|(?:non-?)?goals?|(?:out of )?scope|requirements?|risks?|assumptions?|decisions?|background|context|(?:open )?questions?|references?|notes?|overview)$/i

/** A heading that says of what kind its list is, and nothing of what is in it. */
const NAMELESS = /^(?:(?:next )?steps?|tasks?|to-?dos?|plan|work|implementation|milestones?)$/i

/** Headings that name a stage; where none does, those with boxes; where there are none, those with list items, what is said beside the stages last. */
function stagesIn(entries: readonly Entry[]): readonly Entry[] {
  const all = headings(entries).filter(({ level }) => level > 1)
  const own = (heading: Entry) => below(entries, heading).filter(({ above }) => above.at(-1) === heading.text)
  const kinds: readonly ((heading: Entry) => boolean)[] = [
    ({ text }) => STAGE.test(plain(text)),
    (heading) => own(heading).some(({ box }) => box !== null),
    (heading) => !BESIDE.test(plain(heading.text)) && own(heading).some(isItem),
    (heading) => own(heading).some(isItem),
  ]
  return kinds.map((fits) => all.filter(fits)).find((found) => found.length > 0) ?? []
}

function phaseOf(reading: Reading, entries: readonly Entry[], heading: Entry): OutsidePhase {
  const inside = below(entries, heading)
  const goal = firstText(inside)
  const items = inside.filter(isItem)
  const margin = Math.min(...items.map(({ level }) => level))
  const required = items
    .filter(({ level }) => level === margin)
    .map((entry) => ({ ...taskOf(reading, entry), id: null, category: null }))
  return {
    title: plain(reading.take(heading)).replace(/^(?:phase|step|stage|milestone|part|sprint)\s+\w+\s*[:.–—-]\s*/i, ''),
    goal: goal === null ? null : worded(reading.take(goal)),
    done: allDone(required),
    requirements: required,
    criteria: [],
    tasks: items.filter(({ level }) => level > margin).map((entry) => taskOf(reading, entry)),
    at: placeOf(heading),
  }
}

export const plainPlan: Format = {
  about: 'A plan in Markdown without a form of its own',
  holds: (path) => path.endsWith('.md'),
  read(reading) {
    const files = [...reading.files.values()]
    const top = files.flatMap((entries) => headings(entries, 1))[0]
    const all = files.flat()
    const first = all[0] === top ? all[1] : undefined
    const what = first?.kind === 'text' ? first : all.find((entry) => entry.kind === 'text' && isBelow(entry, 'goal'))
    const title = top === undefined ? null : plain(reading.take(top)).replace(/^(?:project )?plan\s*[:–—-]\s*/i, '')
    const phases = files.flatMap((entries) => stagesIn(entries).map((heading) => phaseOf(reading, entries, heading)))
    const listed = (word: string) =>
      all.filter((entry) => isItem(entry) && isBelow(entry, word)).map((entry) => said(reading, entry))
    return {
      title,
      what: what === undefined ? null : worded(reading.take(what)),
      works: [],
      decisions: listed('decision'),
      constraints: listed('constraint'),
      phases: phases.map((phase) => (NAMELESS.test(phase.title) ? { ...phase, title: title ?? phase.title } : phase)),
      requirements: [],
    }
  },
}
