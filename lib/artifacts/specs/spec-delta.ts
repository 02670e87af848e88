// <phase>-DELTA.md: the spec changes of a phase or quick task. The CLI adds their base and the date of the merge.
import type { Issue } from '../../errors.js'
import type { Source } from '../../ports.js'
import { issueAt } from '../codec.js'
import { draftIssue, markdownKind } from '../document/frame.js'
import { Front } from '../parts/front-fields.js'
import { changesIn, changesOf, deltaParts, hasScenario, partRange, requirementBlocks } from './spec-changes.js'

function read(source: Source) {
  const front = new Front(source)
  return {
    /** The base of each change, recorded by the CLI. */
    base: front.texts('base'),
    merged: front.text('merged'),
    changes: changesOf(source),
  }
}
export type SpecDeltaValue = ReturnType<typeof read>

const FORM =
  'Write "## ADDED: capability" (or MODIFIED, REMOVED) with "### Requirement: Name" below it, or "## RENAMED: capability" with "- Old name -> New name".'

const SCENARIO_FIX = 'Add one: WHEN … THEN …. Write a MODIFIED requirement in full, in its new form.'

function parseIssues(source: Source): readonly Issue[] {
  return deltaParts(source).flatMap((part): readonly Issue[] => {
    const problem = (offset: number, code: string, expected: string, received: string, fix: string) =>
      issueAt(source, offset, { code, expected, received, fix })
    const { change, section, capability } = part
    if (change === null)
      return [
        problem(
          section.start,
          'DELTA_PART',
          'ADDED, MODIFIED, REMOVED or RENAMED, a colon and the name of a capability (lower case, dashes)',
          capability,
          FORM,
        ),
      ]
    if (changesIn(source, part).length === 0)
      return [
        problem(section.start, 'DELTA_EMPTY', 'at least one change', `nothing below ${section.heading.text}`, FORM),
      ]
    if (change === 'renamed') return []
    return requirementBlocks(source, partRange(part)).flatMap(({ name, text: body, section: own }) => {
      if (change === 'removed')
        return body === ''
          ? [problem(own.start, 'DELTA_REASON', 'the reason for removal', name, 'Write the reason below the heading.')]
          : []
      return hasScenario(source, { start: own.bodyStart, end: own.end })
        ? []
        : [problem(own.start, 'SCENARIO_MISSING', 'a "#### Scenario: …" that shows it', name, SCENARIO_FIX)]
    })
  })
}

export const specDelta = markdownKind({
  read,
  id: 'spec-delta',
  about: 'Spec changes of a phase',
  parseIssues,
  draftIssues: (source, value, found) => [
    ...(value.changes.length === 0 && found.length === 0
      ? [draftIssue(source, 'PART_MISSING', 'a change', `${FORM} Without changes, omit the file.`)]
      : []),
    ...found.filter(({ severity }) => severity === 'error'),
  ],
})
