// The section of a phase, whose body is read when something of it is asked for: derivation looks at few of them.
import type { PhaseSection } from './roadmap.js'

const BODY = [
  'goal',
  'mode',
  'dependsOn',
  'requirements',
  'successCriteria',
  'plansText',
  'plans',
  'fields',
] as const satisfies readonly (keyof PhaseSection)[]

/** What stands in the section. */
export type PhaseBody = Pick<PhaseSection, (typeof BODY)[number]>
/** What its heading says, and where that stands. */
export type PhaseHead = Omit<PhaseSection, keyof PhaseBody>

/** A section as any value is: who changes one spreads it. */
export function sectionOf(head: PhaseHead, body: () => PhaseBody): PhaseSection {
  const section = { ...head }
  for (const name of BODY) Object.defineProperty(section, name, { enumerable: true, get: () => body()[name] })
  return section as PhaseSection
}

/** One of thousands, whose getters are those of all: of its own they take six times as much room. */
class KnownSection {
  readonly #body: () => PhaseBody

  constructor(head: PhaseHead, body: () => PhaseBody) {
    Object.assign(this, head)
    this.#body = body
  }

  static {
    for (const name of BODY)
      Object.defineProperty(KnownSection.prototype, name, {
        get(this: KnownSection) {
          return this.#body()[name]
        },
      })
  }
}

/** The same for thousands of them. Who changes one takes it by `sectionOf`. */
export const knownSection = (head: PhaseHead, body: () => PhaseBody): PhaseSection =>
  new KnownSection(head, body) as unknown as PhaseSection
