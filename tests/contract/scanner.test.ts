// The reference scanner: its spans in every dialect, and its agreement with CommonMark on headings and fences.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { fencesOf, frontMatterOf, headingsOf } from '../../lib/markdown/reader.js'
import { scan, scanFront } from '../../lib/markdown/scan.js'
import { positionOf } from '../../lib/std/text.js'
import { readCorpus } from '../support/corpus.js'
import { documentOf } from '../support/documents.js'
import { blocksOf, lastInk } from '../support/oracle.js'
import { brokenPromises, describeSpans } from '../support/spans.js'

const CORPUS = fileURLToPath(new URL('../corpus/', import.meta.url))
const sourceOf = (text: string) => ({ text, spans: scan(text) })
const corpus = readCorpus()
const ours = readdirSync(join(CORPUS, 'markdown')).filter((name) => name.endsWith('.md'))

describe('the scanner', () => {
  it.each<[string, string, string[]]>([
    ['front matter at the first byte', '---\na: 1\n---\n# T', ['frontMatter (closed) "a: 1\\n"', 'heading (1) "T"']],
    ['front matter after a BOM', '\ufeff---\na: 1\n--- \t\n', ['frontMatter (closed) "a: 1\\n"']],
    ['front matter that nobody closes', '---\na: 1\n# no\n', ['frontMatter (open) "a: 1\\n# no\\n"']],
    [
      'no front matter after a blank line',
      '\n---\na: 1\n---\n',
      ['rule "---"', 'heading (2 underlined) "a: 1"', 'label (plain 1) "1"'],
    ],
    ['a longer line does not close front matter', '---\na\n----\n---\n', ['frontMatter (closed) "a\\n----\\n"']],
    ['ATX headings', '# A #\n###### B\n####### C\n#D\n#', ['heading (1) "A"', 'heading (6) "B"', 'heading (1) ""']],
    ['setext headings', 'A\nB\n===\nC\n---\n', ['heading (1 underlined) "A\\nB"', 'heading (2 underlined) "C"']],
    [
      'a fence hides headings, items, tags and labels',
      '~~~ x\n# a\n- b\n<task>\nc: d\n~~~\n',
      ['fence (closed tilde) "# a\\n- b\\n<task>\\nc: d\\n"'],
    ],
    ['a shorter run does not close a fence', '````\n```\n````\n', ['fence (closed) "```\\n"']],
    ['a fence nobody closes', '```\n# a\n', ['fence (open) "# a"']],
    ['a backtick in the info string', '``` a`b\n# c\n', ['heading (1) "c"']],
    ['comments over many lines', '<!--\n# a\n\n-->\n# b\n', ['comment (closed) "\\n# a\\n\\n"', 'heading (1) "b"']],
    ['comments inside a line', 'a <!-- b --> c', ['comment (closed) " b "']],
    ['a comment inside a line ends before a blank line or is none', 'a <!-- b\n\n-->', []],
    ['a comment nobody closes hides the rest', '<!-- a\n\n# b', ['comment (open) " a\\n\\n# b"']],
    ['comments in inline code', '`<!--` a `-->`', []],
    [
      'items with boxes',
      '- [ ] a\n* [x] b\n+ [X] c\n',
      ['listItem (@0 [ ]) "a"', 'listItem (@0 [x]) "b"', 'listItem (@0 [x]) "c"'],
    ],
    ['ordered items', '1. a\n2) b\n', ['listItem (@0 ordered) "a"', 'listItem (@0 ordered) "b"']],
    ['nested items', '- a\n  - b\n    1. c\n', ['listItem (@0) "a"', 'listItem (@2) "b"', 'listItem (@4 ordered) "c"']],
    ['a rule is no item', '- - -\n* * *\n', ['rule "- - -"', 'rule "* * *"']],
    ['only an ordered item with number 1 interrupts text', 'a\n2. b\n1. c\n', ['listItem (@0 ordered) "c"']],
    [
      'a table',
      '| a | b |\n|---|:-:|\n| 1 | 2 |\n',
      [
        'table (2 columns) "| 1 | 2 |"',
        'tableRow (header) "a | b"',
        'tableCell (0) "a"',
        'tableCell (1) "b"',
        'tableRow (delimiter) "---|:-:"',
        'tableRow (body) "1 | 2"',
        'tableCell (0) "1"',
        'tableCell (1) "2"',
      ],
    ],
    [
      'pipes are escaped by a backslash, not by inline code',
      'a|b\n-|-\n`x|y`\\|z\n',
      [
        'table (2 columns) "`x|y`\\\\|z"',
        'tableRow (header) "a|b"',
        'tableCell (0) "a"',
        'tableCell (1) "b"',
        'tableRow (delimiter) "-|-"',
        'tableRow (body) "`x|y`\\\\|z"',
        'tableCell (0) "`x"',
        'tableCell (1) "y`\\\\|z"',
      ],
    ],
    ['no table without as many delimiters as cells', '| a | b |\n|---|\n', []],
    [
      'tags',
      '<task type="auto">\n  <name>A</name>\n</task>\n',
      ['tagOpen "task type=\\"auto\\""', 'tagOpen "name"', 'tagClose "name"', 'tagClose "task"'],
    ],
    ['tags in inline code and in the middle of text', '`<task>` a <task> `</task>`\n', []],
    [
      'a closing tag at the end of text',
      '<a>\ntext</a><b/>\n',
      ['tagOpen "a"', 'tagClose "a"', 'tagOpen (self-closing) "b"'],
    ],
    [
      'labels, bold',
      '**Goal**: x\n**Goal:** x\n**Goal** : x\n',
      ['label (bold, colon outside 4) "x"', 'label (bold, colon inside 4) "x"', 'label (bold, colon outside 4) "x"'],
    ],
    ['labels, bold with a note', '**Criteria** (what holds):\n', ['label (bold, colon outside 8) ""']],
    [
      'labels, plain',
      'Status: x  \n- Status: y\n',
      ['label (plain 6) "x"', 'listItem (@0) "Status: y"', 'label (plain 6) "y"'],
    ],
    [
      'a label after a box',
      '- [ ] **A-01**: x\n',
      ['listItem (@0 [ ]) "**A-01**: x"', 'label (bold, colon outside 4) "x"'],
    ],
    ['no labels', `http://a.b\n${'x'.repeat(61)}: y\n\`a\`: b\n12:30\n**a: b** c\n`, []],
    [
      'a label left of an item ends it',
      '1. a\n**Plans**: b\n',
      ['listItem (@0 ordered) "a"', 'label (bold, colon outside 5) "b"'],
    ],
    ['block quotes are text', '> # a\n> - b\n> **c**: d\n', []],
    [
      'an open tag lifts the limit of indentation',
      '<a>\n        - b\n          ```\n          # c\n          ```\n</a>\n    - d\n',
      ['tagOpen "a"', 'listItem (@8) "b"', 'fence (closed) "          # c\\n"', 'tagClose "a"'],
    ],
    ['all line endings', '# a\r\n# b\r# c\n', ['heading (1) "a"', 'heading (1) "b"', 'heading (1) "c"']],
  ])('finds the spans: %s', (_, text, expected) => {
    const found = describeSpans(sourceOf(text)).split('\n').slice(0, -1)
    expect(found.filter((line) => line !== '').map((line) => line.replace(/^\S+ /, ''))).toEqual(expected)
  })

  it.each(ours)('finds the spans of the golden file in %s', async (name) => {
    const text = readFileSync(join(CORPUS, 'markdown', name), 'utf8')
    await expect(describeSpans(sourceOf(text))).toMatchFileSnapshot(
      join(CORPUS, 'markdown', name.replace(/md$/, 'spans')),
    )
  })

  it('has a document for every golden file', () => {
    const golden = readdirSync(join(CORPUS, 'markdown')).filter((name) => name.endsWith('.spans'))
    expect(golden.map((name) => name.replace(/spans$/, 'md'))).toEqual(ours)
  })

  it('keeps its invariants on the corpus and on generated documents: order, nesting, offsets inside the text', () => {
    for (const { path, text } of corpus) expect([path, brokenPromises(text, scan(text))]).toEqual([path, []])
    for (let seed = 0; seed < 3000; seed++) {
      const text = documentOf(seed)
      const broken = brokenPromises(text, scan(text))
      if (broken.length > 0) expect({ seed, text, broken }).toBeNull()
    }
  })

  it('finds the same front matter when it scans for nothing else', () => {
    const texts = [...corpus.map(({ text }) => text), ...Array.from({ length: 1000 }, (_, seed) => documentOf(seed))]
    const frontOf = (text: string, spans = scan(text)) => frontMatterOf({ text, spans })
    for (const text of texts) expect(frontOf(text, scanFront(text))).toEqual(frontOf(text))
  })

  it('ends items, fences and sections at the same place with every line ending', () => {
    for (const { path, text } of corpus) {
      if (/\r/.test(text)) continue
      const lines = (source: string) => describeSpans(sourceOf(source)).replace(/ "[^\n]*/g, '')
      expect([path, lines(text.replaceAll('\n', '\r\n'))]).toEqual([path, lines(text)])
      expect([path, lines(text.replaceAll('\n', '\r'))]).toEqual([path, lines(text)])
    }
  })
})

/** Replaces front matter, which micromark does not know, with as many blank lines; null if the text is all front matter. */
function withoutFrontMatter(text: string): string | null {
  const block = frontMatterOf(sourceOf(text))
  if (block === null) return text
  return block.detail === 0 ? null : text.slice(0, block.end).replace(/[^\r\n]/g, ' ') + text.slice(block.end)
}

function blocksFound(text: string) {
  const source = sourceOf(text)
  const line = (offset: number) => positionOf(text, offset).line
  return {
    headings: headingsOf(source).map(({ start, level }) => `${line(start)}:${level}`),
    fences: fencesOf(source).map(({ start, end }) => `${line(start)}-${line(lastInk(text, end))}`),
  }
}

function blocksExpected(text: string, html: boolean) {
  // micromark drops a BOM and replaces NUL.
  return blocksOf(text.replace(/^\ufeff/, ' ').replaceAll('\0', 'x'), { html })
}

describe('headings and fences', () => {
  /** Deliberate differences from CommonMark. */
  const DIFFERENT: Readonly<Record<string, string>> = {
    'markdown/plan-indented.md': 'inside open tags a fence may be indented by any number of columns',
  }

  /** For CommonMark, the `=` line of a merge conflict makes the line above a heading, so scanner and micromark read the text without conflict markers. */
  const withoutMarkers = (text: string) =>
    /^<{7} /m.test(text) ? text.replace(/^(?:<{7}|={7}|>{7}|\|{7})[^\r\n]*$/gm, '') : text

  it('are what micromark says on the whole corpus, with listed exceptions', () => {
    expect(corpus.length).toBeGreaterThan(40)
    const different: string[] = []
    for (const { path, text: marked } of corpus) {
      const text = withoutMarkers(marked)
      const body = withoutFrontMatter(text)
      if (body === null) continue
      try {
        expect(blocksFound(text)).toEqual(blocksExpected(body, false))
      } catch (error) {
        if (DIFFERENT[path] === undefined) throw new Error(`${path}: ${(error as Error).message}`)
        different.push(path)
      }
    }
    expect(different.sort()).toEqual(Object.keys(DIFFERENT).sort())
  })

  it('are what micromark says with its HTML blocks on, wherever no line opens with <', () => {
    let compared = 0
    for (const { path, text } of corpus) {
      const body = withoutFrontMatter(text)
      if (body === null || /^[ \t]*(?:[-*+] |\d+[.)] )*</m.test(body.replace(/\r/g, '\n'))) continue
      expect([path, blocksFound(text)]).toEqual([path, blocksExpected(body, true)])
      compared++
    }
    expect(compared).toBeGreaterThan(25)
  })

  it('are what micromark says on generated documents without tags', () => {
    let compared = 0
    for (let seed = 0; seed < 12_000; seed++) {
      const text = documentOf(seed)
      // Tags are HTML to micromark only, and micromark reads a tab that is partly indentation in its own way.
      if (/[<\t]/.test(text)) continue
      const body = withoutFrontMatter(text)
      if (body === null) continue
      expect({ seed, text, ...blocksFound(text) }).toEqual({ seed, text, ...blocksExpected(body, false) })
      compared++
    }
    expect(compared).toBeGreaterThan(500)
  })
})
