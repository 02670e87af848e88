// A plan in one Markdown file without a form of its own: its sections are phases, their list items what is required, what is nested below those the tasks.
import type { Entry, Format, OutsidePhase, Reading } from './outside.js'
import * as read from './reading.js'

const STAGE = /^(?:phase|step|stage|milestone|part|sprint)\s+[\dA-Z]/i

/** What plans say beside their stages. */
const BESIDE =
  /^(?:constraints?|(?:non-?)?goals?|(?:out of )?scope|requirements?|risks?|assumptions?|decisions?|background|context|(?:open )?questions?|references?|notes?|overview)$/i

/** A heading that says of what kind its list is, and nothing of what is in it. */
const NAMELESS = /^(?:(?:next )?steps?|tasks?|to-?dos?|plan|work|implementation|milestones?)$/i

/** Headings that name a stage; where none does, those with boxes; where there are none, those with list items, what is said beside the stages last. */
function stagesIn(entries: readonly Entry[]): readonly Entry[] {
  const all = read.headings(entries).filter(({ level }) => level > 1)
  const own = (heading: Entry) => read.below(entries, heading).filter(({ above }) => above.at(-1) === heading.text)
  const kinds: readonly ((heading: Entry) => boolean)[] = [
    ({ text }) => STAGE.test(read.plain(text)),
    (heading) => own(heading).some(({ box }) => box !== null),
    (heading) => !BESIDE.test(read.plain(heading.text)) && own(heading).some(read.isItem),
    (heading) => own(heading).some(read.isItem),
  ]
  return kinds.map((fits) => all.filter(fits)).find((found) => found.length > 0) ?? []
}

function phaseOf(reading: Reading, entries: readonly Entry[], heading: Entry): OutsidePhase {
  const inside = read.below(entries, heading)
  const goal = read.firstText(inside)
  const items = inside.filter(read.isItem)
  const margin = Math.min(...items.map(({ level }) => level))
  const required = items
    .filter(({ level }) => level === margin)
    .map((entry) => ({ ...read.taskOf(reading, entry), id: null, category: null }))
  return {
    title: read
      .plain(reading.take(heading))
      .replace(/^(?:phase|step|stage|milestone|part|sprint)\s+\w+\s*[:.–—-]\s*/i, ''),
    goal: goal === null ? null : read.worded(reading.take(goal)),
    done: read.allDone(required),
    requirements: required,
    criteria: [],
    tasks: items.filter(({ level }) => level > margin).map((entry) => read.taskOf(reading, entry)),
    at: read.placeOf(heading),
  }
}

export const plainPlan: Format = {
  about: 'A plan in Markdown without a form of its own',
  holds: (path) => path.endsWith('.md'),
  read(reading) {
    const files = [...reading.files.values()]
    const top = files.flatMap((entries) => read.headings(entries, 1))[0]
    const all = files.flat()
    const first = all[0] === top ? all[1] : undefined
    const what =
      first?.kind === 'text' ? first : all.find((entry) => entry.kind === 'text' && read.isBelow(entry, 'goal'))
    const title =
      top === undefined ? null : read.plain(reading.take(top)).replace(/^(?:project )?plan\s*[:–—-]\s*/i, '')
    const phases = files.flatMap((entries) => stagesIn(entries).map((heading) => phaseOf(reading, entries, heading)))
    const listed = (word: string) =>
      all.filter((entry) => read.isItem(entry) && read.isBelow(entry, word)).map((entry) => read.said(reading, entry))
    return {
      title,
      what: what === undefined ? null : read.worded(reading.take(what)),
      works: [],
      decisions: listed('decision'),
      constraints: listed('constraint'),
      phases: phases.map((phase) => (NAMELESS.test(phase.title) ? { ...phase, title: title ?? phase.title } : phase)),
      requirements: [],
    }
  },
}
