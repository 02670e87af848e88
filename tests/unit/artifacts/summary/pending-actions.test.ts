import { describe, expect, it } from 'vitest'
import { readPendingActions } from '../../../../lib/artifacts/summary/pending-actions.js'
import { sourceFrom } from '../../../support/sources.js'

const S = '## Known Issues\n\n'

/** name, text, items, codes of what is wrong */
const GOLDEN: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  ['plain', `${S}Pending actions:\n- a\n- b\n`, ['a', 'b'], []],
  ['prose', `${S}Some issue.\n\nPending actions:\n- a\n`, ['a'], []],
  ['blankBetween', `${S}Pending actions:\n\n- a\n`, ['a'], []],
  ['otherListAfterBlank', `${S}Pending actions:\n- a\n\n- unrelated list item\n`, ['a'], []],
  ['none', `${S}Pending actions:\n- None\n`, [], []],
  ['na', `${S}Pending actions:\n- N/A\n`, [], []],
  ['inlineNone', `${S}Pending actions: none\n`, [], []],
  ['inlineText', `${S}Pending actions: fix x\n`, [], ['PA_INLINE']],
  ['bold', `${S}**Pending actions:**\n- a\n`, ['a'], []],
  ['bold2', `${S}**Pending actions**:\n- a\n`, ['a'], []],
  ['h3', `${S}### Pending actions\n- a\n`, ['a'], []],
  ['numbered', `${S}Pending actions:\n1. a\n2. b\n`, ['a', 'b'], []],
  ['checked', `${S}Pending actions:\n- [x] done already\n- [ ] open\n`, ['open'], []],
  ['nested', `${S}Pending actions:\n- a\n  - sub of a\n- b\n`, ['a; sub of a', 'b'], []],
  ['wrapped', `${S}Pending actions:\n- a long line\n  continues here\n- b\n`, ['a long line continues here', 'b'], []],
  ['crlf', `${S}Pending actions:\n- a\n- b\n`.replaceAll('\n', '\r\n'), ['a', 'b'], []],
  ['fenced', `${S}\`\`\`\nPending actions:\n- example only\n\`\`\`\n`, [], []],
  ['placeholder', `${S}Pending actions:\n- {{action}}\n`, [], ['PA_PLACEHOLDER']],
  ['twice', `${S}Pending actions:\n- a\n\ntext\n\nPending actions:\n- b\n`, ['a', 'b'], []],
  ['hr', `${S}Pending actions:\n- a\n* * *\n- z\n`, ['a'], []],
  ['comment', `${S}<!--\nPending actions:\n- template\n-->\n`, [], []],
  ['outside', '## Notes\n\nPending actions:\n- a\n', [], ['PA_OUTSIDE_SECTION']],
  ['nextH2', `${S}Pending actions:\n- a\n## Next\n- z\n`, ['a'], []],
]

const MORE: typeof GOLDEN = [
  ['byte order mark', `\ufeff${S}Pending actions:\n- a\n`, ['a'], []],
  ['lone carriage returns', `${S}Pending actions:\n- a\n- b\n`.replaceAll('\n', '\r'), ['a', 'b'], []],
  ['closing hashes and case', '## KNOWN issues ##\n\npending ACTIONS:\n- a\n', ['a'], []],
  ['h4 with a colon', `${S}#### Pending actions:\n\n+ a\n`, ['a'], []],
  ['two sections', `${S}Pending actions:\n- a\n\n## X\n\n## Known Issues\nPending actions:\n* b\n`, ['a', 'b'], []],
  ['two blank lines', `${S}Pending actions:\n\n\n- a\n`, [], []],
  ['a plain line ends it', `${S}Pending actions:\n- a\nmore\n- z\n`, ['a'], []],
  ['a fence ends it', `${S}Pending actions:\n- a\n\`\`\`\n- z\n\`\`\`\n`, ['a'], []],
  ['a heading ends it', `${S}Pending actions:\n- a\n### Later\n- z\n`, ['a'], []],
  [
    'comments between and beside items',
    `${S}Pending actions:\n- a <!-- why -->\n<!-- not\nthis -->\n- b\n`,
    ['a', 'b'],
    [],
  ],
  ['no pending actions.', `${S}Pending actions:\n- No pending actions.\n- [none]\n`, [], []],
  ['h2 of that name', '## Pending actions\n\n- a\n', [], ['PA_OUTSIDE_SECTION']],
  ['level 3 section', '### Known Issues\n\nPending actions:\n- a\n', [], ['PA_OUTSIDE_SECTION']],
  ['too many', `${S}Pending actions:\n${'- a\n'.repeat(51)}`, Array(50).fill('a'), ['PA_LIMIT']],
  ['too long', `${S}Pending actions:\n- ${'a'.repeat(501)}\n`, ['a'.repeat(500)], ['PA_LIMIT']],
]

describe('pending actions', () => {
  for (const [name, text, items, codes] of [...GOLDEN, ...MORE])
    it(name, () => {
      const found = readPendingActions(sourceFrom(text))
      expect(found.actions).toEqual(items)
      expect(found.issues.map(({ code }) => code)).toEqual(codes)
    })

  it('has the whole golden table', () => {
    expect(GOLDEN).toHaveLength(23)
  })

  it('says where a malformed block stands', () => {
    const [issue] = readPendingActions(sourceFrom(`# T\n\n${S}Pending actions:\n- {{x}}\n`)).issues
    expect(issue).toMatchObject({ line: 6, column: 1, severity: 'error' })
  })

  it('reads a very long section', () => {
    const text = `${S}${'\n'.repeat(300_000)}Pending actions:\n- a\n${'- [x] b\n'.repeat(50_000)}`
    expect(readPendingActions(sourceFrom(text)).actions).toEqual(['a'])
  })
})
