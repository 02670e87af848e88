import { describe, expect, it } from 'vitest'
import type { Doc } from '../../../../lib/artifacts/doc.js'
import {
  addTraces,
  freshRequirements,
  isRequirementId,
  markComplete,
  requirementIdsIn,
  requirements,
  setPhases,
  type Trace,
} from '../../../../lib/artifacts/requirements/requirements.js'
import { editingOf } from '../../../support/reading.js'
import { sourceFrom } from '../../../support/sources.js'

const { corpus, parse, edited, tried } = editingOf(requirements)

const row = (id: string, phase: string, status = 'Pending'): Trace => ({ id, phase, status })
const adding =
  (...traces: readonly Trace[]) =>
  (doc: Doc) =>
    addTraces(doc, traces)

describe('reading REQUIREMENTS', () => {
  it.each([
    ['AUTH-01', true],
    ['API-AUTH-2', true],
    ['A1-b_c', true],
    ['REQ7', true],
    ['Auth-01', false],
    ['auth-01', false],
    ['TBD', false],
    ['V', false],
  ])('treats %s as an id: %s', (text, isId) => {
    expect(isRequirementId(text)).toBe(isId)
  })

  it('finds ids in a field', () => {
    expect(requirementIdsIn('[AUTH-01, AUTH-02] and `API-3` (part), TBD')).toEqual(['AUTH-01', 'AUTH-02', 'API-3'])
    expect(requirementIdsIn('TBD')).toEqual([])
  })

  it('reads several forms of a requirement line, with its section and category', () => {
    const value = parse(corpus('other-headings'))
    expect(value.requirements.map(({ id, done, scope }) => [id, done, scope])).toEqual([
      ['A-01', false, 'v1'],
      ['B-02', true, 'v1'],
      ['D-04', false, 'v1'],
      ['E-05', false, 'v1'],
      ['E-06', false, 'v1'],
      ['REQ7', false, 'v1'],
      ['F-01', false, 'v2'],
    ])
    expect(parse(corpus('template-shape')).requirements[3]).toEqual({
      id: 'TIDE-API-01',
      text: 'Several segments',
      done: false,
      scope: 'v1',
      section: 'v1 Requirements',
      category: 'Tides',
    })
  })

  it('reads v2 requirements without a box', () => {
    const later = parse(corpus('template-shape')).requirements.filter(({ scope }) => scope === 'v2')
    expect(later.map(({ id, done }) => [id, done])).toEqual([
      ['STRM-01', null],
      ['STRM-02', null],
    ])
  })

  it('reads the traceability table by its headings', () => {
    expect(parse(corpus('other-headings')).traceability).toEqual([
      { id: 'A-01', phase: '1', status: '✅ Complete' },
      { id: 'B-02', phase: 'Phase 2', status: 'Pending' },
      { id: 'Z-99', phase: 'Phase 3', status: 'Pending' },
    ])
    expect(parse(corpus('two-tables')).traceability).toHaveLength(2)
  })

  it('reports duplicate and undefined ids', () => {
    expect(requirements.parse(sourceFrom(corpus('two-tables'))).issues).toMatchObject([
      { code: 'REQUIREMENT_TWICE', severity: 'error', line: 12 },
    ])
    expect(requirements.parse(sourceFrom(corpus('other-headings'))).issues).toMatchObject([
      { code: 'TRACE_UNKNOWN_ID', severity: 'notice', received: 'Z-99' },
    ])
  })
})

describe('changing REQUIREMENTS', () => {
  it.each(['template-shape', 'template-shape-crlf', 'bom'])('ticks boxes and statuses in %s', (name) => {
    const text = corpus(name)
    const { text: marked, added } = edited(text, (doc) => markComplete(doc, ['MOOR-02', 'TIDE-02']))
    const eol = name.endsWith('crlf') ? '\r' : ''
    expect(added).toEqual(
      [
        '- [x] **MOOR-02**: A keeper sees free moorings',
        '- [x] **TIDE-02** No colon at all',
        '| MOOR-02 | Phase 1, Phase 2 | Complete |',
        '| TIDE-02 |  | Complete |',
      ].map((line) => line + eol),
    )
    expect(edited(marked, (doc) => markComplete(doc, ['MOOR-02', 'TIDE-02'])).text).toBe(marked)
  })

  it('leaves rows with the user’s wording, and lines without a box, alone', () => {
    const ids = ['TIDE-API-01', 'STRM-01', 'NOBODY-01']
    expect(edited(corpus('template-shape'), (doc) => markComplete(doc, ids)).added).toEqual([
      '- [x] **TIDE-API-01**: Several segments',
    ])
  })

  it.each([
    ['tabs', row('T-03', 'Phase 7'), '| T-03 | Phase 7 | Pending |'],
    ['other-headings', row('E-05', 'Phase 4'), '| E-05 |  | Phase 4 | Pending |  |'],
    ['half-finished', row('E-05', 'a | b'), '| E-05 | a \\| b | Pending |'],
    ['template-shape-crlf', row('TIDE-03', 'Phase 3'), '| TIDE-03 | Phase 3 | Pending |\r'],
  ])('adds rows with the columns of the table of %s', (name, trace, line) => {
    expect(edited(corpus(name), adding(trace)).added).toEqual([line])
  })

  it('adds rows in order, also to an empty table', () => {
    const rows = [row('A-01', 'Phase 1'), row('A-02', 'Phase 2')]
    for (const name of ['half-finished', 'template-shape'])
      expect(edited(corpus(name), adding(...rows)).added).toEqual([
        '| A-01 | Phase 1 | Pending |',
        '| A-02 | Phase 2 | Pending |',
      ])
  })

  it('sets the phase in each row of an id, or says why it cannot', () => {
    const to = (id: string) => (doc: Doc) => setPhases(doc, new Map([[id, 'Phase 7']]))
    const twice = `${corpus('tabs').trimEnd()}\n|T-01|Phase 2|Complete|\n`
    expect(edited(twice, to('T-01')).added).toEqual(['|T-01|Phase 7|Pending|', '|T-01|Phase 7|Complete|'])
    expect(edited(corpus('tabs'), to('NOBODY-01')).added).toEqual([])
    expect(tried('| Req | Status | Phase |\n|---|---|---|\n| T-02 | Pending\n', to('T-02')).refused).toContain(
      'expected a cell for phase',
    )
  })
})

it('writes a new file that reads back', () => {
  const { title, requirements: lines } = parse(corpus('template-shape'))
  const text = freshRequirements({
    title,
    requirements: lines,
    outOfScope: [{ feature: 'a | b', reason: 'c' }],
    hasTraceability: true,
  })
  expect(parse(text)).toMatchObject({ title, requirements: lines, traceability: [] })
  expect(text).toContain('| a \\| b | c |')
})
