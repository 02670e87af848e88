// specs/<capability>.md: what the system does, as requirements with scenarios, which are edited one by one.
import type { Issue } from '../../errors.js'
import { contentOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { issueAt } from '../codec.js'
import type { Doc } from '../doc.js'
import { draftIssue, markdownKind } from '../document/frame.js'
import { sectionOf } from '../parts/prose.js'
import {
  bodyRange,
  hasScenario,
  requirementBlocks,
  requirementText,
  type SpecChange,
  type SpecRequirement,
  sameName,
} from './spec-changes.js'

export function changeRequirement(doc: Doc, { change, name, to, text }: SpecChange): void {
  const blocks = requirementBlocks(doc.source)
  if (change === 'added') addRequirement(doc, blocks, { name, text })
  const meant = change === 'added' ? [] : blocks.filter((one) => sameName(one.name, name))
  for (const block of meant) {
    const { section } = block
    if (change === 'removed') doc.replace({ start: section.start, end: section.end }, '')
    else if (change === 'renamed') doc.swap(contentOf(section.heading), block.name, to ?? block.name)
    else {
      const range = bodyRange(doc.source, section)
      const lead = /^\s*(?=\S)/.exec(doc.text.slice(range.start, range.end))?.[0] ?? ''
      doc.replace(range, `${lead === '' ? doc.eol : lead}${text.replaceAll('\n', doc.eol)}`)
    }
  }
}

function addRequirement(doc: Doc, blocks: ReturnType<typeof requirementBlocks>, added: SpecRequirement): void {
  const place = blocks.at(-1)?.section ?? sectionOf(doc.source, 'requirements')
  const lines = requirementText(added).split('\n')
  if (place === null) doc.append(['## Requirements', '', ...lines])
  else doc.insertBlock(doc.tail(place).end, lines)
}

export interface CapabilityValue {
  readonly requirements: readonly SpecRequirement[]
}

const parseIssues = (source: Source): readonly Issue[] => {
  const blocks = requirementBlocks(source)
  return blocks.flatMap(({ name, section }, index): readonly Issue[] => {
    const isSecond = blocks.slice(0, index).some((one) => sameName(one.name, name))
    const twice = {
      code: 'REQUIREMENT_TWICE',
      expected: 'every requirement once',
      received: name,
      fix: 'Merge them, or rename one.',
    }
    const bare = {
      code: 'SCENARIO_MISSING',
      severity: 'notice',
      expected: 'a heading "#### Scenario: …" below the requirement',
      received: name,
      fix: 'Add a scenario: WHEN … THEN ….',
    } as const
    return [
      ...(isSecond ? [issueAt(source, section.start, twice)] : []),
      ...(hasScenario(source, { start: section.bodyStart, end: section.end })
        ? []
        : [issueAt(source, section.start, bare)]),
    ]
  })
}

export const capability = markdownKind<CapabilityValue>({
  id: 'capability',
  about: 'What the system currently does, for one capability',
  read: (source) => ({ requirements: requirementBlocks(source).map(({ name, text }) => ({ name, text })) }),
  parseIssues,
  draftIssues: (source, value, found) => [
    ...(value.requirements.length === 0
      ? [draftIssue(source, 'PART_MISSING', 'a "### Requirement: …"', 'Add the first requirement with a scenario.')]
      : []),
    ...found.filter(({ severity }) => severity === 'error'),
  ],
})
