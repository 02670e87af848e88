// Small drafts as a model submits them, from the project to the UAT of a phase. Without options they pass their checks.
import { textOf } from './texts.js'

export const projectDraft = textOf('counter/project.md')

export const requirementsDraft = textOf('counter/requirements.md')

export const roadmapDraft = textOf('counter/roadmap.md')

/** The first documents of a project, as drafts. */
export const PROJECT_DRAFTS = {
  'PROJECT.md': projectDraft,
  'REQUIREMENTS.md': requirementsDraft,
  'ROADMAP.md': roadmapDraft,
} as const
/** The first documents of a project, by their paths. */
export const PROJECT_FILES = {
  '.planning/PROJECT.md': projectDraft,
  '.planning/REQUIREMENTS.md': requirementsDraft,
  '.planning/ROADMAP.md': roadmapDraft,
} as const

export const contextDraft = (phase: string): string => `# Phase ${phase}: Context

**Gathered:** 2026-01-01

<domain>
## Phase Boundary

Counting only, no output.
</domain>

<decisions>
## Implementation Decisions

### Words
- **D-01:** A word is a run of characters without white space

### The agent's discretion
- Names of functions
</decisions>

<canonical_refs>
## Canonical References

No external specs: the decisions above say everything.
</canonical_refs>

<deferred>
## Deferred Ideas

None.
</deferred>

## Open Questions

None.
`

export const researchDraft = (phase: string): string => `# Phase ${phase}: Research

**Researched:** 2026-01-01
**Confidence:** HIGH

## Summary

Splitting at white space is enough.

**Primary recommendation:** Use String.split.

## Validation Architecture

node --test runs every file named *.test.js.

## Open Questions

None.
`

/** Code of a plan and its test, which prints test counts. The test is a shell script, because starting node for each test would dominate the time of flows. */
export const partFiles = (number: string, works = true): Readonly<Record<string, string>> => ({
  [`part-${number}.js`]: `module.exports = (text) => text.split(/\\s+/).length${works ? '' : ' + 1'}\n`,
  [`part-${number}.test.sh`]: `if grep -qs 'length$' part-${number}.js; then printf '# pass 1\\n# fail 0\\n'
else printf '# pass 0\\n# fail 1\\n'; exit 1; fi\n`,
})

export interface PlanDraftOptions {
  readonly depends?: readonly string[]
  readonly requirements?: readonly string[]
  readonly run?: readonly string[]
  readonly gap?: boolean
  readonly handles?: readonly string[]
}

/** Requirements of each phase, as in the roadmap. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = { '01': ['COUNT-01', 'COUNT-02'], '02': ['OUT-01'] }

export const planDraft = (
  phase: string,
  number: string,
  {
    depends = [],
    requirements = REQUIRED[phase.slice(0, 2)] ?? [],
    run = ['sh', `part-${number}.test.sh`],
    gap = false,
    handles = [],
  }: PlanDraftOptions = {},
): string => `---
phase: ${phase}
plan: "${number}"
type: execute
wave: 1
depends_on: [${depends.map((id) => `"${id}"`).join(', ')}]
files_modified:
  - part-${number}.js
autonomous: true
requirements: [${requirements.join(', ')}]
${gap ? 'gap_closure: true\n' : ''}${handles.length > 0 ? `handles: ${JSON.stringify(handles)}\n` : ''}verify:
  - run: [${run.map((word) => JSON.stringify(word)).join(', ')}]
must_haves:
  truths:
    - "Part ${number} counts"
  artifacts:
    - path: part-${number}.js
      provides: the function of part ${number}
  key_links:
    - from: part-${number}.test.sh
      to: part-${number}.js
      via: import
---

<objective>
Count part ${number} of the text. Nothing else.
</objective>

<tasks>

<task type="auto">
  <name>Task 1: Write part ${number}</name>
  <files>part-${number}.js, part-${number}.test.sh</files>
  <action>Export a function that counts, and test it with three texts.</action>
  <verify>
    <automated>sh part-${number}.test.sh</automated>
  </verify>
  <acceptance_criteria>
    - three texts give three numbers
  </acceptance_criteria>
  <done>The function counts three texts right.</done>
</task>

</tasks>

<verification>
The test of the part passes.
</verification>

<success_criteria>
- The part counts.
</success_criteria>
`

export interface SummaryDraftOptions {
  readonly requirements?: readonly string[]
  readonly commit?: string | null
  readonly halted?: string
  readonly pending?: readonly string[]
}

export const summaryDraft = (
  phase: string,
  number: string,
  { requirements = [], commit = null, halted, pending = [] }: SummaryDraftOptions = {},
): string => `---
phase: ${phase}
plan: "${number}"
subsystem: counting
tags: [counting]
requires: []
provides:
  - part ${number}
affects: []
key-files:
  created: [part-${number}.js]
  modified: []
key-decisions:
  - "Split at white space: simple"
requirements-completed: [${requirements.join(', ')}]
duration: 5min
${halted === undefined ? '' : `status: halted\nblockers:\n  - ${halted}\n`}---

# Phase 1 Plan ${number}: Part ${number} Summary

**Part ${number} counts its part of a text.**

## Accomplishments

- Wrote part ${number} with its test

## Task Commits

${commit === null ? '1. Task 1: nothing to commit' : `1. Task 1: \`${commit}\``}

## Files Created/Modified

- \`src/part-${number}.js\` - the function

## Known Issues

Pending actions:
${pending.length === 0 ? '- None' : pending.map((text) => `- ${text}`).join('\n')}

## Self-Check: PASSED
`

const COUNTED = [
  ['A text of three words gives 3', 'part-01.test.sh'],
  ['A text of two lines gives 2', 'part-02.test.sh'],
] as const

export const verificationDraft = (
  phase: string,
  status: 'passed' | 'gaps_found' | 'human_needed' = 'passed',
  truths: readonly (readonly [truth: string, evidence: string])[] = COUNTED,
): string => `---
phase: ${phase}
status: ${status}
score: ${truths.length - (status === 'gaps_found' ? 1 : 0)}/${truths.length} must-haves verified
${
  status === 'gaps_found'
    ? `gaps:
  - truth: "Part 02 counts"
    status: failed
    reason: it counts one too many
    missing:
      - the right end of the text
`
    : ''
}${
  status === 'human_needed'
    ? `human_verification:
  - test: Read the output aloud
    expected: It sounds right
    why_human: Only ears can tell
`
    : ''
}---

# Phase ${Number(phase.slice(0, 2))}: Verification

## Observable Truths

| # | Truth | Status | Evidence |
|---|-------|--------|----------|
${truths.map(([truth, evidence], index) => `| ${index + 1} | ${truth} | VERIFIED | ${evidence} |`).join('\n')}
`

export const uatDraft = (
  phase: string,
  result: 'pass' | 'issue' | 'skipped' | '[pending]',
  status = 'complete',
): string => `---
status: ${status}
phase: ${phase}
source: [01-01-SUMMARY.md]
started: "2026-01-01T00:00:00.000Z"
updated: "2026-01-01T00:10:00.000Z"
---

## Current Test

[testing complete]

## Tests

### 1. Reading aloud
expected: It sounds right
result: ${result}

## Summary

total: 1
passed: ${result === 'pass' ? 1 : 0}
issues: ${result === 'issue' ? 1 : 0}
pending: ${result === '[pending]' ? 1 : 0}
skipped: 0
blocked: 0

## Gaps

[none yet]
`

export const checkDraft = (issues: readonly string[] = []): string =>
  JSON.stringify({ verdict: issues.length === 0 ? 'passed' : 'issues', issues })
