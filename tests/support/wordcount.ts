// Texts that the scripted model writes for a project with two small modules: one phase with two plans in one wave.
import { textOf } from './texts.js'

export const IDEA = 'A library that counts the words of a text and reports the count as a line'

export const PROJECT = textOf('wordcount/project.md')

export const REQUIREMENTS = textOf('wordcount/requirements.md')

export const ROADMAP = textOf('wordcount/roadmap.md')

export const CONTEXT = textOf('wordcount/context.md')

export const RESEARCH = textOf('wordcount/research.md')

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

export const VERIFICATION = textOf('wordcount/verification.md')

export const HANDOVER = textOf('wordcount/handover.md')

export const AUDIT = textOf('wordcount/audit.md')

export const NEXT_MILESTONE = textOf('wordcount/next-milestone.md')
