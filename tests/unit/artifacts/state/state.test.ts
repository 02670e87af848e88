import { describe, expect, it } from 'vitest'
import type { StateFront, StateSection, StateValue } from '../../../../lib/artifacts/state/state.js'
import { state } from '../../../../lib/artifacts/state/state-codec.js'
import { withBlocker, withDecision, withField } from '../../../../lib/artifacts/state/state-edit.js'
import { readingOf } from '../../../support/reading.js'
import { sourceFrom } from '../../../support/sources.js'

const { corpus, parse, changed } = readingOf(state)

const fieldOf = (value: StateValue, label: string) => value.fields.find((field) => field.label === label)

const withFront = (value: StateValue, change: Partial<StateFront>): StateValue => ({
  ...value,
  front: { ...value.front, ...change },
})

/** Sets one label after the other. */
const withFields = (value: StateValue, texts: Readonly<Record<string, string>>, section: StateSection = 'position') =>
  Object.entries(texts).reduce((next, [label, text]) => withField(next, [label], text, section), value)

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

  it('reads decisions from bullets and from a table', () => {
    expect(parse(corpus('plain')).decisions?.slice(0, 3)).toEqual([
      { phase: 'Phase 1', summary: 'Oak piles', rationale: 'they are here already' },
      { phase: 'Phase 03-01', summary: 'Concrete, not stone', rationale: 'the tide is short and stone takes a week' },
      { phase: 'Phase 2', summary: 'Planks without nails', rationale: null },
    ])
    expect(parse(corpus('bold')).decisions).toEqual([
      { phase: '1', summary: 'Oak piles', rationale: 'here already' },
      { phase: '3', summary: 'Concrete', rationale: 'tide | time' },
    ])
  })

  it('takes placeholders for empty lists and missing sections for none', () => {
    const value = parse(corpus('empty-lists'))
    expect([value.decisions, value.blockers, value.todos, value.evolution]).toEqual([[], [], [], null])
  })

  it('reads no label in fences and comments, and no label out of a list of decisions', () => {
    const value = parse(corpus('extensions-and-comments'))
    expect(value.fields.map(({ label, value: text }) => [label, text])).toEqual([
      ['Status', 'Awaiting next milestone'],
      ['Reviewer', 'Ada'],
    ])
    expect(value.decisions).toBeNull()
  })

  it('keeps what it does not know, unread', () => {
    expect(Object.keys(parse(corpus('extensions-and-comments')).other)).toEqual([
      'extensions',
      'next_phases',
      'workstream',
      'unknown_key',
    ])
  })

  it('says where the front matter is broken and reads the rest', () => {
    const { value, issues } = state.parse(sourceFrom(corpus('broken'), 'S.md'))
    expect(issues[0]).toMatchObject({ severity: 'error', path: 'S.md', line: 3 })
    expect(value.front.status).toBe('executing')
  })
})

