// One phase of a roadmap: what is read of its section alone is what the whole document says of it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { phaseIn, scopeIn } from '../../../../lib/artifacts/roadmap/phase-alone.js'
import type { Source } from '../../../../lib/ports.js'
import { sourceFrom } from '../../../support/sources.js'

const PATH = '.planning/ROADMAP.md'
const sourceOf = (path: string, text: string) => sourceFrom(text, path)

/** A later call: it knows the table that the first one left, and sees which bytes are read. */
function later(text: string, table: string) {
  const seen = { parts: [] as string[], whole: 0 }
  const bytes = Buffer.from(text)
  const whole = sourceFrom(text, PATH)
  const source: Source = {
    path: PATH,
    sha256: whole.sha256,
    get text() {
      seen.whole++
      return text
    },
    get spans() {
      return whole.spans
    },
    parted: {
      table: () => table,
      text(from, to) {
        const part = bytes.toString('utf8', from, to)
        seen.parts.push(part)
        return part
      },
    },
  }
  return { source, seen }
}

function tableOf(text: string): string {
  let table = ''
  const source: Source = {
    ...sourceFrom(text, PATH),
    parted: {
      table(make) {
        table = make()
        return table
      },
      text: () => null,
    },
  }
  scopeIn(source, '1')
  return table
}

/** All but which of the windows it is: nobody asks that of a section by itself. */
const answers = (source: Source, id: string) =>
  JSON.stringify([phaseIn(source, id, sourceOf), scopeIn(source, id)], (key, value) =>
    key === 'window' ? undefined : value,
  )

const TEXT = `# Roadmap — Ünter

## Phases

- [x] **Phase 1: First** - one
- [ ] **Phase 2: Second** - two

### Phase 1: First

**Goal**: Eins → „One“
**Success Criteria** (what must be TRUE):
  1. a
  2. b

Plans:
- [x] 01-01-PLAN.md — a

### Phase 2: Second ✅

**Goal**: Two

#### Notes

Below it.

## Progress

| Phase | Plans Complete | Status | Completed |
|---|---|---|---|
| 1. First | 1/1 | Complete | 2026-01-02 |
`

describe('the section of one phase', () => {
  it('is read without the rest once it is known where it lies', () => {
    for (const id of ['1', '02', '2']) {
      const { source, seen } = later(TEXT, tableOf(TEXT))
      expect(answers(source, id)).toBe(answers(sourceFrom(TEXT, PATH), id))
      expect([seen.whole, seen.parts]).toEqual([0, [expect.stringMatching(/^### Phase \d.*\n\n/)]])
    }
    const { source, seen } = later(TEXT, tableOf(TEXT))
    expect(phaseIn(source, '2', sourceOf)?.text).toMatch(/^### Phase 2: Second ✅[\s\S]*Below it\.$/)
    expect(seen.whole).toBe(0)
  })

  it('is looked for in the whole where no phase has the number', () => {
    const { source, seen } = later(TEXT, tableOf(TEXT))
    expect([phaseIn(source, '9', sourceOf), seen.whole > 0]).toEqual([null, true])
  })

  it('is the one with the heading, whatever other headings say', () => {
    const text = '# R\n\n## Phase 12: Setup\n\nother\n\n## Phase 1: Setup\n\nown\n'
    expect(phaseIn(sourceFrom(text, PATH), '1', sourceOf)?.text).toBe('## Phase 1: Setup\n\nown')
  })

  it('is read from the whole where a tag around it says how it reads', () => {
    const text =
      '# R\n\n<details>\n<summary>v1.0 Old</summary>\n\n### Phase 1: First\n\n      **Goal**: deep\n\n</details>\n\n### Phase 2: Next\n\n**Goal**: g\n'
    const [inside, outside] = ['1', '2'].map((id) => {
      const { source, seen } = later(text, tableOf(text))
      expect(answers(source, id)).toBe(answers(sourceFrom(text, PATH), id))
      return seen.whole
    })
    expect([inside !== 0, outside]).toEqual([true, 0])
  })

  it('is of the open milestone first, of any other then', () => {
    const text =
      '# R\n\n## ✅ v1.0 Old\n\n### Phase 1: Closed\n\n**Goal**: old\n\n### Phase 3: Gone\n\n## 🚧 v2.0 New\n\n### Phase 1: Open\n\n**Goal**: new\n'
    const table = tableOf(text)
    const found = ['1', '3'].map((id) => {
      const { source, seen } = later(text, table)
      const { section, scope } = phaseIn(source, id, sourceOf) ?? {}
      return [section?.title, scope, seen.whole]
    })
    expect(found).toEqual([
      ['Open', 'active', 0],
      ['Gone', 'closed', 0],
    ])
  })

  it('reads by itself as in the whole, in any document', () => {
    const lines = [
      '# Roadmap',
      '## v1.0 First',
      '## 🚧 v2.0 Second (In Progress)',
      '### Phase 1: One',
      '## Phase 2: Two (INSERTED)',
      '#### Phase 2.1: Deep',
      '### [CODE] Phase 3: Coded',
      '### PROJ-4: no',
      '### Phase PROJ-4: Named',
      '  ### Phase 1: Indented',
      '- ### Phase 2: In an item',
      '> ### Phase 1: Quoted',
      '### Notes',
      '## Backlog',
      'Phase 2: Under',
      '===',
      '---',
      '**Goal**: what → it is',
      'wrapped onto this',
      '**Mode:** MVP',
      '**Depends on**: Phase 1',
      '**Requirements**: A-01, A-02',
      '**Success Criteria**:',
      '  1. first',
      '     more',
      '  - second',
      '      **UI hint**: yes',
      'Plans:',
      '**Wave 1**',
      '- [x] 01-01-PLAN.md — a',
      '- [ ] TBD',
      '- [ ] **Phase 1: One** - line',
      '- Phase 7: bullet',
      '```md',
      '```',
      '~~~',
      '<!-- open',
      'close -->',
      'a <!-- b --> c',
      'a <!-- never',
      '<details>',
      '<details open>',
      '<summary>v1.0 Old</summary>',
      '<summary>Words</summary>',
      '</details>',
      'text </details>',
      '<task type="auto">',
      '</task>',
      '| Phase | Status |',
      '|---|---|',
      '| 1. One | x |',
      '',
      '',
      '\ttabbed',
      '“quotes” ✅ 😀',
    ]
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...lines), { maxLength: 40 }),
        fc.constantFrom('\n', '\n', '\r\n', '\r'),
        fc.boolean(),
        (chosen, eol, hasMark) => {
          const text = (hasMark ? '\ufeff' : '') + chosen.join(eol)
          const table = tableOf(text)
          for (const id of ['1', '01', '2', '2.1', '3', 'PROJ-4', '4', '7', 'X-1'])
            expect(answers(later(text, table).source, id)).toBe(answers(sourceFrom(text, PATH), id))
        },
      ),
      { numRuns: 300 },
    )
  })
})
