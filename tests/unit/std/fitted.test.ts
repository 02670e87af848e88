import { expect, it } from 'vitest'
import { fitted } from '../../../lib/std/fitted.js'

it.each([
  ['a line that fits', '! as it is', '! as it is'],
  ['a plain line', 'one two three four five six seven', 'one two three four five\nsix seven'],
  ['an item', '- one two three four five six', '- one two three four five\n  six'],
  ['an item that is indented', '  ! one two three four five six', '  ! one two three four\n    five six'],
  ['a column', '  a  one two three four five six', '  a  one two three four\n     five six'],
  ['a named fact', 'Why: one two three four five six', 'Why: one two three four\n  five six'],
  ['a setting', 'workflow.mode = true  (project; boolean)', 'workflow.mode = true\n  (project; boolean)'],
  ['a call to copy, which stays whole', '  fix: gsd install --global --claude', '  fix: gsd install --global --claude'],
  ['a call to run, which stays whole', '  fix: run gsd install --global', '  fix: run gsd install --global'],
  ['a call to undo, which stays whole', 'To undo: gsd uninstall --global', 'To undo: gsd uninstall --global'],
  ['a sentence about a call', 'fix: run gsd trust (the list is long)', 'fix: run gsd trust (the\n  list is long)'],
  [
    'a word that is too long',
    '! /a/path/that/has/no/blank/in/it is gone',
    '! /a/path/that/has/no/blank/in/it\n  is gone',
  ],
])('%s is fitted to 25 columns, and unchanged without a limit', (_, text, expected) => {
  expect(fitted(text, 25)).toBe(expected)
  expect(fitted(text, 0)).toBe(text)
})

it('characters without width are not counted', () => {
  const [bold, text] = ['<b>', 'one two three four five six seven']
  const bare = (part: string) => part.replaceAll(bold, '')
  expect(fitted(text.replaceAll(' ', ` ${bold}`), 25, bare).replaceAll(bold, '')).toBe(fitted(text, 25))
})
