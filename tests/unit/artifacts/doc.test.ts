// Named edits of a planning file add text after the existing text, which stays byte for byte.
import { describe, expect, it } from 'vitest'
import { Doc } from '../../../lib/artifacts/doc.js'
import { type Item, itemsOf } from '../../../lib/markdown/reader.js'
import { sourceFrom } from '../../support/sources.js'

const applyEdit = (text: string, change: (doc: Doc) => void) => {
  const doc = new Doc(sourceFrom(text, 'a.md'))
  change(doc)
  return doc.editedText()
}

describe.each(['\n', '\r\n'])('a line that ends with %j', (eol) => {
  const lines = (...all: readonly string[]) => all.join(eol)

  it('keeps its trailing blanks and line break when an item is added after it', () => {
    const text = lines('- one  ', '- two', '')
    const added = applyEdit(text, (doc) => doc.insertItemAfter(itemsOf(doc.source)[0] as Item, '- new'))
    expect(added).toBe(lines('- one  ', '- new', '- two', ''))
  })

  it('keeps its trailing blanks and line break when lines are added after it', () => {
    const text = lines('**Goal**: one  ', 'two', '')
    const added = applyEdit(text, (doc) => doc.insertLines(text.indexOf('one') + 3, ['new', 'newer']))
    expect(added).toBe(lines('**Goal**: one  ', 'new', 'newer', 'two', ''))
  })

  it('keeps its trailing blanks and line break when a block is added after it', () => {
    const text = lines('# A', '', 'Said.  ', '', '## B', '')
    const added = applyEdit(text, (doc) => doc.insertBlock(text.indexOf('Said.') + 'Said.'.length, ['New.']))
    expect(added).toBe(lines('# A', '', 'Said.  ', '', 'New.', '', '## B', ''))
  })
})
