// RESEARCH.md: facts for the planner, and open questions, which other files can have too.
import { labelNamed } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { draftIssue, markdownKind } from '../document/frame.js'
import { hasContent, realText } from '../parts/placeholders.js'
import { allSections, bodyOf, itemText, partText, topItems } from '../parts/prose.js'

const TITLE = /^open questions?\b/i
const RESOLVED = /\bresolved\b/i
const UNRESOLVED = /\b(?:unresolved|not (?:yet )?resolved|to be resolved)\b/i

const isResolved = (text: string): boolean => RESOLVED.test(text) && !UNRESOLVED.test(text)

/** Open questions. RESOLVED in a heading answers its whole section; in an item, like a tick, only the item. */
export function openQuestionsOf(source: Source): readonly string[] {
  const text = source.text ?? ''
  return allSections(source)
    .filter(({ heading }) => TITLE.test(heading.text) && !isResolved(heading.text))
    .flatMap((section) => {
      const range = bodyOf(section)
      const inner = allSections(source).filter(
        ({ start, heading }) =>
          start > section.start && start < section.end && heading.level === section.heading.level + 1,
      )
      if (inner.length > 0)
        return inner
          .filter(({ start, end }) => !isResolved(text.slice(start, end)))
          .map(({ heading }) => heading.text)
          .filter(hasContent)
      return topItems(source, range)
        .filter((item) => item.checked !== true && !isResolved(text.slice(item.start, item.end)))
        .map((item) => itemText(source, item, 'dropped').replace(/^\*\*([^*]+)\*\*/, '$1'))
        .filter((item) => hasContent(item) && !item.startsWith('~~'))
    })
}

export const research = markdownKind({
  id: 'research',
  about: 'Facts for the planner, and open questions',
  read: (source) => ({ openQuestions: openQuestionsOf(source) }),
  draftIssues: (source) =>
    partText(source, 'summary', 'executive summary') === null &&
    realText(labelNamed(source, 'Primary recommendation')?.value ?? '') === null
      ? [draftIssue(source, 'PART_MISSING', 'a "## Summary"', 'Add "## Summary" with the facts for planning.')]
      : [],
})
