// Documents made from data: which dialects are read, and how a log grows.
import { describe, expect, it } from 'vitest'
import { Doc } from '../../../../lib/artifacts/doc.js'
import { handoff } from '../../../../lib/artifacts/document/json-records.js'
import { addEntry, logText } from '../../../../lib/artifacts/document/log-file.js'
import { capture } from '../../../../lib/artifacts/document/memory-files.js'
import {
  MILESTONES,
  milestone,
  milestoneEntry,
  shippedMilestone,
} from '../../../../lib/artifacts/document/milestone-files.js'
import { discussionLog, validation } from '../../../../lib/artifacts/document/phase-documents.js'
import { sourceFrom } from '../../../support/sources.js'

describe('fields without fences', () => {
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
    const doc = new Doc(sourceFrom(TEXT, 'a.md'))
    addEntry(doc, MILESTONES, entry)
    const finished = doc.finish()
    expect(finished).toEqual({
      text: TEXT.replace(
        '## v1.0',
        '## v1.1 Fast (Shipped: 2026-02-01)\r\n\r\n**Phases completed:** 2 phases, 9 tasks\r\n\r\n**Key accomplishments:**\r\n\r\n- Quick\r\n\r\n---\r\n\r\n## v1.0',
      ),
    })
    const { entries } = milestone.parse(sourceFrom((finished as { text: string }).text, 'a.md')).value
    expect(entries.map(({ title }) => title)).toEqual([
      'v1.1 Fast (Shipped: 2026-02-01)',
      'v1.0 MVP (Shipped: 2026-01-01)',
    ])
  })
  it('takes it behind a title alone, and reads back as a new file', () => {
    const doc = new Doc(sourceFrom('# Milestones\n', 'a.md'))
    addEntry(doc, MILESTONES, entry)
    expect(doc.finish()).toEqual({ text: logText(MILESTONES, [entry]) })
    expect(milestone.parse(sourceFrom(logText(MILESTONES, [entry]), 'a.md')).value.entries).toEqual([entry])
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
  it('reports a value of another type where it stands', () => {
    const source = sourceFrom('{\n  "uncommitted_files": ["a", 3]\n}\n', 'a.json')
    expect(handoff.parse(source).issues).toMatchObject([{ code: 'FIELD_VALUE', line: 2, column: 30 }])
  })
})