describe('changing STATE', () => {
  it('changes only the keys that differ, in their own spelling', () => {
    const change = (value: StateValue) =>
      withFront(value, {
        status: 'verifying',
        currentPlan: '3',
        progress: { totalPhases: 5, completedPhases: 3, totalPlans: 7, completedPlans: 7, percent: 60 },
      })
    const { came } = changed(corpus('plain'), change)
    expect(came).toEqual([
      'current_plan: "3"',
      'status: verifying',
      '  completed_phases: 3',
      '  completed_plans: 7',
      '  percent: 60',
    ])
  })

  it('leaves every byte of foreign keys and comments alone', () => {
    const text = corpus('extensions-and-comments')
    const { gone, came } = changed(text, (value) =>
      withFront(value, { status: 'planning', lastUpdated: '2026-01-01T00:00:00.000Z' }),
    )
    expect(gone).toEqual(['status: "Awaiting next milestone"'])
    expect(came).toContain('last_updated: "2026-01-01T00:00:00.000Z"')
    expect(came).toHaveLength(2)
    const other = { ...parse(text), other: {} }
    expect(state.render(other, sourceFrom(text))).toHaveProperty('refused')
  })

  it('puts front matter in front of a file that has none', () => {
    const { text } = changed(corpus('bold'), (value) => withFront(value, { version: '1.0', status: 'executing' }))
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
    const { came, gone } = changed(corpus(name), change)
    const eol = name === 'plain-crlf' ? '\r' : ''
    expect(gone).toHaveLength(5)
    expect(came).toEqual(
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
    const { came } = changed(corpus('bold'), (value) =>
      withField(
        withFields(value, { 'current phase name': 'Winch $1', Status: 'Planning' }),
        ['Phase', 'Current Phase'],
        '4',
        'position',
      ),
    )
    expect(came).toEqual(['**Current Phase:** 4', '**Current Phase Name:** Winch $1', '**Status:** Planning'])
  })

  it('fills labels that are empty', () => {
    const { came } = changed(corpus('empty-lists'), (value) =>
      withFields(value, { 'Last session': '2026-01-02 10:00', 'Stopped at': 'Phase 1 planned', 'Resume file': 'None' }),
    )
    expect(came).toEqual(['Last session: 2026-01-02 10:00', 'Stopped at: Phase 1 planned'])
  })

  it('adds labels and sections that are missing, spelled like their neighbours', () => {
    const stub = changed(corpus('workstream-stub'), (value) =>
      withFields(value, { 'Current Plan': '1', Progress: '[░░░░░░░░░░] 0%' }),
    )
    expect(stub.came).toEqual(['**Progress:** [░░░░░░░░░░] 0%', '**Current Plan:** 1'])
    const empty = changed(corpus('empty'), (value) => withFields(value, { 'Stopped at': 'Start' }, 'session'))
    expect(empty.text).toBe('## Session Continuity\n\nStopped at: Start\n')
    const broken = changed(corpus('broken'), (value) => withFields(value, { 'Stopped at': 'Start' }, 'session'))
    expect(broken.came).toEqual(['', 'Stopped at: Start'])
  })

  it('appends decisions: to bullets, to a table, instead of a placeholder, to a section it makes', () => {
    const add = (value: StateValue) =>
      withDecision(value, { phase: 'Phase 3', summary: 'Two stays', rationale: 'wind | waves' })
    expect(changed(corpus('plain'), add).came).toEqual(['- [Phase 3]: Two stays — wind | waves'])
    expect(changed(corpus('bold'), add).came).toEqual(['| Phase 3 | Two stays | wind \\| waves |'])
    const empty = changed(corpus('empty-lists'), add)
    expect(empty.came).toEqual(['- [Phase 3]: Two stays — wind | waves'])
    expect(empty.gone).toEqual(['None yet.'])
    expect(changed(corpus('workstream-stub'), add).came).toEqual([
      '',
      '## Accumulated Context',
      '',
      '### Decisions',
      '',
      '- [Phase 3]: Two stays — wind | waves',
    ])
  })

  it('does not repeat what is there', () => {
    const text = corpus('plain')
    const value = parse(text)
    const again = { phase: 'Phase 1', summary: 'Oak  piles — they are', rationale: 'here already' }
    expect(withDecision(value, again)).toBe(value)
    expect(withBlocker(value, 'No stays in  stock until March')).toBe(value)
    expect(withField(value, ['phase'], '3 of 5 (Mast)', 'session')).toBe(value)
  })

  it('appends blockers and takes them away', () => {
    const text = corpus('plain')
    const added = changed(text, (value) => withBlocker(value, 'Crane licence\nexpires'))
    expect(added.came).toEqual(['- Crane licence expires'])
    const keep = (count: number) => (value: StateValue) => ({
      ...value,
      blockers: value.blockers?.slice(0, count) ?? null,
    })
    expect(changed(added.text, keep(1)).text).toBe(text)
    const emptied = changed(text, keep(0))
    expect(emptied.gone).toEqual(['- No stays in stock until March'])
    expect(emptied.came).toEqual(['None yet.'])
    expect(parse(emptied.text).blockers).toEqual([])
  })

  it('puts two first entries in order', () => {
    const { came } = changed(corpus('empty-lists'), (value) => withBlocker(withBlocker(value, 'One'), 'Two'))
    expect(came).toEqual(['- One', '- Two'])
    const fresh = changed(corpus('broken'), (value) => withBlocker(withBlocker(value, 'One'), 'Two'))
    expect(parse(fresh.text).blockers).toEqual(['One', 'Two'])
  })

  it('appends to the evolution of the roadmap', () => {
    expect(
      changed(corpus('plain'), (value) => ({
        ...value,
        evolution: [...(value.evolution ?? []).slice(0, 1), 'Phase 6 added: Lock'],
      })).came,
    ).toEqual(['- Phase 6 added: Lock'])
  })
})
