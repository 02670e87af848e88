// A report's human verification items: headings, numbered lines, table rows or bullets.
import { labelNamed, type Range, tablesOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { type EntryOf, entryOf } from '../parts/front-fields.js'
import { hasContent, realText } from '../parts/placeholders.js'
import { allSections, bodyOf, itemText, sectionOf, topItems } from '../parts/prose.js'

export const HUMAN_TEST = entryOf('test', {
  test: ['test', 'name', 'what', 'item'],
  expected: ['expected'],
  whyHuman: ['why_human', 'why-human', 'why', 'reason'],
})
export type HumanTest = EntryOf<typeof HUMAN_TEST>

/** A shorter bullet is a remark. */
const MIN_BULLET = 10
const NUMBERED = /^\d+[.)]?\s*/

/** Items below `## Human Verification` (`_` counts as a blank, `Required` may follow). */
export function humanTestsIn(source: Source): readonly HumanTest[] {
  const section = sectionOf(source, 'human verification', 'human verification required')
  if (section === null) return []
  const range = bodyOf(section)
  const headed = allSections(source).filter(
    ({ start, heading }) => start > section.start && start < section.end && heading.level === section.heading.level + 1,
  )
  if (headed.length > 0)
    return headed.flatMap(({ heading, bodyStart, end }) => testOf(heading.text, source, { start: bodyStart, end }))
  const rows = tablesOf(source, range).flatMap(({ rows }) =>
    rows
      .filter(({ cells }) => /^\d+$/.test(cells[0]?.text ?? ''))
      .map(({ cells }) => cells.slice(1).map(({ text }) => text)),
  )
  if (rows.length > 0)
    return rows.flatMap(([test = '', expected = '', whyHuman = '']) =>
      hasContent(test) ? [{ test, expected: realText(expected), whyHuman: realText(whyHuman) }] : [],
    )
  return topItems(source, range).flatMap((item) => {
    const test = itemText(source, item)
    if (!hasContent(test) || (!item.ordered && test.length <= MIN_BULLET)) return []
    return [{ test, expected: null, whyHuman: null }]
  })
}

/** `### 1. Name` with labelled lines below it. */
function testOf(title: string, source: Source, range: Range): readonly HumanTest[] {
  const label = (...names: readonly string[]): string | null => {
    for (const name of names) {
      const text = realText(labelNamed(source, name, range)?.value ?? '')
      if (text !== null) return text
    }
    return null
  }
  const name = title.replace(NUMBERED, '').trim()
  const test = label('Test') ?? name
  return hasContent(test) ? [{ test, expected: label('Expected'), whyHuman: label('Why human', 'Why') }] : []
}
