import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ProjectValue } from '../../../../lib/artifacts/project/project.js'
import { project } from '../../../../lib/artifacts/project/project-codec.js'
import { lineChanges } from '../../../support/lines.js'
import { sourceFrom } from '../../../support/sources.js'

const corpus = (name: string) =>
  readFileSync(new URL(`../../../corpus/project/${name}/input.md`, import.meta.url).pathname, 'utf8')
const parse = (text: string) => project.parse(sourceFrom(text)).value

function changed(text: string, change: Partial<ProjectValue>) {
  const wanted = { ...parse(text), ...change }
  const written = project.render(wanted, sourceFrom(text))
  if (!('text' in written)) throw new Error(written.refused.message)
  expect(parse(written.text)).toEqual(wanted)
  expect(project.render(wanted, sourceFrom(written.text))).toEqual(written)
  return { text: written.text, ...lineChanges(text, written.text) }
}

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
  it.each(['template-shape', 'template-shape-crlf'])('appends a key decision and sets an outcome in %s', (name) => {
    const decisions = parse(corpus(name)).keyDecisions
    const { came, gone } = changed(corpus(name), {
      keyDecisions: [
        ...decisions.map((row) => (row.decision === 'Concrete footing' ? { ...row, outcome: '✓ Good' } : row)),
        { decision: 'Two stays', rationale: 'wind | waves', outcome: '— Pending' },
      ],
    })
    const eol = name.endsWith('crlf') ? '\r' : ''
    expect(gone).toHaveLength(1)
    expect(came).toEqual([
      `| Concrete footing | The tide is short \\| stone is slow | ✓ Good |${eol}`,
      `| Two stays | wind \\| waves | — Pending |${eol}`,
    ])
  })

  it('replaces a paragraph and leaves the prose behind it', () => {
    const { text, gone } = changed(corpus('template-shape'), { whatThisIs: 'A harbour.' })
    expect(text).toContain('## What This Is\n\nA harbour.\n\nMore prose that stays where it is.\n')
    expect(gone).toHaveLength(2)
  })

  it('fills placeholders', () => {
    const { came } = changed(corpus('placeholders'), {
      name: 'Harbour',
      whatThisIs: 'A harbour.',
      coreValue: 'Safe.',
      validated: ['✓ Boats moor'],
      keyDecisions: [{ decision: 'Oak', rationale: 'here', outcome: '' }],
      updated: '2026-01-01 after start',
    })
    expect(came).toEqual([
      '# Harbour',
      'A harbour.',
      'Safe.',
      '- ✓ Boats moor',
      '| Oak | here |  |',
      '*Last updated: 2026-01-01 after start*',
    ])
  })

  it('makes parts that are missing, in their order', () => {
    const { text } = changed(corpus('bare'), {
      currentMilestone: 'v1.0 First',
      constraints: ['One keeper'],
      active: ['Burns for an hour'],
      keyDecisions: [{ decision: 'Oil', rationale: 'cheap', outcome: 'Good' }],
    })
    const titles = text.match(/^#{2,3} .*$/gm)
    expect(titles).toEqual([
      '## What This Is',
      '## Core Value',
      '## Current Milestone',
      '## Requirements',
      '### Active',
      '## Constraints',
      '## Key Decisions',
    ])
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
