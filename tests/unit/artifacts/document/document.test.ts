// Documents made from data: what a change touches, what is refused, which dialects are read.
import { describe, expect, it } from 'vitest'
import type { ArtifactValues } from '../../../../lib/artifacts/all.js'
import type { Codec } from '../../../../lib/artifacts/codec.js'
import { handoff } from '../../../../lib/artifacts/document/json-records.js'
import { withEntry } from '../../../../lib/artifacts/document/log-file.js'
import { capture, replan, seed, thread } from '../../../../lib/artifacts/document/memory-files.js'
import {
  milestone,
  milestoneAudit,
  milestoneEntry,
  shippedMilestone,
} from '../../../../lib/artifacts/document/milestone-files.js'
import { discussionLog, validation } from '../../../../lib/artifacts/document/phase-documents.js'
import { workspace } from '../../../../lib/artifacts/document/project-documents.js'
import { security } from '../../../../lib/artifacts/document/security.js'
import { sourceFrom } from '../../../support/sources.js'

function changed<T>(codec: Codec<T>, text: string, change: (value: T) => Partial<T>): string {
  const source = sourceFrom(text, 'a.md')
  const { value } = codec.parse(source)
  const next = { ...value, ...change(value) }
  const rendered = codec.render(next, source)
  if (!('text' in rendered)) return `refused: ${rendered.refused.expected}`
  expect(codec.parse(sourceFrom(rendered.text, 'a.md')).value).toEqual(next)
  return rendered.text
}

const THREAD = `---\nstatus: open # why\ntitle: "A"\n---\n\n# A\n\n## Goal\n\nFirst.\nSecond.\n\n## References\n\n* one\n* two\n`

describe('a change of a field', () => {
  it('touches its value only', () => {
    expect(changed(thread, THREAD, () => ({ status: 'resolved' }))).toBe(THREAD.replace('open', 'resolved'))
  })
  it('keeps the spelling that stands there', () => {
    const text = '---\ntrigger-when: a\n---\n'
    expect(changed(seed, text, () => ({ triggerWhen: 'b' }))).toBe('---\ntrigger-when: b\n---\n')
  })
  it('goes where a heading or a label holds it', () => {
    expect(changed(thread, '# T\n\n## Status: OPEN\n\nx\n', () => ({ status: 'resolved' }))).toBe(
      '# T\n\n## Status: resolved\n\nx\n',
    )
    expect(changed(thread, '# T\r\n\r\n**Status:** open\r\n', () => ({ status: 'resolved' }))).toBe(
      '# T\r\n\r\n**Status:** resolved\r\n',
    )
    expect(changed(workspace, '# W\n\nStrategy: clone\n', () => ({ strategy: 'worktree' }))).toBe(
      '# W\n\nStrategy: worktree\n',
    )
  })
  it('leaves records what they hold beside it', () => {
    const text = '---\nreplans:\n  - key: a\n    plans_changed: ["x"]\n---\n'
    const added = { key: 'b', kind: null, source: null, at: null, result: 'accepted' }
    expect(changed(replan, text, ({ replans }) => ({ replans: [...replans, added] }))).toBe(
      '---\nreplans:\n  - key: a\n    plans_changed: ["x"]\n  - key: b\n    result: accepted\n---\n',
    )
  })
  it('is refused where the front matter is never closed', () => {
    expect(changed(thread, '---\nstatus: open\n\n## Goal\n\nx\n', () => ({ status: 'resolved' }))).toMatch(/^refused/)
  })
})

describe('fields without fences', () => {
  it('get fences first, with every line as it was', () => {
    const text = 'created: 2025-01-02\ntitle: A: b\n\nBody\n'
    expect(changed(capture, text, () => ({ completed: '2026-01-02', status: 'completed' }))).toBe(
      '---\ncreated: 2025-01-02\ntitle: A: b\nstatus: completed\ncompleted: "2026-01-02"\n---\n\nBody\n',
    )
  })
  it('above the fence move into it', () => {
    const text = 'completed: 2025-02-01\n---\ncreated: 2025-01-02\ntitle: T\n---\n\nBody\n'
    expect(changed(capture, text, () => ({ status: 'completed' }))).toBe(
      '---\ncompleted: 2025-02-01\ncreated: 2025-01-02\ntitle: T\nstatus: completed\n---\n\nBody\n',
    )
  })
  it('are read, whichever form they have', () => {
    const read = (text: string) => capture.parse(sourceFrom(text, 'a.md')).value
    expect(read('completed: 2025-02-01\n---\ntitle: T\nfiles: a.ts, b.ts c.ts\n---\nB\n')).toMatchObject({
      completed: '2025-02-01',
      title: 'T',
      files: ['a.ts', 'b.ts', 'c.ts'],
      body: 'B',
    })
    expect(read('Note: this is prose\n\nNothing else.\n').body).not.toBeNull()
  })
})

