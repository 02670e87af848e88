// Every failed test is seen in what a refusal quotes.
import { expect, it } from 'vitest'
import { failureText } from '../../../../lib/core/judging/failures.js'

const lines = (name: string) => Array.from({ length: 60 }, (_, at) => `    ${name} line ${at}`).join('\n')

it.each([
  ['TAP', (name: string) => `not ok 1 - ${name}\n  ---\n  error: '${name} is 3'\n${lines(name)}\n  ...`],
  ['node', (name: string) => `✖ ${name} (1.2ms)\n  ${name} is 3\n${lines(name)}`],
  ['pytest', (name: string) => `_______ ${name} _______\n  ${name} is 3\n${lines(name)}`],
  ['vitest', (name: string) => ` FAIL  a.test.ts > ${name}\n  ${name} is 3\n${lines(name)}`],
  ['jest', (name: string) => `  ● a › ${name}\n  ${name} is 3\n${lines(name)}`],
  ['go', (name: string) => `--- FAIL: ${name} (0.00s)\n  ${name} is 3\n${lines(name)}`],
  ['cargo', (name: string) => `---- ${name} stdout ----\n  ${name} is 3\n${lines(name)}`],
])('of %s', (_, failure) => {
  const said = failureText(`start\n${failure('first')}\n${failure('second')}\n# fail 2\n`)
  expect(said).toContain('first is 3')
  expect(said).toContain('second is 3')
  expect(said.split('\n').length).toBeLessThanOrEqual(40)
})

it('is the end of the output where no test, or one alone, is named', () => {
  expect(failureText(`${lines('x')}\nnot ok 1 - one\nboom\n`)).toMatch(/x line 59\nnot ok 1 - one\nboom$/)
})
