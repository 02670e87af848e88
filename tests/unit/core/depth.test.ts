// How much ceremony a phase gets, and why.
import { describe, expect, it } from 'vitest'
import { judgeDepth } from '../../../lib/core/depth.js'

const measure = { requirements: 4, criteria: 3, files: 0, words: 'Convert units on the command line' }

describe('the depth of a phase', () => {
  it.each([
    ['small work without a risk is light', {}, 'light', 'no risk named'],
    ['many requirements make it standard', { requirements: 11 }, 'standard', '11 requirements'],
    ['many files make it standard once it is planned', { files: 26 }, 'standard', '26 files'],
    ['one risk in small work leaves it light, and is named', { words: 'Make it crash-safe' }, 'light', 'a risk: loss'],
    ['two risks make it standard', { words: 'Migrate it under a lock: locks' }, 'standard', 'a risk: concurrency'],
    [
      'what is refused as unknown is known',
      { words: 'An unknown command, or an unknown name, exits with 2' },
      'light',
      '',
    ],
    ['what a program evaluates is known', { words: 'Users can evaluate expressions and explore folders' }, 'light', ''],
    [
      'what is still unknown makes it standard',
      { words: 'The format of the export is unknown' },
      'standard',
      'found out',
    ],
    ['what has to be found out makes it standard', { words: 'Evaluate two engines' }, 'standard', 'found out'],
    ['a risk with something unknown is heavy', { words: 'Evaluate how to encrypt' }, 'heavy', 'a risk: security'],
    ['three risks are heavy', { words: 'Migrate payments behind a login' }, 'heavy', 'a risk: money'],
    ['very much is heavy', { criteria: 26 }, 'heavy', '26 criteria'],
  ])('%s', (_, more, name, reason) => {
    const depth = judgeDepth({ ...measure, ...more })
    expect([depth.name, depth.reason]).toEqual([name, expect.stringContaining(reason)])
  })

  it('takes no part of a word for a risk', () => {
    expect(judgeDepth({ ...measure, words: 'Print the clock, tokenize nothing, unlock no door' }).name).toBe('light')
  })
})
