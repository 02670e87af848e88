import { describe, expect, it } from 'vitest'
import { readPendingActions } from '../../../../lib/artifacts/summary/pending-actions.js'
import { sourceFrom } from '../../../support/sources.js'

const S = '## Known Issues\n\n'

/** Name, text, items, codes of findings. */
const GOLDEN: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  ['plain', `${S}Pending actions:\n- a\n- b\n`, ['a', 'b'], []],
  ['prose', `${S}Some issue.\n\nPending actions:\n- a\n`, ['a'], []],
  ['blankBetween', `${S}Pending actions:\n\n- a\n`, ['a'], []],
  [
    'sameListAfterBlank',
    `${S}Pending actions:\n- a\n\n- the same list to Markdown\n`,
    ['a', 'the same list to Markdown'],
    [],
  ],
  ['none', `${S}Pending actions:\n- None\n`, [], []],
  ['na', `${S}Pending actions:\n- N/A\n`, [], []],
  ['inlineNone', `${S}Pending actions: none\n`, [], []],
  ['inlineText', `${S}Pending actions: fix x\n`, ['fix x'], []],
  ['bold', `${S}**Pending actions:**\n- a\n`, ['a'], []],
  ['bold2', `${S}**Pending actions**:\n- a\n`, ['a'], []],
  ['h3', `${S}### Pending actions\n- a\n`, ['a'], []],
  ['numbered', `${S}Pending actions:\n1. a\n2. b\n`, ['a', 'b'], []],
  ['checked', `${S}Pending actions:\n- [x] done already\n- [ ] open\n`, ['open'], []],
  ['nested', `${S}Pending actions:\n- a\n  - sub of a\n- b\n`, ['a; sub of a', 'b'], []],
  ['wrapped', `${S}Pending actions:\n- a long line\n  continues here\n- b\n`, ['a long line continues here', 'b'], []],
  ['crlf', `${S}Pending actions:\n- a\n- b\n`.replaceAll('\n', '\r\n'), ['a', 'b'], []],
  ['fenced', `${S}\`\`\`\nPending actions:\n- example only\n\`\`\`\n`, [], []],
  ['braces', `${S}Pending actions:\n- set {{key}}\n`, ['set {{key}}'], []],
  ['twice', `${S}Pending actions:\n- a\n\ntext\n\nPending actions:\n- b\n`, ['a', 'b'], []],
  ['hr', `${S}Pending actions:\n- a\n* * *\n- z\n`, ['a'], []],
  ['comment', `${S}<!--\nPending actions:\n- template\n-->\n`, [], []],
  ['outside', '## Notes\n\nPending actions:\n- a\n', ['a'], []],
  ['nextH2', `${S}Pending actions:\n- a\n## Next\n- z\n`, ['a'], []],
]

const MORE: typeof GOLDEN = [
  ['dashes', `${S}Pending actions —\n– a\n– b\n`, ['a', 'b'], []],
  ['bold dash', `${S}**Pending actions** –\n- a\n`, ['a'], []],
  ['wide colon', `${S}Pending actions：\n- a\n`, ['a'], []],
  ['a sentence with a dash', `${S}Pending actions — those of 01-01 — are done.\n`, [], []],
  ['byte order mark', `\ufeff${S}Pending actions:\n- a\n`, ['a'], []],
  ['lone carriage returns', `${S}Pending actions:\n- a\n- b\n`.replaceAll('\n', '\r'), ['a', 'b'], []],
  ['closing hashes and case', '## KNOWN issues ##\n\npending ACTIONS:\n- a\n', ['a'], []],
  ['h4 with a colon', `${S}#### Pending actions:\n\n+ a\n`, ['a'], []],
  ['two sections', `${S}Pending actions:\n- a\n\n## X\n\n## Known Issues\nPending actions:\n* b\n`, ['a', 'b'], []],
  ['two blank lines', `${S}Pending actions:\n\n\n- a\n`, ['a'], []],
  ['a plain line goes on with its item', `${S}Pending actions:\n- a\nmore\n- z\n`, ['a more', 'z'], []],
  ['a plain line after a blank one ends it', `${S}Pending actions:\n- a\n\nmore\n- z\n`, ['a'], []],
  ['a fence ends it', `${S}Pending actions:\n- a\n\`\`\`\n- z\n\`\`\`\n`, ['a'], []],
  ['a heading ends it', `${S}Pending actions:\n- a\n### Later\n- z\n`, ['a'], []],
  [
    'comments between and after items',
    `${S}Pending actions:\n- a <!-- why -->\n<!-- not\nthis -->\n- b\n`,
    ['a', 'b'],
    [],
  ],
  ['no pending actions.', `${S}Pending actions:\n- No pending actions.\n- [none]\n`, [], []],
  ['h2 of that name', '## Pending actions\n\n- a\n', ['a'], []],
  ['level 3 section', '### Known Issues\n\nPending actions:\n- a\n', ['a'], []],
]

