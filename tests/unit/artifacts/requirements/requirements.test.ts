import { describe, expect, it } from 'vitest'
import { isRequirementId, requirementIdsIn } from '../../../../lib/artifacts/requirements/requirement-id.js'
import type { RequirementsValue, Trace } from '../../../../lib/artifacts/requirements/requirements.js'
import { requirements } from '../../../../lib/artifacts/requirements/requirements-codec.js'
import { withComplete, withCoverage } from '../../../../lib/artifacts/requirements/requirements-edit.js'
import { readingOf } from '../../../support/reading.js'
import { sourceFrom } from '../../../support/sources.js'

const { corpus, parse, changed } = readingOf(requirements)

const withDone = (value: RequirementsValue, ids: readonly string[], done: boolean): RequirementsValue => ({
  ...value,
  requirements: value.requirements.map((line) => (ids.includes(line.id) ? { ...line, done } : line)),
})

/** Changes the row of an id, or adds one at the end. */
const withTrace = (value: RequirementsValue, id: string, cells: Partial<Trace>): RequirementsValue => {
  const rows = value.traceability ?? []
  return {
    ...value,
    traceability: rows.some((row) => row.id === id)
      ? rows.map((row) => (row.id === id ? { ...row, ...cells } : row))
      : [...rows, { id, phase: 'TBD', status: 'Pending', ...cells }],
  }
}

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
  ])('takes %s for an id: %s', (text, is) => {
    expect(isRequirementId(text)).toBe(is)
  })

  it('finds ids in a field', () => {
    expect(requirementIdsIn('[AUTH-01, AUTH-02] and `API-3` (part), TBD')).toEqual(['AUTH-01', 'AUTH-02', 'API-3'])
    expect(requirementIdsIn('TBD')).toEqual([])
  })

  it('reads every form of a requirement line, with its section and category', () => {
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

  it('reads later ones without a box', () => {
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

  it('says what is defined twice and what nobody defined', () => {
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
    const { came } = changed(corpus(name), (value) =>
      withDone(withComplete(value, 'MOOR-02') ?? value, ['TIDE-02'], true),
    )
    const eol = name.endsWith('crlf') ? '\r' : ''
    expect(came).toEqual(
      [
        '- [x] **MOOR-02**: A keeper sees free moorings',
        '- [x] **TIDE-02** No colon at all',
        '| MOOR-02 | Phase 1, Phase 2 | Complete |',
      ].map((line) => line + eol),
    )
  })

  it('completes box and row together, or neither', () => {
    const value = parse(corpus('template-shape'))
    const once = withComplete(value, 'MOOR-02') ?? value
    expect(withComplete(once, 'MOOR-02')).toBe(once)
    expect(withComplete(value, 'STRM-01')).toBe(value)
    expect(withComplete(withTrace(value, 'MOOR-02', { status: 'Deferred by Ada' }), 'MOOR-02')).toBeNull()
  })

  it('takes a tick back', () => {
    expect(changed(corpus('template-shape'), (value) => withDone(value, ['MOOR-01'], false)).came).toEqual([
      '- [ ] **MOOR-01**: A keeper moors a boat',
    ])
  })

  it('fills empty cells and adds rows with the columns of the table', () => {
    expect(changed(corpus('tabs'), (value) => withTrace(value, 'T-01', { phase: 'Phase 7' })).came).toEqual([
      '|T-01|Phase 7|Pending|',
    ])
    expect(
      changed(corpus('template-shape'), (value) => withTrace(value, 'TIDE-02', { phase: 'Phase 3' })).came,
    ).toEqual(['| TIDE-02 | Phase 3 | Pending |'])
    expect(changed(corpus('other-headings'), (value) => withTrace(value, 'E-05', { phase: 'Phase 4' })).came).toEqual([
      '| E-05 |  | Phase 4 | Pending |  |',
    ])
    expect(changed(corpus('half-finished'), (value) => withTrace(value, 'E-05', { phase: 'a | b' })).came).toEqual([
      '| E-05 | a \\| b | Pending |',
    ])
  })

  it('makes the table in front of a closing footer', () => {
    const text = '# R\n\n- [ ] **A-01**: a\n\n---\n*Last updated: today*\n'
    expect(changed(text, (value) => withTrace(value, 'A-01', { phase: 'Phase 1' })).text).toBe(
      '# R\n\n- [ ] **A-01**: a\n\n## Traceability\n\n| Requirement | Phase | Status |\n|-------------|-------|--------|\n| A-01 | Phase 1 | Pending |\n\n---\n*Last updated: today*\n',
    )
  })

  it('counts coverage again in the lines that are there', () => {
    const text = corpus('template-shape')
    const change = (value: RequirementsValue) => withCoverage(withTrace(value, 'TIDE-02', { phase: 'Phase 3' }))
    expect(changed(text, change).came.slice(1)).toEqual(['- Mapped to phases: 5', '- Unmapped: 1 ⚠️'])
    expect(changed('# R\n\n- [ ] **A-01**: a\n', withCoverage).text).toContain(
      '**Coverage:**\n- v1 requirements: 1 total\n- Mapped to phases: 0\n- Unmapped: 1 ⚠️\n',
    )
  })

  it('refuses a box where there is none, and every other change of a line', () => {
    const value = parse(corpus('template-shape'))
    const source = sourceFrom(corpus('template-shape'))
    const boxed = value.requirements.map((line) => ({ ...line, done: true }))
    const moved = value.requirements.map((line) => ({ ...line, section: 'v2 Requirements' }))
    const worded = value.requirements.map((line) => ({ ...line, text: 'other' }))
    for (const lines of [boxed, moved, worded, value.requirements.slice(1)])
      expect(requirements.render({ ...value, requirements: lines }, source)).toMatchObject({
        refused: { code: 'WRITE_REFUSED' },
      })
  })
})
