import { describe, expect, it } from 'vitest'
import { allChecks, type Doc } from '../../../../lib/artifacts/doc.js'
import {
  addDecisions,
  addItems,
  freshProject,
  project,
  setMilestone,
  setOutcome,
  setUpdated,
} from '../../../../lib/artifacts/project/project.js'
import { editingOf } from '../../../support/reading.js'
import { sourceFrom } from '../../../support/sources.js'

const { corpus, parse, edited, tried } = editingOf(project)

describe('reading PROJECT', () => {
  it('reads the first paragraph of a part on one line', () => {
    expect(parse(corpus('template-shape')).whatThisIs).toBe(
      'A harbour for small boats, run by one keeper and a tide table. It is for people who sail alone.',
    )
    expect(parse(corpus('other-shape'))).toMatchObject({
      name: 'Lantern',
      whatThisIs: 'A lantern.',
      coreValue: 'It burns',
    })
  })

  it('reads an unfilled template as empty', () => {
    expect(parse(corpus('placeholders'))).toEqual(parse(''))
  })

  it('reports missing parts as a notice', () => {
    const { issues } = project.parse(sourceFrom(corpus('tabs-and-half'), '.planning/PROJECT.md'))
    expect(issues).toMatchObject([
      { code: 'HEADING_MISSING', severity: 'notice', expected: '## Core Value', path: '.planning/PROJECT.md' },
    ])
    expect(project.parse(sourceFrom(corpus('bare'))).issues).toEqual([])
    expect(project.parse(sourceFrom('')).issues).toHaveLength(3)
  })
})

describe('changing PROJECT', () => {
  const shaped = (eol: string) => corpus('template-shape').replaceAll('\n', eol)
  const D = { decision: 'D-09: Steel', rationale: 'a | b', outcome: '— Pending' }

  it('creates missing lists, in order', () => {
    const { text } = edited(corpus('bare'), (doc) =>
      allChecks([addItems(doc, 'active', ['Burns for an hour']), addItems(doc, 'constraints', ['One keeper'])]),
    )
    expect(text.match(/^#{2,3} .*$/gm)).toEqual([
      '## What This Is',
      '## Core Value',
      '## Requirements',
      '### Active',
      '## Constraints',
    ])
  })

  it('fills an empty part right below its heading', () => {
    const text = '# P\n\n## Requirements\n\n### Active\n## Key Decisions\n---\n\n*Last updated: May*\n'
    expect(edited(text, (doc) => allChecks([addItems(doc, 'active', ['a']), addDecisions(doc, [D])])).text).toBe(
      '# P\n\n## Requirements\n\n### Active\n\n- a\n\n## Key Decisions\n\n| Decision | Rationale | Outcome |\n|----------|-----------|---------|\n| D-09: Steel | a \\| b | — Pending |\n\n---\n\n*Last updated: May*\n',
    )
  })

  it.each(['None yet.', '- None yet.', '(None yet — nothing shipped)'])('replaces %s with new items', (nothing) => {
    const text = `# P\n\n## Requirements\n\n### Active\n\n${nothing}\n`
    expect(edited(text, (doc) => addItems(doc, 'active', ['a', 'b', 'a'])).text).toBe(text.replace(nothing, '- a\n- b'))
    expect(edited(text.replace(nothing, '- a'), (doc) => addItems(doc, 'active', ['a'])).added).toEqual([])
  })

  const outcome = (doc: Doc) => setOutcome(doc, ({ decision }) => decision.startsWith('Concrete'), '✓ Good')

  it('adds a decision once, and sets an outcome', () => {
    const once = edited(shaped('\n'), (doc) => allChecks([addDecisions(doc, [D]), outcome(doc)]))
    expect(once.added).toEqual([
      '| Concrete footing | The tide is short \\| stone is slow | ✓ Good |',
      '| D-09: Steel | a \\| b | — Pending |',
    ])
    expect(edited(once.text, (doc) => addDecisions(doc, [D])).added).toEqual([])
    expect(edited(corpus('other-shape'), (doc) => addDecisions(doc, [D])).added).toContain(
      '| D-09: Steel | a \\| b | — Pending |',
    )
  })

  it('recognises the columns of other tables by their names', () => {
    const table = (head: string, line: string) =>
      `# P\n\n## Key Decisions\n\n${head}\n${head.replace(/[^|]/g, '-')}\n${line}\n`
    const dated = table('| Date | Decision | Outcome | Why |', '| May | Concrete footing | | slow |')
    expect(edited(dated, (doc) => allChecks([addDecisions(doc, [D]), outcome(doc)])).added).toEqual([
      '| May | Concrete footing | ✓ Good | slow |',
      '|  | D-09: Steel | — Pending | a \\| b |',
    ])
    expect(tried(table('| Decision | Date |', '| Concrete footing | May |'), outcome).refused).toContain(
      'expected a column "Outcome"',
    )
  })

  it('opens a milestone in its part and the footer only', () => {
    const { added, removed } = edited(shaped('\n'), (doc) =>
      allChecks([setMilestone(doc, 'v1.2 Buoys: lights'), setUpdated(doc, 'today')]),
    )
    expect(added).toEqual(['## Current Milestone', 'v1.2 Buoys: lights', '*Last updated: today*'])
    expect(removed).toHaveLength(3)
    expect(edited(corpus('bare'), (doc) => setUpdated(doc, 'today')).added).toEqual([])
  })

  it('refuses words that would not read back, and a file without a heading', () => {
    expect(tried(shaped('\n'), (doc) => addItems(doc, 'active', ['None'])).refused).toBe('None')
    expect(tried('no heading', (doc) => addItems(doc, 'active', ['a'])).refused).toContain('a heading')
  })
})

it('writes a new file that reads back', () => {
  const value = { ...parse(corpus('template-shape')), currentMilestone: null }
  expect(parse(freshProject(value))).toEqual(value)
})