/** As models wrote them in unchecked summaries. */
const WRITTEN: typeof GOLDEN = [
  ['bold without a colon', `${S}**Pending actions**\n\n- a\n- b\n`, ['a', 'b'], []],
  ['bold with a count', `${S}**Pending Actions (2):**\n1. a\n2. b\n`, ['a', 'b'], []],
  ['in italics', `${S}_Pending actions:_\n- a\n`, ['a'], []],
  ['one action', `${S}Pending action: wire the export\n`, ['wire the export'], []],
  ['text after a bold label', `${S}**Pending actions:** wire the export\n`, ['wire the export'], []],
  ['all of it bold', `${S}**Pending actions: none**\n`, [], []],
  ['indented items', `${S}Pending actions:\n   - a\n   - b\n`, ['a', 'b'], []],
  ['items two levels deep', `${S}Pending actions:\n  1. a\n     - b\n       - c\n  2. d\n`, ['a; b; c', 'd'], []],
  ['a numbered list with air', `${S}Pending actions:\n\n1. a\n\n2. b\n`, ['a', 'b'], []],
  ['a heading and a list with air', '### Pending Actions\n\n- a\n\n- b\n', ['a', 'b'], []],
  ['a heading, prose, a list', '## Pending Actions\n\nBefore the phase can close.\n\n- a\n- b\n', ['a', 'b'], []],
  [
    'a heading and prose',
    '## Pending Actions\n\nRun the migration\non staging.\n',
    ['Run the migration on staging.'],
    [],
  ],
  ['a heading and nothing', '## Pending Actions\n\nNone. Every task is done.\n\n## Next\n\n- z\n', [], []],
  ['a label and prose', `${S}Pending actions:\nRun the migration.\n\n- z\n`, ['Run the migration.'], []],
  ['an introduction', `${S}Pending actions:\nThese are left:\n- a\n`, ['a'], []],
  ['a label in a list', `${S}- Something else\n- **Pending actions:**\n  - a\n  - b\n- More\n`, ['a', 'b'], []],
  ['a label in a list with its text', `${S}- Pending actions: a\n- More\n`, ['a'], []],
  ['after prose without a blank line', `${S}Some issue.\nPending actions:\n- a\n`, ['a'], []],
  ['none, and another list', `${S}Pending actions: none\n\n- z\n`, [], []],
  ['none in words', `${S}Pending actions:\n- None remaining\n- No open items.\n- (none)\n- None — done\n`, [], []],
  ['none but one', `${S}Pending actions:\n- None, except the index\n`, ['None, except the index'], []],
  [
    'none of them',
    `${S}Pending actions:\n- None of the routes has auth yet\n`,
    ['None of the routes has auth yet'],
    [],
  ],
  ['boxes below an item', `${S}Pending actions:\n- a\n  - [x] b\n  - [ ] c\n`, ['a; c'], []],
  ['a sentence about them', `${S}Pending actions were handed to the next plan.\n- z\n`, [], []],
  ['another label', `${S}Pending actions:\n\n**Deferred:**\n- z\n`, [], []],
  ['in the front matter', `---\nnotes: "Pending actions: x"\n---\n\n${S}Pending actions:\n- a\n`, ['a'], []],
]

/** Other forms; a list that cannot be read is reported. */
const ODD: typeof GOLDEN = [
  ['a loose list', `${S}Pending actions:\n\n- a\n\n- b\n\n- c\n`, ['a', 'b', 'c'], []],
  ['a loose list with paragraphs', `${S}Pending actions:\n- a\n\n  why\n\n- b\n`, ['a why', 'b'], []],
  ['bullets that Markdown does not know', `${S}Pending actions:\n• a\n• b\n– c\n`, ['a', 'b', 'c'], []],
  ['a table', `${S}Pending actions:\n\n| # | Action |\n|---|---|\n| 1 | migrate |\n`, [], ['PA_UNREAD']],
  ['a quote', `${S}Pending actions:\n> - a\n> - b\n`, [], ['PA_UNREAD']],
  ['required', `${S}**Pending actions (required):**\n- a\n`, ['a'], []],
  ['a heading with more words', '### Required pending actions for 01-03\n\n- a\n', ['a'], []],
  ['a heading that says there are none', '### No pending actions\n\n- z\n', [], []],
  ['another label without a blank line', `${S}Pending actions:\n- a\n**Deferred:**\n- z\n`, ['a'], []],
  ['a list in tags', `${S}Pending actions:\n<ul><li>a</li></ul>\n`, [], ['PA_UNREAD']],
  ['a list in a fence', `${S}Pending actions:\n\`\`\`\n- a\n\`\`\`\n`, [], ['PA_UNREAD']],
  ['nothing below it', `${S}Pending actions:\n\n## Next\n`, [], []],
]

describe('pending actions', () => {
  for (const [name, text, items, codes] of [...GOLDEN, ...MORE, ...WRITTEN, ...ODD])
    it(name, () => {
      const found = readPendingActions(sourceFrom(text))
      expect(found.actions).toEqual(items)
      expect(found.issues.map(({ code }) => code)).toEqual(codes)
    })

  it('report the position of an unread block', () => {
    const [issue] = readPendingActions(sourceFrom(`# T\n\n${S}Pending actions:\n\`\`\`\n- a\n\`\`\`\n`)).issues
    expect(issue).toMatchObject({ line: 5, column: 1, severity: 'error' })
  })

  it('are read only once per source', () => {
    const source = sourceFrom(`${S}Pending actions:\n- a\n`, 'x-SUMMARY.md')
    expect(readPendingActions(source)).toBe(readPendingActions(source))
  })

  it('can be read from a very long section', () => {
    const text = `${S}${'\n'.repeat(300_000)}Pending actions:\n- a\n${'- [x] b\n'.repeat(50_000)}`
    expect(readPendingActions(sourceFrom(text)).actions).toEqual(['a'])
  })
})
