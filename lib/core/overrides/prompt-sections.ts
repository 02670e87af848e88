// The sections of a text of the pack, and which of them may be put in another's words.
import { sectionsOf } from '../../markdown/reader.js'
import { scan } from '../../markdown/scan.js'
import { frontList, readPromptFront } from '../brief/prompt-front.js'
import { parseWorkflow } from '../brief/workflow.js'

export interface PromptSection {
  readonly name: string
  /**
   * The front matter of an agent or a reference names which of its sections may be; what stands in a template is judged when the file is handed in. The steps
   * of a workflow hold calls and questions, and are added to alone.
   */
  readonly isReplaceable: boolean
  readonly at: number
  readonly bodyAt: number
  readonly end: number
}

/** A step goes by its id, another section by its heading up to a colon. */
export function promptSections(path: string, text: string): readonly PromptSection[] {
  const spans = scan(text)
  if (path.startsWith('workflows/')) {
    const { steps } = parseWorkflow(text, spans)
    return steps.map(({ id, at, bodyAt }, index) => ({
      name: id,
      isReplaceable: false,
      at,
      bodyAt,
      end: steps[index + 1]?.at ?? text.length,
    }))
  }
  const isTemplate = path.startsWith('templates/')
  const open = isTemplate ? [] : frontList(readPromptFront(text, spans), REPLACEABLE)
  const sections = sectionsOf({ text, spans }).filter(({ heading }) => heading.level === 2)
  return sections.map(({ heading, start, bodyStart, end }) => {
    const name = heading.text.split(':')[0]?.trim() ?? heading.text
    return { name, isReplaceable: isTemplate || open.includes(name), at: start, bodyAt: bodyStart, end }
  })
}

/** Key of the front matter that names them. */
export const REPLACEABLE = 'replaceable'

export const sectionCalled = (sections: readonly PromptSection[], name: string): PromptSection | null =>
  sections.find((section) => section.name.toLowerCase() === name.toLowerCase()) ?? null
