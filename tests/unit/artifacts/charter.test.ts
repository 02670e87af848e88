// Charters in the forms that models write are read as intended, or reported with the line.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { charter } from '../../../lib/artifacts/charter/charter-codec.js'
import { readCharter } from '../../../lib/artifacts/charter/charter-read.js'
import { charterDraft } from '../../support/charter.js'
import { sourceFrom } from '../../support/sources.js'

function read(text: string) {
  const { issues: _issues, ...value } = readCharter(sourceFrom(text, 'CHARTER.md'))
  return value
}
const issues = (text: string) => charter.checkDraft?.(sourceFrom(text, 'CHARTER.md')) ?? []
const corpus = (name: string) => readFileSync(new URL(`../../corpus/charter/${name}/input.md`, import.meta.url), 'utf8')

const plain = read(charterDraft)

/** The same facts in other forms. */
const FORMS: readonly (readonly [string, (text: string) => string])[] = [
  ['lines that end as on Windows, after a byte order mark', (text) => `\uFEFF${text.replaceAll('\n', '\r\n')}`],
  ['stars for dashes', (text) => text.replaceAll('\n- ', '\n* ')],
  ['smart dashes for bullets', (text) => text.replaceAll('\n- ', '\n– ')],
  ['checkboxes', (text) => text.replaceAll('- **', '- [ ] **')],
  ['ids that are not bold', (text) => text.replaceAll('**', '')],
  ['ids with the colon inside the bold', (text) => text.replaceAll('**: ', ':** ')],
  ['ids with a dash after them', (text) => text.replaceAll('**: ', '** — ')],
  ['bold decisions', (text) => text.replaceAll(/- (D-\d+ \([^)]*\)):/g, '- **$1**:')],
  ['decisions with short ids', (text) => text.replaceAll('D-0', 'd')],
  ['padded phases', (text) => text.replaceAll('Phase ', 'Phase 0')],
  ['phases with a dash', (text) => text.replaceAll(/(### Phase \d):/g, '$1 –')],
  ['phases without the word', (text) => text.replaceAll('### Phase 1:', '### 1.').replaceAll('### Phase 2:', '### 2.')],
  ['bold labels', (text) => text.replaceAll(/\n(Goal|Requirements|Scope|Core value):/g, '\n**$1:**')],
  ['ids in brackets', (text) => text.replaceAll(/\nRequirements: (.*)/g, '\nRequirements: [$1]')],
  ['labels in lists', (text) => text.replaceAll(/\n(Goal|Requirements):/g, '\n- **$1**:')],
  [
    'criteria below a label',
    (text) => text.replaceAll('\n1. ', '\n\n**Success Criteria** (what must be TRUE):\n\n1. '),
  ],
  [
    'criteria as bullets below a label',
    (text) => text.replaceAll(/\n1\. (.*)\n2\. /g, '\nDone when:\n- $1\n- ').replace('\n1. ', '\nDone when:\n- '),
  ],
  ['numbered sections', (text) => text.replaceAll('\n## ', '\n## 1. ')],
  ['sections in bold, with a colon', (text) => text.replaceAll(/\n## (.*)/g, '\n## **$1:**')],
  [
    'sections with other usual names',
    (text) => text.replace('## Decisions', '## Key Decisions').replace('## Requirements', '## v1 Requirements'),
  ],
  ['every section at the level of the title', (text) => text.replaceAll('\n## ', '\n# ')],
  ['every section one level deeper', (text) => text.replaceAll(/\n##(#?) /g, '\n###$1 ')],
  ['lines that are wrapped', (text) => text.replaceAll(' of a text', '\n  of a text')],
  ['the order in a fence', (text) => text.replace('> Build', '```\nBuild').replace('> No frills.', 'No frills.\n```')],
  ['the order without quote marks', (text) => text.replaceAll('\n> ', '\n')],
  ['the core value as a section', (text) => text.replace('Core value: ', '## Core Value\n\n')],
  ['a command in a fence', (text) => text.replace('- `node --test`', '```sh\nnode --test\n```')],
  ['a command as an argument list', (text) => text.replace('`node --test`', '["node", "--test"]')],
  ['comments and rules in between', (text) => text.replaceAll('\n## ', '\n<!-- next -->\n---\n\n## ')],
]

describe('a charter', () => {
  it('is read with all its facts, without issues', () => {
    expect(issues(charterDraft)).toEqual([])
    expect(plain).toMatchObject({
      title: 'Counter',
      coreValue: 'Numbers one can trust.',
      order: 'Build me a command that counts words and lines.\nNo frills.',
      scope: 'all',
      decisions: [
        { decision: 'D-01: A word is what white space surrounds', rationale: '(asked)' },
        { decision: 'D-02: One file', rationale: '(mine) the tool is small' },
        { decision: 'D-03: Numbers are separated by a tab', rationale: '(left to me) programs read that' },
      ],
      checks: [['node', '--test']],
    })
    expect(plain.phases[1]).toEqual({
      id: '2',
      title: 'Output',
      goal: 'Numbers are printed',
      depth: null,
      requirements: ['OUT-01'],
      dependsOn: 'Phase 1',
      successCriteria: ['Both numbers stand on one line'],
    })
  })

  it.each(FORMS)('reads the same in %s', (_name, change) => {
    const text = change(charterDraft)
    expect(text).not.toBe(charterDraft)
    expect(read(text)).toEqual(plain)
    expect(issues(text)).toEqual([])
  })

  it('reports placeholders, missing sections and unread parts of an unfilled template', () => {
    const found = issues(corpus('template'))
    expect(new Set(found.map(({ code }) => code))).toEqual(
      new Set(['PLACEHOLDER', 'SECTION_MISSING', 'CHARTER_UNREAD']),
    )
  })
})

/** Unreadable parts: the change, and the expected code at the line with this beginning. */
const FLAWS: readonly (readonly [string, from: string, to: string, code: string, at: string])[] = [
  ['a decision that does not say whose it is', 'D-01 (asked):', 'D-01:', 'CHARTER_UNREAD', '- D-01'],
  ['a decision with an unknown mark', '(asked)', '(probably)', 'CHARTER_UNREAD', '- D-01'],
  ['a decision without an id', 'D-01 (asked): ', '', 'CHARTER_UNREAD', '- A word'],
  ['one id for two decisions', 'D-02', 'D-01', 'DECISION_TWICE', '- D-01 (mine)'],
  ['a requirement without an id', '**COUNT-01**: ', '', 'CHARTER_UNREAD', '- It counts the words'],
  ['a range of requirements', 'COUNT-01, COUNT-02', 'COUNT-01–COUNT-02', 'CHARTER_UNREAD', '### Phase 1'],
  [
    'a table',
    '- **COUNT-09**: It counts sentences',
    '| Id | Text |\n|---|---|\n| COUNT-09 | It counts |',
    'CHARTER_UNREAD',
    '| Id',
  ],
  ['front matter', '# Counter', '---\nowner: Ada\n---\n# Counter', 'CHARTER_UNREAD', '---'],
  ['text above the title', '# Counter', 'Here it is:\n\n# Counter', 'CHARTER_UNREAD', 'Here it is'],
  ['a phase without requirements', 'Requirements: OUT-01\n', '', 'CHARTER_UNREAD', '### Phase 2'],
  ['phases out of order', 'Phase 2', 'Phase 1', 'PHASE_ORDER', '### Phase 1: Output'],
  ['a section that no charter has', '## Constraints', '## Architecture', 'CHARTER_UNREAD', '## Architecture'],
  ['a phase in a list', '### Phase 1: Counting', '- Phase 1: Counting', 'CHARTER_UNREAD', '- Phase 1'],
  ['text in a fence', '- **COUNT-09**', '```\n- **COUNT-09**', 'CHARTER_UNREAD', '```'],
  ['a loose line in a phase', 'Goal: Words', 'We shall see.\nGoal: Words', 'CHARTER_UNREAD', 'We shall'],
  ['a scope that names no phase', 'Scope: all', 'Scope: the first half', 'CHARTER_UNREAD', 'Scope:'],
  ['two commands in one', '`node --test`', '`npm test && npm run lint`', 'CHARTER_UNREAD', '- `npm'],
  ['words where a command is meant', '- `node --test`', '- run the tests', 'CHARTER_UNREAD', '- run'],
  ['a backtick that stays open', '`node --test`', '`node --test', 'CHARTER_UNREAD', '- `node'],
  [
    'a setting with a guard',
    '## Checks',
    '## Settings\n\n- workflow.verifier: false\n\n## Checks',
    'CHARTER_UNREAD',
    '- workflow',
  ],
]

describe('a flaw of a charter', () => {
  it.each(FLAWS)('is reported with its line: %s', (_name, from, to, code, at) => {
    const text = charterDraft.replace(from, to)
    expect(text).not.toBe(charterDraft)
    const line = text.split('\n').findIndex((found) => found.startsWith(at)) + 1
    expect(issues(text)).toContainEqual(expect.objectContaining({ code, line }))
  })

  const LACKS = [
    '# Counter',
    'A command that counts words, for writers in a terminal.',
    'Core value: Numbers one can trust.',
    'Scope: all',
  ]
  it.each(LACKS)('is reported, without a line, if this part is missing: %s', (line) => {
    expect(issues(charterDraft.replace(`${line}\n`, '\n'))).toEqual([
      expect.objectContaining({ code: 'SECTION_MISSING', line: 0 }),
    ])
  })

  it('is reported once if its text is unreadable', () => {
    const found = issues(charterDraft.replace('Scope: all', 'Scope: nothing yet'))
    expect(found).toEqual([expect.objectContaining({ code: 'CHARTER_UNREAD', received: 'nothing yet' })])
  })

  it('never makes the reader throw, and is reported if the text ends above the scope', () => {
    for (let end = 0; end < charterDraft.length; end += 7) {
      const half = charterDraft.slice(0, end)
      expect(() => read(half)).not.toThrow()
      if (end < charterDraft.indexOf('Scope: all')) expect(issues(half).length).toBeGreaterThan(0)
    }
  })
})
