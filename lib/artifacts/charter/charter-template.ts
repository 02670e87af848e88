// The forms of a charter and of the draft of a milestone, shown by example.

const BODY = `
## Order

> [The user's own words, all of them]

Scope: [all, phase 1, phases 1-2, or none: how much the user wants built now]

## Constraints

- [What is fixed, and why]

## Decisions

- D-01 (asked): [what the user answered]
- D-02 (mine): [what you chose] because [reason]
- D-03 (left to me): [what they left to you] because [reason]

## Requirements

### [Category]

- **CAT-01**: [One behaviour somebody can observe, edge cases on the same line]

## Later

- **CAT-09**: [What can wait]

## Out of scope

- [What]: [reason]

## Phases

### Phase 1: [Title]

Goal: [What is true when it is done]
Requirements: [ids with commas between them]
1. [What a person can try, and what they see]

## Checks

- [A command that proves the work, in backticks]
`

export const CHARTER_TEMPLATE = `# [Project name]

[What it is and for whom, in one to three sentences]

Core value: [The one thing that must work, whatever else fails]
${BODY}
## Settings

- mode: [yolo, if nobody is to be asked at each stage; else leave this part out]
`

export const MILESTONE_TEMPLATE = `# [v1.1 Name]

[What can be done once it ships, and by whom, in one to three sentences]
${BODY}`
