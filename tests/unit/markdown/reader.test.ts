// Sections, items, labels, tables and elements for codecs.
import { describe, expect, it } from 'vitest'
import {
  attributeOf,
  elementsOf,
  fencesOf,
  frontMatterOf,
  headingsOf,
  itemsOf,
  labelNamed,
  labelsOf,
  sectionsOf,
  spansOf,
  tablesOf,
  visibleText,
} from '../../../lib/markdown/reader.js'
import { scan } from '../../../lib/markdown/scan.js'

const sourceOf = (text: string) => ({ text, spans: scan(text) })
const sectionNamed = (source: ReturnType<typeof sourceOf>, title: string) =>
  sectionsOf(source).find(({ heading }) => heading.text.toLowerCase() === title.toLowerCase()) ?? null

describe('sections', () => {
  const text = '# A\nintro\n## B\nb\n### C\nc\n## D\nd\n# E\n```\n# F\n```\n'
  const source = sourceOf(text)
  const body = (title: string) => {
    const section = sectionNamed(source, title)
    return section && text.slice(section.bodyStart, section.end)
  }

  it('reach to the next heading of the same or a higher level', () => {
    expect(body('b')).toBe('b\n### C\nc\n')
    expect(body('C')).toBe('c\n')
    expect(body('A')).toBe('intro\n## B\nb\n### C\nc\n## D\nd\n')
    expect(body('E')).toBe('```\n# F\n```\n')
    expect(body('F')).toBeNull()
  })

  it('do not end at text above a rule', () => {
    const trap = sourceOf('## A\n**Goal**: x\n---\nmore\n## B\n')
    expect(headingsOf(trap).map(({ text: title, setext }) => [title, setext])).toEqual([
      ['A', false],
      ['**Goal**: x', true],
      ['B', false],
    ])
    expect(sectionNamed(trap, 'A')).toMatchObject({ start: 0, end: 26 })
    expect(labelNamed(trap, 'goal')?.value).toBe('x')
  })

  it('have titles without comments and closing #s', () => {
    expect(headingsOf(sourceOf('## A <!-- b --> ##\n')).map(({ text: title }) => title)).toEqual(['A'])
  })

  it('do not exist in an empty text', () => {
    expect(sectionsOf(sourceOf(''))).toEqual([])
    expect(sectionsOf({ text: null, spans: new Uint32Array(0) })).toEqual([])
  })
})

describe('items', () => {
  it('have indent, kind, checkbox with position, and text', () => {
    const text = '- [ ] a <!-- c -->\n  1. b\n- [x] d\n* e\n'
    expect(
      itemsOf(sourceOf(text)).map(({ indent, ordered, checked, text: t }) => [indent, ordered, checked, t]),
    ).toEqual([
      [0, false, false, 'a'],
      [2, true, null, 'b'],
      [0, false, true, 'd'],
      [0, false, null, 'e'],
    ])
    for (const { boxAt, checked } of itemsOf(sourceOf(text)))
      expect(boxAt < 0 ? null : text[boxAt] === 'x').toBe(checked)
  })

  it('can be asked for in a range', () => {
    const source = sourceOf('## A\n- a\n## B\n- b\n')
    const section = sectionNamed(source, 'B')
    expect(itemsOf(source, section ?? undefined).map(({ text }) => text)).toEqual(['b'])
  })
})

describe('labels', () => {
  it.each([
    ['**Goal**: x', 'Goal', 'x', true, true],
    ['**Goal:** x', 'Goal', 'x', true, false],
    ['**Goal** : x <!-- c -->', 'Goal', 'x', true, true],
    ['**Success Criteria** (what must be TRUE):', 'Success Criteria', '', true, true],
    ['Last activity: 2026-01-01 — y', 'Last activity', '2026-01-01 — y', false, false],
    ['- [ ] **A-01**: x', 'A-01', 'x', true, true],
  ])('of %s', (text, name, value, bold, colonOutside) => {
    expect(labelsOf(sourceOf(text))).toMatchObject([{ name, value, bold, colonOutside }])
  })

  it('are found by name in a range, whatever the case; the first one counts', () => {
    const source = sourceOf('Status: a\nSTATUS: b\n')
    expect(labelNamed(source, 'status')?.value).toBe('a')
    expect(labelNamed(source, 'status', { start: 5, end: 99 })?.value).toBe('b')
    expect(labelNamed(source, 'plan')).toBeNull()
  })
})

