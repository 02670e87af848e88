import { describe, expect, it } from 'vitest'
import { splitWords } from '../../../lib/std/words.js'

describe('a command line', () => {
  it.each([
    ['npm test', ['npm', 'test']],
    ['  a  "b c"\t\'d e\' ', ['a', 'b c', 'd e']],
    ['a\'b\'"c"', ['abc']],
    ['a\\ b "c\\"d"', ['a b', 'c"d']],
    ["''", ['']],
    ['file#1 a~b', ['file#1', 'a~b']],
    ['', []],
  ])('%j is the words %j', (line, words) => {
    expect(splitWords(line)).toEqual({ words })
  })

  it.each([
    'a | b',
    'a && b',
    'a; b',
    'a > b',
    'a $HOME',
    'a "$(b)"',
    'a `b`',
    'a *.ts',
    'CI=1 npm test',
    'a "b',
    '~/run',
  ])('%j needs a shell', (line) => {
    expect(splitWords(line)).toHaveProperty('needsShell')
  })
})