describe('a change of a table', () => {
  const TEXT = '## Threat Register\n\n| ID | Status | Extra |\n|:---|---|--:|\n| T-1 | open | x |\n| T-2 | open | y |\n'
  it('touches the cell', () => {
    expect(
      changed(security, TEXT, ({ threats }) => ({
        threats: threats.map((row) => (row.id === 'T-2' ? { ...row, status: 'closed' } : row)),
      })),
    ).toBe(TEXT.replace('| T-2 | open', '| T-2 | closed'))
  })
  it('adds a row with the columns the table has, and removes one', () => {
    const row = { id: 'T-3', category: null, component: null, disposition: null, mitigation: null, status: 'open' }
    expect(changed(security, TEXT, ({ threats }) => ({ threats: [...threats.slice(1), row] }))).toBe(
      TEXT.replace('| T-1 | open | x |\n', '').concat('| T-3 | open |  |\n'),
    )
  })
  it('is refused where the table has no such column', () => {
    const grown = ({ threats }: ArtifactValues['security']) => ({
      threats: threats.map((row) => ({ ...row, mitigation: 'new' })),
    })
    expect(changed(security, TEXT, grown)).toMatch(/^refused/)
  })
})

describe('a change of the text', () => {
  it.each([
    ['a list', () => ({ references: ['two', 'three'] })],
    ['prose', () => ({ goal: 'First.' })],
    ['the title', () => ({ body: 'x' })],
  ] as const)('is refused: %s belongs to its author', (_, change) => {
    expect(changed(thread, THREAD, change)).toBe('refused: the text as it stands')
  })
})

describe('parts', () => {
  it('are found whatever stands around their names, and never in fences', () => {
    const { value } = validation.parse(
      sourceFrom('```\n## Sampling Rate\n- no\n```\n\n### 2. sampling_rate (quick):\n\n- yes\n', 'a.md'),
    )
    expect(value.sampling).toEqual(['yes'])
  })
  it('of a discussion are the same whoever may choose', () => {
    expect(discussionLog.parse(sourceFrom("## Someone's Discretion\n\nColours.\n", 'a.md')).value.discretion).toBe(
      'Colours.',
    )
  })
})

describe('a log', () => {
  const TEXT = '# Milestones\r\n\r\n## v1.0 MVP (Shipped: 2026-01-01)\r\n\r\nold\r\n\r\n---\r\n'
  const entry = milestoneEntry({
    version: 'v1.1',
    name: 'Fast',
    shipped: '2026-02-01',
    phases: 2,
    plans: null,
    tasks: 9,
    accomplishments: ['Quick'],
  })
  it('takes the newest entry where it belongs and leaves the others', () => {
    const source = sourceFrom(TEXT, 'a.md')
    const rendered = milestone.render(withEntry(milestone.parse(source).value, entry, 'first'), source)
    expect(rendered).toEqual({
      text: TEXT.replace(
        '## v1.0',
        '## v1.1 Fast (Shipped: 2026-02-01)\r\n\r\n**Phases completed:** 2 phases, 9 tasks\r\n\r\n**Key accomplishments:**\r\n\r\n- Quick\r\n\r\n---\r\n\r\n## v1.0',
      ),
    })
  })
  it('never rewrites an entry', () => {
    expect(
      changed(milestone, TEXT, ({ entries }) => ({ entries: entries.map((one) => ({ ...one, text: 'new' })) })),
    ).toMatch(/^refused/)
  })
  it.each([
    ['v1.0 MVP (Shipped: 2026-01-01)', { version: 'v1.0', name: 'MVP', day: '2026-01-01' }],
    ['✅ v0.9 Beta (Backfilled: 2025-01-01)', { version: 'v0.9', name: 'Beta', day: '2025-01-01' }],
    ['v1.2: No bracket', { version: 'v1.2', name: 'No bracket', day: null }],
    ['Notes', { version: null, name: 'Notes', day: null }],
  ])('reads "%s"', (title, expected) => {
    expect(shippedMilestone({ title, text: '' })).toEqual(expected)
  })
})

describe('JSON', () => {
  it('is changed by nobody but its author', () => {
    const source = sourceFrom('{"next_action":"a",  "mine": [1,2]}', 'a.json')
    expect(handoff.render({ ...handoff.parse(source).value, next_action: 'b' }, source)).toHaveProperty('refused')
  })
  it('reports a value of another type where it stands, and keeps it', () => {
    const source = sourceFrom('{\n  "uncommitted_files": ["a", 3]\n}\n', 'a.json')
    const { value, issues } = handoff.parse(source)
    expect(issues).toMatchObject([{ code: 'FIELD_VALUE', line: 2, column: 30 }])
    expect(handoff.render(value, source)).toEqual({ text: source.text })
  })
  it('never writes into a file that is no JSON', () => {
    const source = sourceFrom('{"a": ', 'a.json')
    expect(handoff.render({ ...handoff.empty, next_action: 'x' }, source)).toHaveProperty('refused')
  })
})

describe('an audit', () => {
  it('keeps what its tables of gaps hold beside our keys', () => {
    const text =
      '---\nmilestone: v1\ngaps:\n  requirements:\n    - id: A-1\n      status: partial\n      note: "mine"\n---\n'
    expect(
      changed(milestoneAudit, text, ({ requirementGaps }) => ({
        requirementGaps: requirementGaps.map((gap) => ({ ...gap, status: 'unsatisfied' })),
      })),
    ).toBe(text.replace('partial', 'unsatisfied'))
  })
})
