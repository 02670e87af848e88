// Writing a charter from nothing. The empty one is the template: it shows the form by example.
import { same } from '../../std/same.js'
import { commandLine } from '../parts/command-line.js'
import { document } from '../parts/prose.js'
import {
  type CharterDecision,
  type CharterPhase,
  type CharterRequirement,
  type CharterValue,
  NO_CHARTER,
} from './charter.js'

interface Form {
  readonly head: string
  readonly scope: string
  /** Numbers of the first decision, requirement, later one and phase. */
  readonly from: readonly [decision: number, requirement: number, later: number, phase: number]
  readonly later: string
  readonly check: string
  readonly end?: string
}

const two = (number: number): string => String(number).padStart(2, '0')

const form = ({ head, scope, from: [decision, requirement, first, phase], later, check, end = '' }: Form) => `${head}

## Order

> [The user's own words, all of them]

Scope: [${scope}: how much the user wants built now]

## Constraints

- [What is fixed, and why]

## Decisions

- D-${two(decision)} (asked): [what the user answered]
- D-${two(decision + 1)} (mine): [what you chose] because [reason]
- D-${two(decision + 2)} (left to me): [what they left to you] because [reason]

## Requirements

### [Category]

- **CAT-${two(requirement)}**: [One behaviour somebody can observe, edge cases on the same line]

## Later

- **CAT-${two(first)}**: [What ${later} does without]

## Out of scope

- [What]: [reason]

## Phases

### Phase ${phase}: [Title]

Goal: [What is true when it is done]
Requirements: [ids with commas between them]
1. [What a person can try, and what they see]

## Checks

- [A command that ${check}]
${end}`

const TEMPLATE = form({
  head: `# [Project name]

[What it is and for whom, in one to three sentences]

Core value: [The one thing that must work, whatever else fails]`,
  scope: 'all, phase 1, phases 1-2, or none',
  from: [1, 1, 9, 1],
  later: 'the first version',
  check: 'proves the work, in backticks',
  end: `
## Settings

- mode: [yolo, if nobody is to be asked at each stage; else leave this part out]
`,
})

export const MILESTONE_TEMPLATE = form({
  head: `# [v1.1 Name]

[What can be done once it ships, and by whom, in one to three sentences]`,
  scope: 'all, phase 3, phases 3-4, or none',
  from: [3, 3, 10, 3],
  later: 'this milestone',
  check: 'is new and proves the work, in backticks; if none, leave this part out',
})

const section = (title: string, lines: readonly string[]): string | null =>
  lines.length === 0 ? null : `## ${title}\n\n${lines.join('\n')}`

const item = (text: string): string => `- ${text}`

const decisionLine = ({ id, whose, text, reason }: CharterDecision): string =>
  item(`${id}${whose === null ? '' : ` (${whose})`}: ${text}${reason === null ? '' : ` because ${reason}`}`)

function requirementLines(requirements: readonly CharterRequirement[]): readonly string[] {
  const lines: string[] = []
  let open: string | null = null
  for (const { id, text, category } of requirements) {
    if (category !== open && category !== null) lines.push(...(lines.length === 0 ? [] : ['']), `### ${category}`, '')
    open = category
    lines.push(`- **${id}**: ${text}`)
  }
  return lines
}

const phaseLines = ({ id, title, goal, depth, requirements, dependsOn, criteria }: CharterPhase): string =>
  [
    `### Phase ${id}: ${title}`,
    '',
    ...(goal === null ? [] : [`Goal: ${goal}`]),
    ...(depth === null ? [] : [`Depth: ${depth}`]),
    ...(requirements.length === 0 ? [] : [`Requirements: ${requirements.join(', ')}`]),
    ...(dependsOn === null
      ? []
      : [`Depends on: ${dependsOn.length === 0 ? 'nothing' : dependsOn.map((other) => `Phase ${other}`).join(', ')}`]),
    ...criteria.map((text, index) => `${index + 1}. ${text}`),
  ]
    .join('\n')
    .trimEnd()

const orderLines = ({ order, scope }: CharterValue): readonly string[] => [
  ...(order === null ? [] : order.split('\n').map((line) => (line === '' ? '>' : `> ${line}`))),
  ...(order === null || scope === null ? [] : ['']),
  ...(scope === null ? [] : [`Scope: ${scope}`]),
]

export function freshCharter(value: CharterValue): string {
  if (same(value, NO_CHARTER)) return TEMPLATE
  return document([
    value.title === null ? null : `# ${value.title}`,
    value.what,
    value.coreValue === null ? null : `Core value: ${value.coreValue}`,
    section('Order', orderLines(value)),
    section('Works today', value.worksToday.map(item)),
    section('Constraints', value.constraints.map(item)),
    section('Decisions', value.decisions.map(decisionLine)),
    section('Requirements', requirementLines(value.requirements)),
    section('Later', requirementLines(value.later)),
    section(
      'Out of scope',
      value.outOfScope.map(({ feature, reason }) => item(reason === '' ? feature : `**${feature}**: ${reason}`)),
    ),
    section('Phases', value.phases.length === 0 ? [] : [value.phases.map(phaseLines).join('\n\n')]),
    section(
      'Checks',
      value.checks.map((argv) => item(commandLine({ argv, expect: 0 }))),
    ),
    section(
      'Settings',
      value.settings.map(({ key, value: word }) => item(`${key}: ${word}`)),
    ),
  ])
}