describe('tables', () => {
  it('give header and body rows as cells', () => {
    const text = '| a | b |\n|---|---|\n| 1 | x \\| y |\n| `p|q` <!-- c --> |\n'
    const [table] = tablesOf(sourceOf(text))
    expect(table?.header.cells.map((cell) => cell.text)).toEqual(['a', 'b'])
    expect(table?.rows.map(({ cells }) => cells.map((cell) => cell.text))).toEqual([
      ['1', 'x | y'],
      ['`p', 'q`'],
    ])
    expect(text.slice(table?.bodyStart, table?.end)).toBe('| 1 | x \\| y |\n| `p|q` <!-- c --> |')
  })

  it('may have no body', () => {
    const [table] = tablesOf(sourceOf('|a|\n|-|\n'))
    expect(table).toMatchObject({ rows: [], columns: 1, bodyStart: 7 })
  })
})

describe('elements', () => {
  it('nest, keep attributes, and end where their tag closes', () => {
    const text = '<task type="auto" n=\'2\'>\n  <name>T</name>\n  <br/>\n</task>\n'
    const found = elementsOf(sourceOf(text))
    expect(found.map(({ name, closed }) => [name, closed])).toEqual([
      ['task', true],
      ['name', true],
      ['br', true],
    ])
    expect(text.slice(found[1]?.contentStart, found[1]?.contentEnd)).toBe('T')
    expect(attributeOf(found[0]?.attributes ?? '', 'type')).toBe('auto')
    expect(attributeOf(found[0]?.attributes ?? '', 'n')).toBe('2')
    expect(attributeOf(found[0]?.attributes ?? '', 'none')).toBeNull()
  })

  it('that are unclosed end with their parent, and stray closing tags are ignored', () => {
    const text = '</x>\n<a>\n<b>\nt\n</a>\n<c>\n'
    expect(elementsOf(sourceOf(text)).map(({ name, closed, end }) => [name, closed, end])).toEqual([
      ['a', true, 19],
      ['b', false, 15],
      ['c', false, 24],
    ])
  })

  it('are found in a very long text', () => {
    const text = '<a>\n<b>\n'.repeat(20_000) + '</a>\n'.repeat(20_000)
    expect(elementsOf(sourceOf(text))).toHaveLength(40_000)
  })

  it('ignore tags in fences, comments and inline code', () => {
    expect(elementsOf(sourceOf('```\n<a>\n```\n<!-- <b> -->\n`<c>`\n'))).toEqual([])
  })
})

describe('spans', () => {
  it('are found for front matter, fences, one kind or every kind', () => {
    const source = sourceOf('---\na: 1\n---\n~~~ ts x\ncode\n~~~\n***\n')
    expect(frontMatterOf(source)).toMatchObject({ detail: 1, start: 0, end: 12, contentStart: 4, contentEnd: 9 })
    expect(frontMatterOf(sourceOf('# a\n'))).toBeNull()
    expect(fencesOf(source)).toMatchObject([{ closed: true, contentStart: 22, contentEnd: 27 }])
    expect([...spansOf(source)].map(({ kind }) => kind)).toEqual(['frontMatter', 'fence', 'rule'])
    expect([...spansOf(source, 'rule')]).toHaveLength(1)
  })

  it('of comments are left out of visible text', () => {
    const source = sourceOf('a <!-- b --> c <!--d-->')
    expect(visibleText(source, 0, 23)).toBe('a  c')
    expect(visibleText(source, 0, 1)).toBe('a')
  })
})
