import { describe, expect, it } from 'vitest'
import { orderIn } from '../../../lib/core/typed-order.js'

const WORDS = 'Build a word counter\nfor `a.txt`, in two phases.'

describe('the user’s request', () => {
  it.each(['/gsd-new-project ', '$gsd-new-project ', '/gsd:new-project\n', '/gsd-next --auto '])(
    'is recorded word for word after %j',
    (command) => expect(orderIn(`${command}${WORDS}\n`)).toBe(WORDS),
  )

  it.each([
    ['a command without words', '/gsd-next'],
    ['a name alone', '/gsd-next phase 2'],
    ['a command that takes no order', `/gsd-plan-phase 1 ${WORDS}`],
    ['words that only speak of a command', `is /gsd-new-project ${WORDS} right?`],
    ['what nobody typed', `/gsd-new-project ${'word '.repeat(60_000)}`],
  ])('is not found in %s', (_, prompt) => expect(orderIn(prompt)).toBeNull())
})
