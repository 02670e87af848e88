import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { Doc } from '../../../../lib/artifacts/doc.js'
import {
  type StateFront,
  type StateSection,
  type StateValue,
  state,
  stateDifference,
  withField,
  writeState,
} from '../../../../lib/artifacts/state/state.js'
import { lineChanges } from '../../../support/lines.js'
import { sourceFrom } from '../../../support/sources.js'

const corpus = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../corpus/state/${name}/input.md`, import.meta.url)), 'utf8')
const parse = (text: string) => state.parse(sourceFrom(text)).value

/** Applies a change, which must read back as intended and have no effect when repeated. */
function changed(text: string, change: (value: StateValue) => StateValue) {
  const wanted = change(parse(text))
  const write = (before: string) => {
    const doc = new Doc(sourceFrom(before))
    writeState(doc, parse(before), change(parse(before)))
    return doc.editedText()
  }
  const after = write(text)
  expect(stateDifference(wanted, parse(after))).toBeNull()
  expect(write(after)).toBe(after)
  return { text: after, ...lineChanges(text, after) }
}

const fieldOf = (value: StateValue, label: string) => value.fields.find((field) => field.label === label)

const withFront = (value: StateValue, change: Partial<StateFront>): StateValue => ({
  ...value,
  front: { ...value.front, ...change },
})

const withFields = (value: StateValue, texts: Readonly<Record<string, string>>, section: StateSection = 'position') =>
  Object.entries(texts).reduce((next, [label, text]) => withField(next, label, text, section), value)

describe('reading STATE', () => {
  it.each([
    ['plain', 'Phase', '3 of 5 (Mast)'],
    ['bold', 'Current Phase', '3'],
    ['written-by-v1', 'Phase', '02'],
    ['workstream-stub', 'Status', 'Not started'],
    ['odd-layout', 'Status', 'Verifying'],
  ])('reads labels of %s', (name, label, text) => {
    expect(fieldOf(parse(corpus(name)), label)?.value).toBe(text)
  })

  it('reads no labels in fences, comments or lists of decisions', () => {
    const value = parse(corpus('extensions-and-comments'))
    expect(value.fields.map(({ label, value: text }) => [label, text])).toEqual([
      ['Status', 'Awaiting next milestone'],
      ['Reviewer', 'Ada'],
    ])
  })

  it('reports where the front matter is invalid and reads the rest', () => {
    const { value, issues } = state.parse(sourceFrom(corpus('broken'), 'S.md'))
    expect(issues[0]).toMatchObject({ severity: 'error', path: 'S.md', line: 3 })
    expect(value.front.status).toBe('executing')
  })
})

describe('changing STATE', () => {
  it('changes only the keys that differ, in their spelling', () => {
    const change = (value: StateValue) =>
      withFront(value, {
        status: 'verifying',
        current_plan: '3',
        'progress.total_phases': 5,
        'progress.completed_phases': 3,
        'progress.total_plans': 7,
        'progress.completed_plans': 7,
        'progress.percent': 60,
      })
    const { added } = changed(corpus('plain'), change)
    expect(added).toEqual([
      'current_plan: "3"',
      'status: verifying',
      '  completed_phases: 3',
      '  completed_plans: 7',
      '  percent: 60',
    ])
  })

  it('leaves foreign keys and comments alone', () => {
    const text = corpus('extensions-and-comments')
    const { removed, added } = changed(text, (value) =>
      withFront(value, { status: 'planning', last_updated: '2026-01-01T00:00:00.000Z' }),
    )
    expect(removed).toEqual(['status: "Awaiting next milestone"'])
    expect(added).toContain('last_updated: "2026-01-01T00:00:00.000Z"')
    expect(added).toHaveLength(2)
  })

  it('adds front matter to a file without any', () => {
    const { text } = changed(corpus('bold'), (value) =>
      withFront(value, { gsd_state_version: '1.0', status: 'executing' }),
    )
    expect(text.startsWith('---\ngsd_state_version: "1.0"\nstatus: executing\n---\n')).toBe(true)
    expect(text.endsWith(corpus('bold'))).toBe(true)
  })

  it.each(['plain', 'plain-crlf', 'plain-bom'])('moves the position in %s', (name) => {
    const change = (value: StateValue) =>
      withFields(value, {
        Phase: '4 of 5 (Winch)',
        plan: 'Not started',
        Status: 'Ready to plan',
        'Last activity': '2026-02-04 — Phase 3 complete',
        Progress: '[██████░░░░] 57%',
      })
    const { added, removed } = changed(corpus(name), change)
    const eol = name === 'plain-crlf' ? '\r' : ''
    expect(removed).toHaveLength(5)
    expect(added).toEqual(
      [
        'Phase: 4 of 5 (Winch)',
        'Plan: Not started',
        'Status: Ready to plan',
        'Last activity: 2026-02-04 — Phase 3 complete',
        'Progress: [██████░░░░] 57%',
      ].map((line) => line + eol),
    )
  })

  it('keeps the bold dialect', () => {
    const { added } = changed(corpus('bold'), (value) =>
      withField(
        withFields(value, { 'current phase name': 'Winch $1', Status: 'Planning' }),
        'Current Phase',
        '4',
        'position',
      ),
    )
    expect(added).toEqual(['**Current Phase:** 4', '**Current Phase Name:** Winch $1', '**Status:** Planning'])
  })

  it('fills empty labels', () => {
    const { added } = changed(corpus('empty-lists'), (value) =>
      withFields(value, { 'Last session': '2026-01-02 10:00', 'Stopped at': 'Phase 1 planned', 'Resume file': 'None' }),
    )
    expect(added).toEqual(['Last session: 2026-01-02 10:00', 'Stopped at: Phase 1 planned'])
  })

  it('adds missing labels and sections, spelled like their neighbours', () => {
    const stub = changed(corpus('workstream-stub'), (value) =>
      withFields(value, { 'Current Plan': '1', Progress: '[░░░░░░░░░░] 0%' }),
    )
    expect(stub.added).toEqual(['**Progress:** [░░░░░░░░░░] 0%', '**Current Plan:** 1'])
    const empty = changed(corpus('empty'), (value) => withFields(value, { 'Stopped at': 'Start' }, 'session'))
    expect(empty.text).toBe('## Session Continuity\n\nStopped at: Start\n')
    const broken = changed(corpus('broken'), (value) => withFields(value, { 'Stopped at': 'Start' }, 'session'))
    expect(broken.added).toEqual(['', 'Stopped at: Start'])
  })

  it('does not change labels that are already correct', () => {
    const value = parse(corpus('plain'))
    expect(withField(value, 'phase', '3 of 5 (Mast)', 'session')).toBe(value)
  })

  it.each(['plain', 'bold', 'odd-layout', 'written-by-v1', 'plain-crlf', 'plain-bom'])(
    'changes only the lines of %s that differ',
    (name) => {
      for (const { section, label } of parse(corpus(name)).fields) {
        const { removed, added } = changed(corpus(name), (value) => withField(value, label, 'other words', section))
        expect([removed.length, added.length]).toEqual([1, 1])
        expect(added[0]).toContain('other words')
      }
    },
  )
})
