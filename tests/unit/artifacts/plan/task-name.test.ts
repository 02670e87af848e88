// The name of a task, from the line of the draft that says what to do.
import { expect, it } from 'vitest'
import { taskName } from '../../../../lib/artifacts/plan/plan-lines.js'

it.each([
  ['`words(text)` in src/words.mjs; tests beside it', '`words(text)` in src/words.mjs'],
  ['bin/leap.mjs: reads the year', 'bin/leap.mjs: reads the year'],
  ['bin/leap.mjs: ends with 2 on wrong words. Tests', 'bin/leap.mjs: ends with 2 on wrong words'],
  ['package.json (name leap, type module, bin leap → bin/leap.mjs, script test, no dependencies)', 'package.json'],
  [
    'Count the words (blanks part them), then print what was counted (one line a file)',
    'Count the words (blanks part them), then print what was counted',
  ],
])('of %j is %j', (text, name) => {
  expect(taskName(text)).toBe(name)
})
