// What the scripted model writes in the lifecycle proof: a library of two small modules, planned as one phase with two plans of one wave.

export const IDEA = 'A library that counts the words of a text and reports the count as a line'

export const PROJECT = `# Wordcount

## What This Is

A library that counts the words of a text and reports the count as one line. It is for scripts that need the number.

## Core Value

The count is right.

## Requirements

### Validated

(None yet)

### Active

- Count the words of a text
- Report the count as a line

### Out of Scope

- Counting pages: nobody asked for it

## Context

A new repository, Node 20, no dependencies.

## Constraints

- **Runtime**: Node 20 without dependencies, since scripts must start it fast

## Key Decisions

| Decision | Rationale | Outcome |
|---|---|---|
| Tests run with node:test | No dependency | Pending |
`

export const REQUIREMENTS = `# Requirements: Wordcount

**Core Value:** The count is right.

## v1 Requirements

### Counting

- [ ] **CNT-01**: A text's words are counted, separated by any white space

### Reporting

- [ ] **REP-01**: A count is reported as the line \`N words\`

## Out of Scope

| Feature | Reason |
|---|---|
| Pages | Nobody asked for it |
`

export const ROADMAP = `# Roadmap: Wordcount

## Phases

- [ ] **Phase 1: Count and report** - Words are counted and reported

## Phase Details

### Phase 1: Count and report

**Goal**: A script can count the words of a text and print the result
**Depends on**: Nothing
**Requirements**: CNT-01, REP-01
**Success Criteria**:
1. \`countWords('a  b')\` is 2
2. \`report(2)\` is \`2 words\`
**Plans**: TBD
`

export const CONTEXT = `# Phase 1: Count and report - Context

<domain>
Counting words and reporting the count. Nothing else.
</domain>

<decisions>
### Counting

- **D-01:** Words are separated by runs of white space; leading and trailing white space does not count

### Reporting

- **D-02:** The report is \`N words\`, also for one word

### The agent's discretion

- File layout
</decisions>

## Open Questions

- None
`

export const RESEARCH = `# Phase 1: Count and report - Research

## Summary

Splitting on /\\s+/ after trimming gives the words; the empty text needs a case of its own, since splitting it gives one empty word.

## Findings

- \`''.split(/\\s+/)\` is \`['']\`: one element, so the empty text must be asked for first.

## Validation Architecture

node:test, one file a module.

## Open Questions

- None
`

export interface Part {
  readonly plan: '01' | '02'
  readonly requirement: string
  readonly title: string
  readonly source: string
  readonly code: string
  readonly test: string
  readonly testCode: string
}

export const PARTS: readonly Part[] = [
  {
    plan: '01',
    requirement: 'CNT-01',
    title: 'Count words',
    source: 'src/count.js',
    code: "export const countWords = (text) => (text.trim() === '' ? 0 : text.trim().split(/\\s+/).length)\n",
    test: 'test/count.test.js',
    testCode: `import assert from 'node:assert'
import { test } from 'node:test'
import { countWords } from '../src/count.js'

test('runs of white space separate words', () => assert.equal(countWords(' a  b '), 2))
test('the empty text has no words', () => assert.equal(countWords(''), 0))
`,
  },
  {
    plan: '02',
    requirement: 'REP-01',
    title: 'Report the count',
    source: 'src/report.js',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the program's text
    code: 'export const report = (count) => `${count} words`\n',
    test: 'test/report.test.js',
    testCode: `import assert from 'node:assert'
import { test } from 'node:test'
import { report } from '../src/report.js'

test('a count is one line', () => assert.equal(report(2), '2 words'))
`,
  },
]

export const planText = ({ plan, requirement, title, source, test }: Part): string => `---
phase: 01-count-and-report
plan: "${plan}"
type: execute
depends_on: []
files_modified: [${source}, ${test}]
autonomous: true
requirements: [${requirement}]
verify:
  - run: [node, --test, ${test}]
    expect: 0
must_haves:
  truths:
    - "${title} works as decided"
  artifacts:
    - path: "${source}"
      provides: "${title}"
  key_links: []
---

# Phase 1 Plan ${plan}: ${title}

<objective>
${title}, with its tests.
</objective>

<tasks>

<task type="auto">
  <name>Task 1: ${title}</name>
  <files>${source}, ${test}</files>
  <action>Write ${source} and ${test} as decided in the context.</action>
  <verify>
    <automated>node --test ${test}</automated>
  </verify>
  <acceptance_criteria>
    - The tests in ${test} pass
  </acceptance_criteria>
  <done>${title} works.</done>
</task>

</tasks>

<success_criteria>
- The tests pass
</success_criteria>
`

export const summaryText = ({ plan, requirement, title, source, test }: Part, commit: string): string => `---
phase: 01-count-and-report
plan: "${plan}"
subsystem: library
tags: [text]
provides: ["${title}"]
affects: []
key-files:
  created: [${source}, ${test}]
  modified: []
key-decisions: []
patterns-established: []
requirements-completed: [${requirement}]
duration: 1min
---

# Phase 1 Plan ${plan}: ${title} Summary

**${title} works, with tests that ran**

## Accomplishments

- Wrote ${source} and its tests

## Task Commits

1. **Task 1: ${title}** - \`${commit}\`

## Files Created/Modified

- \`${source}\` - ${title}
- \`${test}\` - its tests

## Deviations from Plan

None.

## Known Issues

- None

## Self-Check: PASSED
`

export const VERIFICATION = `---
phase: 01-count-and-report
status: passed
score: 2/2 must-haves verified
---

# Phase 1: Count and report - Verification

## Goal Achievement

| # | Truth | Status | Evidence |
|---|---|---|---|
| 1 | Words are counted | VERIFIED | src/count.js, receipt of plan 01 |
| 2 | The count is reported | VERIFIED | src/report.js, receipt of plan 02 |

## Human Verification

None.
`

export const HANDOVER = `---
phase: "1"
task: "0"
total_tasks: "2"
status: in_progress
last_updated: "2026-01-05"
---

# Continue here

<current_state>
The phase is discussed and not planned.
</current_state>

<next_action>
Plan the phase.
</next_action>
`

export const AUDIT = `---
milestone: milestone
audited: "2026-01-05"
status: passed
scores:
  requirements: 2/2
  phases: 1/1
---

# Wordcount: Milestone Audit

## Requirements Coverage

CNT-01 and REP-01 are met in phase 1.

## Cross-Phase Integration

One phase, nothing to wire.

## End-to-End Flows

A text goes in, a line comes out.

## Tech Debt

None.
`

export const NEXT_MILESTONE = `# v1.1 Second

Lines can be counted, too.

## Order

> Count the lines too

Scope: all

## Requirements

### Counting

- **CNT-02**: The lines of a text are counted

## Out of scope

- Pages: nobody asked for it

## Phases

### Phase 2: Count lines

Goal: A script can count the lines of a text
Requirements: CNT-02
Depends on: Phase 1
1. \`countLines('a\\nb')\` is 2
`
