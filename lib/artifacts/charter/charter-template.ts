// The forms of a charter and of the draft of a milestone, shown by example.

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

export const CHARTER_TEMPLATE = form({
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
