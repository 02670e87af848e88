// One phase of a roadmap, and which milestone it belongs to.
import { describe, expect, it } from 'vitest'
import { phaseIn, scopeIn } from '../../../../lib/artifacts/roadmap/phase-alone.js'
import { sourceFrom } from '../../../support/sources.js'

const PATH = '.planning/ROADMAP.md'

describe('the section of one phase', () => {
  it('ends where the next section of its level begins', () => {
    const text =
      '# R\n\n### Phase 1: First\n\n**Goal**: one\n\n### Phase 2: Second ✅\n\n**Goal**: two\n\n#### Notes\n\nBelow it.\n\n## Progress\n'
    expect(phaseIn(sourceFrom(text, PATH), '02')?.text).toBe(
      '### Phase 2: Second ✅\n\n**Goal**: two\n\n#### Notes\n\nBelow it.',
    )
    expect(phaseIn(sourceFrom(text, PATH), '9')).toBeNull()
  })

  it('is the one with the heading, whatever other headings say', () => {
    const text = '# R\n\n## Phase 12: Setup\n\nother\n\n## Phase 1: Setup\n\nown\n'
    expect(phaseIn(sourceFrom(text, PATH), '1')?.text).toBe('## Phase 1: Setup\n\nown')
  })

  it('is of the open milestone first, of any other then', () => {
    const text =
      '# R\n\n## ✅ v1.0 Old\n\n### Phase 1: Closed\n\n**Goal**: old\n\n### Phase 3: Gone\n\n## 🚧 v2.0 New\n\n### Phase 1: Open\n\n**Goal**: new\n'
    const source = sourceFrom(text, PATH)
    expect(['1', '3'].map((id) => [phaseIn(source, id)?.section.title, scopeIn(source, id)])).toEqual([
      ['Open', 'active'],
      ['Gone', 'closed'],
    ])
  })
})
