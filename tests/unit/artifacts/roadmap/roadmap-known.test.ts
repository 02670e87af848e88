// What is kept of a large roadmap, and what a later call is given of it.
import { describe, expect, it } from 'vitest'
import { roadmap } from '../../../../lib/artifacts/roadmap/roadmap-codec.js'
import { sourceFrom } from '../../../support/sources.js'

const TEXT =
  '# Roadmap\n\n## Phases\n\n- [x] **Phase 1: First** - one\n- [ ] **Phase 2: Second** - two\n\n### Phase 1: First\n\n**Goal**: One\n**Depends on**: Nothing\n\nPlans:\n- [x] 01-01-PLAN.md — a\n\n### Phase 2: Second\n\n**Goal**: Two\n**Depends on**: Phase 1\n**UI hint**: yes\n\n## Progress\n\n| Phase | Plans Complete | Status | Completed |\n|---|---|---|---|\n| 1. First | 1/1 | Complete | 2026-01-02 |\n'

/** A call that is given these notes, as they come out of a file, and adds its own. `reads`: how often the text was asked for. */
function callWith(notes: Record<string, unknown>, written = TEXT) {
  const plain = sourceFrom(written, '.planning/ROADMAP.md')
  const kept = JSON.parse(JSON.stringify(notes)) as Record<string, unknown>
  const seen = { reads: 0 }
  const source = {
    ...plain,
    get text() {
      seen.reads++
      return plain.text
    },
    known<T>(name: string, make: () => T): T {
      if (!Object.hasOwn(kept, name)) kept[name] = make()
      return kept[name] as T
    },
  }
  const { value } = roadmap.parse(source)
  return { value, kept, seen }
}

const whole = roadmap.parse(sourceFrom(TEXT, '.planning/ROADMAP.md')).value

describe('a roadmap of which something is known', () => {
  it('keeps of the phases what was asked for', () => {
    const { value, kept } = callWith({})
    expect(value.phases[1]?.dependsOn).toBe('Phase 1')
    expect(JSON.stringify(kept)).toContain('"Two"')
    expect(JSON.stringify(kept)).not.toContain('"One"')
  })

  it('answers what is kept without the text, and keeps all of it when something is missed', () => {
    const first = callWith({})
    expect(first.value.phases[1]?.goal).toBe('Two')
    const second = callWith(first.kept)
    expect([second.value.phases[1]?.goal, second.seen.reads]).toEqual(['Two', 0])
    expect(second.value.phases[0]?.goal).toBe('One')
    expect(second.value.checklist).toEqual(whole.checklist)
    expect(second.value.progress).toEqual(whole.progress)
    const third = callWith(second.kept)
    const sections = third.value.phases.map(({ id, title, goal, dependsOn, plans, fields }) => {
      return { id, title, goal, dependsOn, plans, fields }
    })
    expect(whole.phases).toMatchObject(sections)
    expect({ ...third.value, phases: [] }).toEqual({ ...whole, phases: [] })
    expect(third.seen.reads).toBe(0)
  })

  it('is not put together of two texts: where it was written meanwhile, the call says so', () => {
    const first = callWith({})
    expect(first.value.phases[1]?.goal).toBe('Two')
    const [one = '', two = ''] = ['### Phase 1: First', '### Phase 2: Second']
    for (const text of [
      TEXT.replace(two, `### Phase 1.1: Between\n\n**Goal**: Both\n\n${two}`),
      TEXT.split(one)[0] as string,
    ]) {
      const { value } = callWith(first.kept, text)
      expect(() => value.phases[0]?.goal).toThrow('changed while it was read')
    }
  })
})
