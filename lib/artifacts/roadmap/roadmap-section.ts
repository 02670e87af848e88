// The section of a phase, whose body is read when something of it is asked for: derivation looks at few of them.
import type { PhaseSection } from './roadmap.js'

const BODY = [
  'goal',
  'mode',
  'depth',
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

/** Where a section has what stands in it; a copy of the section has the values themselves. */
const AT = Symbol('body')

const GETTERS = BODY.map((name) => ({
  name,
  getter: {
    enumerable: true,
    get(this: { readonly [AT]: () => PhaseBody }) {
      return this[AT]()[name]
    },
  },
}))

/** A section as any value is: who changes one spreads it. Of thousands each has the keys of all in one order and the getters of all, so that V8 knows them as one shape. */
export function sectionOf(head: PhaseHead, body: () => PhaseBody): PhaseSection {
  const { id, title, code, inserted, form, window } = head
  const section = { id, title, code, inserted, form, window }
  GETTERS.forEach(({ name, getter }) => {
    Object.defineProperty(section, name, getter)
  })
  return Object.defineProperty(section, AT, { value: body }) as PhaseSection
}
