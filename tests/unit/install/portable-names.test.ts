// Names that every system takes.
import { describe, expect, it } from 'vitest'
import { checkDistinct, nameProblem, sameName } from '../../../lib/install/portable-names.js'

describe('a path below a root', () => {
  it.each([
    'commands/gsd-next.md',
    'skills/gsd-next/agents/openai.yaml',
    'get-shit-done/bin/.x',
    'a/console.md',
    'com.md',
    'com10',
  ])('is taken everywhere: %s', (path) => expect(nameProblem(path)).toBeNull())
  it.each(['a/con', 'NUL.txt', 'a/Lpt1.md/b', 'com¹', 'a:b', 'what?.md', 'a/b.', 'a /b', 'a\\b', 'a\tb', 'x"y'])(
    'is not taken everywhere: %s',
    (path) => expect(nameProblem(path)).not.toBeNull(),
  )
})

describe('paths of one tree', () => {
  it('are distinct where names have no case, or are told', () => {
    expect(sameName(['a/B', 'a/c', 'a/B'])).toBeNull()
    expect(sameName(['a/B', 'a/b'])).toEqual(['a/B', 'a/b'])
    expect(sameName(['caf\u00e9', 'cafe\u0301'])).not.toBeNull()
    expect(() => checkDistinct(['skills/X', 'skills/x'])).toThrow(/same file where case does not count/)
  })
})
