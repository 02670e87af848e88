// From the neutral form to the draft of a charter. What the other tool does not say stays open: the charter's own checks ask for it.
import {
  type CharterPhase,
  type CharterRequirement,
  type CharterValue,
  NO_CHARTER,
} from '../../artifacts/charter/charter.js'
import { oneLine } from '../../artifacts/parts/draft.js'
import { isRequirementId } from '../../artifacts/requirements/requirement-id.js'
import type { Outside, OutsidePhase, OutsideRequirement, Place } from './outside.js'

export interface Source {
  readonly id: string
  readonly at: Place
}

interface Drawn {
  readonly charter: CharterValue
  /** Where each requirement comes from. */
  readonly sources: readonly Source[]
}

/** Done by the word of the other tool. Nothing ran here, and that is said. */
const claimed = (text: string): string => `${oneLine(text)} (by the word of the older plan)`

/** `report`: the page that holds what has no place here; null where nothing is left for it. */
export function charterOf(outside: Outside, report: string | null): Drawn {
  const open = outside.phases.filter(({ done }) => !done)
  const sources: Source[] = []
  const used = new Set<string>()
  let next = 1
  const free = (wanted: string | null, phase: string): string => {
    const names = wanted === null || !isRequirementId(wanted) ? [] : [wanted, `${wanted}-P${phase}`]
    const named = names.find((name) => !used.has(name))
    if (named !== undefined) return named
    while (used.has(numbered(next))) next++
    return numbered(next)
  }
  const drawn = (requirement: OutsideRequirement, phase: string): CharterRequirement => {
    const id = free(requirement.id, phase)
    used.add(id)
    sources.push({ id, at: requirement.at })
    return { id, text: oneLine(requirement.text), category: requirement.category }
  }
  const phases = open.map((phase, index) => {
    const id = String(index + 1)
    const requirements = phase.requirements.filter(({ done }) => !done).map((one) => drawn(one, id))
    return { requirements, phase: phaseOf(phase, id, requirements) }
  })
  const others = outside.requirements.filter(({ done }) => !done).map((one) => drawn(one, '0'))
  return {
    sources,
    charter: {
      ...NO_CHARTER,
      title: outside.title,
      what: outside.what,
      worksToday: works(outside),
      constraints: [
        ...outside.constraints.map(({ text }) => oneLine(text)),
        ...(report === null
          ? []
          : [
              `What the older plan says beside this stands in \`${report}\`: planning reads it, and takes it up or says why not`,
            ]),
      ],
      decisions: outside.decisions.map(({ text }, index) => ({
        id: `D-${String(index + 1).padStart(2, '0')}`,
        whose: null,
        text: oneLine(text),
        reason: null,
      })),
      requirements: [...phases.flatMap(({ requirements }) => requirements), ...others],
      phases: phases.map(({ phase }) => phase),
    },
  }
}

const numbered = (number: number): string => `REQ-${String(number).padStart(2, '0')}`

const phaseOf = (phase: OutsidePhase, id: string, requirements: readonly CharterRequirement[]): CharterPhase => ({
  id,
  title: oneLine(phase.title),
  goal: phase.goal === null ? null : oneLine(phase.goal),
  requirements: requirements.map(({ id: own }) => own),
  dependsOn: null,
  criteria: phase.criteria.map(({ text }) => oneLine(text)),
})

const works = ({ works: there, phases, requirements }: Outside): readonly string[] => [
  ...there.map(({ text }) => claimed(text)),
  ...phases.flatMap(({ title, done, requirements: own }) => {
    const finished = own.filter((one) => one.done || done)
    return done && finished.length === 0 ? [claimed(title)] : finished.map(({ text }) => claimed(text))
  }),
  ...requirements.filter(({ done }) => done).map(({ text }) => claimed(text)),
]
