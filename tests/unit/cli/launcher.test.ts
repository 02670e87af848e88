import { describe, expect, it } from 'vitest'
import { pasteable } from '../../../lib/cli/launcher.js'

const CLI = 'node "/opt/$& pack/bin/gsd-tools.cjs"'

describe('advice', () => {
  it.each([
    ['gsd-tools next', `${CLI} next`],
    ['ask again: gsd-tools next; or wait', `ask again: ${CLI} next; or wait`],
    ['gsd-tools trust (accepts it), or gsd-tools next', `${CLI} trust (accepts it), or ${CLI} next`],
    [`${CLI} next`, `${CLI} next`],
    ['look into bin/gsd-tools for it', 'look into bin/gsd-tools for it'],
    ['gsd-tools: NOT_FOUND', 'gsd-tools: NOT_FOUND'],
  ])('%j names the launcher', (text, expected) => expect(pasteable(text, CLI)).toBe(expected))

  it('stays as it is in a checkout', () => expect(pasteable('gsd-tools next', null)).toBe('gsd-tools next'))
})
