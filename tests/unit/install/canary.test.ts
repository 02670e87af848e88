// Conclusions from a client's listing.
import { describe, expect, it } from 'vitest'
import { checkListings, expectedOf } from '../../../lib/install/canary.js'
import { installedNameAt } from '../../../lib/install/visible.js'
import type { ListingResult } from '../../../lib/runtimes/runtime.js'

const listing = (part: Partial<ListingResult>): ListingResult => ({
  commands: null,
  agents: null,
  warnings: [],
  ...part,
})
const EXPECTED = { command: ['gsd-help', 'gsd-next'], agent: ['gsd-planner'] }
const FINE = { refused: [], missing: [], doubled: [], isShown: true }

describe('the installed name of a file', () => {
  it.each([
    ['commands/gsd-next.md', 'gsd-next'],
    ['skills/gsd-next/SKILL.md', 'gsd-next'],
    ['skills/gsd-next/agents/openai.yaml', 'gsd-next'],
    ['commands/gsd/next.toml', 'gsd-next'],
    ['skills/gsd/gsd-next/SKILL.md', 'gsd-next'],
    ['agents/gsd-planner.agent.md', 'gsd-planner'],
    ['agents/gsd-planner/AGENT.md', 'gsd-planner'],
    ['agents/gsd-planner.yml', 'gsd-planner'],
    ['skills/mine/SKILL.md', null],
    ['skills/gsd', null],
  ])('%s is %s', (path, name) => {
    expect(installedNameAt(path)).toBe(name)
  })
})

it('expects the client’s own entries that are still on disk', () => {
  const file = (kind: 'entry' | 'agent', owners: string[]) => ({ sha256: 'x', kind, owners })
  const files = {
    'agents:skills/gsd-next/SKILL.md': file('entry', ['a', 'b']),
    'agents:skills/gsd-next/agents/openai.yaml': file('entry', ['a', 'b']),
    'agents:skills/gsd-gone/SKILL.md': file('entry', ['a']),
    'a:agents/gsd-planner.md': file('agent', ['a']),
  }
  const isThere = (key: string) => !key.includes('gone')
  expect(expectedOf(files, 'a', isThere)).toEqual({ command: ['gsd-next'], agent: ['gsd-planner'] })
  expect(expectedOf(files, 'b', isThere)).toEqual({ command: ['gsd-next'], agent: [] })
})

describe('the verdict', () => {
  it('is fine if every name is shown once, whatever else is listed or reported', () => {
    const results = [
      listing({ commands: ['gsd-next', 'mine', 'mine', 'gsd-help'], warnings: ['skills/mine: invalid'] }),
      listing({ agents: ['gsd-planner'] }),
    ]
    expect(checkListings(EXPECTED, results)).toEqual(FINE)
  })

  it('names refused, missing and duplicate entries', () => {
    const results = [
      listing({ commands: ['gsd-next', 'gsd-next'], warnings: ['error: gsd-help/SKILL.md: no name'] }),
      listing({ agents: ['gsd-planner'], warnings: ['error: gsd-help/SKILL.md: no name'] }),
    ]
    expect(checkListings(EXPECTED, results)).toEqual({
      refused: ['error: gsd-help/SKILL.md: no name'],
      missing: ['gsd-help'],
      doubled: ['gsd-next'],
      isShown: true,
    })
  })

  it('names nothing as missing if a listing shows nothing of ours', () => {
    expect(checkListings(EXPECTED, [listing({ commands: ['mine'], agents: [] })])).toEqual({ ...FINE, isShown: false })
  })

  it('counts only warnings if no listing shows names, and says so', () => {
    expect(checkListings(EXPECTED, [listing({})])).toEqual({ ...FINE, isShown: null })
    const refused = ['Failed to load agent from agents/gsd-planner.md']
    expect(checkListings(EXPECTED, [listing({ warnings: refused })])).toEqual({ ...FINE, refused, isShown: null })
  })
})
