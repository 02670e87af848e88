import { describe, expect, it } from 'vitest'
import type { ProjectValue } from '../../../../lib/artifacts/project/project.js'
import { project } from '../../../../lib/artifacts/project/project-codec.js'
import { readingOf } from '../../../support/reading.js'
import { sourceFrom } from '../../../support/sources.js'

const { corpus, parse, changed: changedBy } = readingOf(project)
const changed = (text: string, change: Partial<ProjectValue>) => changedBy(text, (value) => ({ ...value, ...change }))

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

  it('reads nothing out of a template that nobody has filled in', () => {
    expect(parse(corpus('placeholders'))).toEqual(project.empty)
  })

  it('tells which parts are missing, as a notice', () => {
    const { issues } = project.parse(sourceFrom(corpus('tabs-and-half'), '.planning/PROJECT.md'))
    expect(issues).toMatchObject([
      { code: 'HEADING_MISSING', severity: 'notice', expected: '## Core Value', path: '.planning/PROJECT.md' },
    ])
    expect(project.parse(sourceFrom(corpus('bare'))).issues).toEqual([])
    expect(project.parse(sourceFrom('')).issues).toHaveLength(3)
  })
})

describe('changing PROJECT', () => {
  it('makes lists that are missing, in their order', () => {
    const { text } = changed(corpus('bare'), { constraints: ['One keeper'], active: ['Burns for an hour'] })
    expect(text.match(/^#{2,3} .*$/gm)).toEqual([
      '## What This Is',
      '## Core Value',
      '## Requirements',
      '### Active',
      '## Constraints',
    ])
  })

  it('leaves all other text to its author', () => {
    const source = sourceFrom(corpus('template-shape'))
    const value = project.parse(source).value
    for (const change of [{ name: 'x' }, { whatThisIs: 'A harbour.' }, { keyDecisions: [] }, { updated: null }])
      expect(project.render({ ...value, ...change }, source)).toMatchObject({ refused: { code: 'WRITE_REFUSED' } })
  })

  it('moves items between lists', () => {
    const { validated, active } = parse(corpus('template-shape'))
    const { came, gone } = changed(corpus('template-shape'), {
      validated: [...validated, '✓ A crane lifts two tons — v1.1'],
      active: active.slice(1),
    })
    expect(came).toEqual(['- ✓ A crane lifts two tons — v1.1'])
    expect(gone).toEqual(['- [ ] A crane lifts two tons'])
  })
})
