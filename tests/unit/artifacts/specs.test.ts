// Changes to a requirement keep the end of the document.
import { describe, expect, it } from 'vitest'
import { capability, changeRequirement } from '../../../lib/artifacts/specs/capability.js'
import type { SpecChange } from '../../../lib/artifacts/specs/spec-changes.js'
import { editingOf } from '../../support/reading.js'

const { edited, parse } = editingOf(capability)

const HEAD = '# Words\n\n## Requirements\n\n'
const ONE = '### Requirement: One\n\nIt SHALL count.\n'
const FOOTER = '\n---\n\n*Last updated: May*\n'
const change = (part: Partial<SpecChange>): SpecChange => ({
  ...{ change: 'modified', capability: 'words', name: 'One', to: null, text: 'It SHALL sum.' },
  ...part,
})

describe.each(['\n', '\r\n'])('a requirement above a closing rule, line ends %j', (eol) => {
  const lines = (text: string) => text.replaceAll('\n', eol)
  const text = lines(HEAD + ONE + FOOTER)

  it('is read without the rule and the footer', () => {
    expect(parse(text).requirements).toEqual([{ name: 'One', text: 'It SHALL count.' }])
  })

  it.each([
    [change({}), HEAD + ONE.replace('count', 'sum') + FOOTER],
    [change({ change: 'removed' }), `${HEAD}---\n\n*Last updated: May*\n`],
    [change({ change: 'added', name: 'Two' }), `${HEAD}${ONE}\n### Requirement: Two\n\nIt SHALL sum.\n${FOOTER}`],
    [change({ change: 'renamed', to: 'First' }), HEAD + ONE.replace('One', 'First') + FOOTER],
  ])('keeps the rule and the footer: $change', (one, after) => {
    expect(edited(text, (doc) => changeRequirement(doc, one)).text).toBe(lines(after))
  })
})
