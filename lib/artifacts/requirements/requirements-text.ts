// The text of a new REQUIREMENTS.md, and the spelling of its lines.
import { tableLine } from '../parts/draft.js'
import type { Requirement, RequirementsValue } from './requirements.js'

export interface OutOfScope {
  readonly feature: string
  readonly reason: string
}
type Fresh = Pick<RequirementsValue, 'title' | 'requirements'> & {
  readonly outOfScope?: readonly OutOfScope[]
  /** Whether to write the traceability table. */
  readonly traced: boolean
}

const box = (done: boolean | null) => (done === null ? '' : `[${done ? 'x' : ' '}] `)
const requirementLine = ({ id, text, done }: Requirement) => `- ${box(done)}**${id}**: ${text}`.trimEnd()

const TRACE_HEAD = ['| Requirement | Phase | Status |', '|-------------|-------|--------|']
const OUT_HEAD = ['| Feature | Reason |', '|---------|--------|']

/** Rows come with the roadmap. */
export function freshRequirements({ title, requirements, outOfScope = [], traced }: Fresh): string {
  const blocks = [
    [`# ${title ?? 'Requirements'}`],
    ...requirementBlocks(requirements),
    ...(outOfScope.length === 0
      ? []
      : [['## Out of Scope'], [...OUT_HEAD, ...outOfScope.map(({ feature, reason }) => tableLine([feature, reason]))]]),
    ...(traced ? [['## Traceability'], TRACE_HEAD] : []),
  ]
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`
}

/** Repeats the section heading if a line leaves its category without entering another. */
function requirementBlocks(requirements: readonly Requirement[]): readonly (readonly string[])[] {
  const blocks: string[][] = []
  let at: Pick<Requirement, 'section' | 'category'> = { section: null, category: null }
  for (const requirement of requirements) {
    const { section, category } = requirement
    const left = at.category !== null && category === null
    if (section !== at.section || left) blocks.push([`## ${section ?? ''}`])
    if (category !== null && (category !== at.category || section !== at.section)) blocks.push([`### ${category}`])
    if (blocks.length === 0 || section !== at.section || category !== at.category) blocks.push([])
    blocks.at(-1)?.push(requirementLine(requirement))
    at = { section, category }
  }
  return blocks
}
