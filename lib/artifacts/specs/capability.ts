// specs/<capability>.md: what the system does now, as requirements with scenarios. Changed requirement by requirement; everything else stays as its author wrote it.
import type { Issue } from '../../errors.js'
import type { Source } from '../../ports.js'
import { listOf, textOrNull } from '../../std/shape.js'
import { keptTitle, type PageValue, page, pageCodec, piece } from '../document/page.js'
import type { Draft } from '../parts/draft.js'
import { draftIssue } from '../parts/draft-issues.js'
import { issueAt } from '../parts/issues.js'
import { sectionOf, sectionText } from '../parts/prose.js'
import {
  bodyRange,
  REQUIREMENT_SHAPE,
  requirementBlocks,
  requirementText,
  type SpecRequirement,
  saidEnd,
  sameName,
  scenariosIn,
} from './requirement-blocks.js'

const named = (all: readonly SpecRequirement[], name: string) => all.find((one) => sameName(one.name, name))

/** One requirement under another name, others with another text, without some, with new ones at the end. */
function changeRequirements(
  draft: Draft,
  source: Source,
  before: readonly SpecRequirement[],
  after: readonly SpecRequirement[],
): void {
  const blocks = requirementBlocks(source)
  const added = after.filter(({ name }) => named(before, name) === undefined)
  const gone = before.filter(({ name }) => named(after, name) === undefined)
  const [fresh, old] = [added[0], gone[0]]
  const isRename = added.length === 1 && gone.length === 1 && fresh?.text === old?.text
  for (const { name, text, section } of blocks) {
    if (isRename && name === old?.name) {
      draft.swap({ start: section.heading.contentStart, end: section.heading.contentEnd }, name, fresh?.name ?? name)
      continue
    }
    const next = named(after, name)
    if (next === undefined) draft.splice([{ start: section.start, end: section.end, insert: '' }])
    else if (next.text !== text) {
      const range = bodyRange(source, section)
      const lead =
        draft.text.slice(range.start, range.end).trim() === ''
          ? ''
          : (/^\s*/.exec(draft.text.slice(range.start))?.[0] ?? '')
      draft.replace(range, `${lead === '' ? draft.eol : lead}${next.text.replaceAll('\n', draft.eol)}`)
    }
  }
  if (isRename || added.length === 0) return
  const last = blocks.findLast(({ name }) => named(after, name) !== undefined)?.section
  const place = last ?? sectionOf(source, 'requirements')
  const end = place === null || place === undefined ? draft.text.trimEnd().length : saidEnd(source, place)
  const head = place == null ? '## Requirements\n\n' : ''
  const lines = `${head}${added.map(requirementText).join('\n\n')}`.replaceAll('\n', draft.eol)
  const isLast = draft.text.slice(end).trim() === ''
  draft.insert(end, `${draft.eol}${draft.eol}${lines}${isLast && draft.text.slice(end) === '' ? draft.eol : ''}`)
}

const capabilityPage = page(
  {},
  {
    title: keptTitle,
    purpose: piece(textOrNull('What it is for'), (source) => sectionText(source, 'purpose')),
    requirements: piece(
      listOf(REQUIREMENT_SHAPE),
      (source) => requirementBlocks(source).map(({ name, text }) => ({ name, text })),
      { edit: changeRequirements },
    ),
  },
)
export type CapabilityValue = PageValue<typeof capabilityPage>

const odd = (source: Source): readonly Issue[] => {
  const blocks = requirementBlocks(source)
  return blocks.flatMap(({ name, section }, index): readonly Issue[] => {
    const scenarios = scenariosIn(source, { start: section.bodyStart, end: section.end })
    const isSecond = blocks.slice(0, index).some((one) => sameName(one.name, name))
    return [
      ...(isSecond
        ? [
            issueAt(source, section.start, {
              code: 'REQUIREMENT_TWICE',
              severity: 'error',
              expected: 'every requirement once',
              received: name,
              message: `the requirement "${name}" is there twice, so no change can say which is meant`,
              fix: 'Join them, or rename one.',
            }),
          ]
        : []),
      ...(scenarios.length > 0
        ? scenarios
            .filter(({ steps }) => !steps)
            .map((one) =>
              issueAt(source, one.start, {
                code: 'SCENARIO_EMPTY',
                severity: 'notice',
                expected: 'steps below it',
                received: 'none',
                message: `"${one.name}" has no steps`,
                fix: 'Write "- **WHEN** …" and "- **THEN** …" below the heading.',
              }),
            )
        : [
            issueAt(source, section.start, {
              code: 'SCENARIO_MISSING',
              severity: 'notice',
              expected: 'a heading "#### Scenario: …" below the requirement',
              received: 'none',
              message: `nothing says how "${name}" is seen`,
              fix: 'Add a scenario: WHEN … THEN ….',
            }),
          ]),
    ]
  })
}

export const capability = pageCodec(capabilityPage, {
  id: 'capability',
  about: 'What the system does now, of one capability',
  plain: true,
  odd,
  bare: ({ requirements, purpose }) => requirements.length === 0 && purpose === null,
  blocks: ({ title, purpose, requirements }, hint) => {
    const example = hint(
      '### Requirement: [Name]\n\n[The system SHALL …]\n\n#### Scenario: [Name]\n\n- **WHEN** [what happens]\n- **THEN** [what is seen]',
    )
    const said = purpose ?? hint('[What it is for, in a sentence]')
    return [
      `# ${title ?? '[Capability]'}`,
      said === null ? null : `## Purpose\n\n${said}`,
      '## Requirements',
      ...(example === null ? requirements.map(requirementText) : [example]),
    ]
  },
  kept: {
    what: 'title and purpose as they are',
    fix: (path) => `Edit ${path} by hand.`,
  },
  lacks: (source, value, found) => [
    ...(value.requirements.length === 0
      ? [draftIssue(source, 'PART_MISSING', 'a "### Requirement: …"', 'Add the first requirement with a scenario.')]
      : []),
    ...found.filter(({ severity }) => severity === 'error'),
  ],
})
