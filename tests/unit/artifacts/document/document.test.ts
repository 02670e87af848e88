// Kinds of files defined by rows, named parts of a file, and additions to the log of milestones.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { KIND_LOADERS } from '../../../../lib/artifacts/all.js'
import { Doc } from '../../../../lib/artifacts/doc.js'
import { addEntry, logText, milestone, milestoneEntry } from '../../../../lib/artifacts/document/milestone-log.js'
import { ROWS, type Row } from '../../../../lib/artifacts/document/rows.js'
import { bodyText, partNamed, partRows, partText } from '../../../../lib/artifacts/parts/prose.js'
import { readFrontMatter } from '../../../../lib/markdown/frontmatter.js'
import { sourceFrom } from '../../../support/sources.js'

describe('a kind that is a row', () => {
  const read = async (id: keyof typeof ROWS, text: string) =>
    (await KIND_LOADERS[id]()).parse(sourceFrom(text, 'a.md')).value
  const lacking = async (id: keyof typeof ROWS, text: string) =>
    ((await KIND_LOADERS[id]()).checkDraft?.(sourceFrom(text, 'a.md')) ?? []).map(({ expected }) => expected)

  it.each([
    ['capture', 'completed: 2025-02-01\n---\ntitle: T\n---\nB\n', { title: 'T' }],
    ['capture', 'Note: this is prose\n\nNothing else.\n', { title: null }],
    ['thread', '---\nstatus: open\n---\n# T\n', { status: 'open', title: 'T' }],
    ['eval-review', '# R\n\n**Verdict:** needs work\n', { verdict: 'needs work' }],
    ['seed', '---\ntrigger-when: soon\n---\n', { trigger_when: 'soon' }],
    ['order', 'Build it all.\nScope: none of the old\nGiven: up\n', { scope: null, given: null }],
    ['learning', '---\ncategory: x\n\n# never closed\n', { category: null }],
  ] as const)('reads its keys in several forms, and no other text as a key: %s', async (id, text, expected) => {
    expect(await read(id, text)).toMatchObject(expected)
  })

  it.each([
    ['continue-here', '---\nstatus: x\n---\n<next_action>\nGo on\n</next_action>\n', []],
    ['continue-here', '---\nstatus: x\n---\n## Next Action\n\n## More\n', ['a part "## Next Action"']],
    ['spec', '# S\n\n## 1. Goal\n\nIt runs\n\n### Acceptance (all)\n- [ ] runs\n', []],
    ['codebase', '# [Stack]\n', ['a title', 'its text', 'real content']],
    ['review', '---\nphase: "01"\n---\n# R\n', ['the field status']],
  ] as const)('names what a draft lacks: %s', async (id, text, expected) => {
    expect(await lacking(id, text)).toEqual(expected)
  })
})

it.each(Object.entries<Row>(ROWS))('the template of %s is valid and meets every need', async (id, { needs = [] }) => {
  const text = readFileSync(new URL(`../../../../templates/${id}.md`, import.meta.url), 'utf8')
  const source = sourceFrom(text, 'a.md')
  const { data } = readFrontMatter(source)
  const isNamed = (need: string) =>
    need.startsWith('## ')
      ? partNamed(source, ...need.slice(3).split('|')) !== null
      : need in data || ['title', 'body'].includes(need)
  expect(needs.filter((need) => !isNamed(need))).toEqual([])
  expect((await KIND_LOADERS[id as keyof typeof ROWS]()).parse(source).issues).toEqual([])
})

describe('a named part', () => {
  const SOURCE = sourceFrom(
    '# Rows\n\n```\n## Rows\n- no\n```\n\n### 2. the_rows (quick):\n\n| **ID** | Status |\n|---|---|\n| A | open |\n\n## None\n\nNone.\n',
    'a.md',
  )
  it('is found with marks around its name, but not in fences or as the title', () => {
    expect(partRows(SOURCE, 'Rows', 'The Rows').map(({ cell }) => [cell('id'), cell('status')])).toEqual([
      ['A', 'open'],
    ])
    expect([partText(SOURCE, 'Rows'), partText(SOURCE, 'None'), bodyText(sourceFrom('# T\n\nB\n'))]).toEqual([
      null,
      null,
      'B',
    ])
  })
})

describe('a log', () => {
  const TEXT = '# Milestones\r\n\r\n## v1.0 MVP (Shipped: 2026-01-01)\r\n\r\nold\r\n\r\n---\r\n'
  const entry = milestoneEntry({
    version: 'v1.1',
    name: 'Fast',
    shipped: '2026-02-01',
    phases: 2,
    plans: 4,
    tasks: 9,
    accomplishments: ['Quick'],
    unfinished: [],
  })
  it('gets a new entry in its place, without changes to others', () => {
    const doc = new Doc(sourceFrom(TEXT, 'a.md'))
    addEntry(doc, entry)
    const finished = doc.editedText()
    expect(finished).toBe(
      TEXT.replace(
        '## v1.0',
        '## v1.1 Fast (Shipped: 2026-02-01)\r\n\r\n**Phases completed:** 2 phases, 4 plans, 9 tasks\r\n\r\n**Key accomplishments:**\r\n\r\n- Quick\r\n\r\n---\r\n\r\n## v1.0',
      ),
    )
    const { entries } = milestone.parse(sourceFrom(finished, 'a.md')).value
    expect(entries.map(({ title }) => title)).toEqual([
      'v1.1 Fast (Shipped: 2026-02-01)',
      'v1.0 MVP (Shipped: 2026-01-01)',
    ])
  })
  it('gets an entry after a lone title, as in a new log, which reads back', () => {
    const doc = new Doc(sourceFrom('# Milestones\n', 'a.md'))
    addEntry(doc, entry)
    expect(doc.editedText()).toBe(logText([entry]))
    expect(milestone.parse(sourceFrom(logText([entry]), 'a.md')).value.entries).toEqual([entry])
  })
})
