import { describe, expect, it } from 'vitest'
import { commandIn } from '../../../lib/artifacts/parts/command-line.js'

describe('a check on one line', () => {
  it.each([
    ['npm test -- queue'],
    ['`npm test -- queue`'],
    ["'npm test -- queue'"],
    ['"npm test -- queue"'],
    ["`'npm test -- queue'`"],
    ['["npm", "test", "--", "queue"]'],
  ])('is the same command with or without quotes around it: %s', (line) => {
    expect(commandIn(line)).toEqual({ argv: ['npm', 'test', '--', 'queue'], expect: 0 })
  })

  it('keeps a quoted argument whole, and may name the expected exit code', () => {
    expect(commandIn("node -e 'process.exit(1)' expect 1")).toEqual({
      argv: ['node', '-e', 'process.exit(1)'],
      expect: 1,
    })
  })

  it.each([["'npm test' | cat"], ["'npm test | cat'"], ['"npm test && true"'], ["npm 'test"], ['']])(
    'is refused if it is not one command: %s',
    (line) => {
      expect(commandIn(line)).not.toHaveProperty('argv')
    },
  )
})
