// What is said before one version takes the place of another.

import { describe, expect, it } from 'vitest'
import { changesBetween } from '../../../lib/install/news.js'
import { textOf } from '../../support/texts.js'

const LOG = textOf('news/log.md')

describe('what is new', () => {
  it.each<[string, string, readonly string[]]>([
    ['1.8.0', '1.10.0', ['Ten.', 'Nine.', '- This.']],
    ['1.9.0', '1.10.0', ['Ten.']],
    ['1.8.0', '1.9.0', ['Nine.', '- This.']],
    ['1.7.0', '1.8.0', ['Eight.']],
    ['1.10.0', '1.10.0', []],
    ['1.10.0', '1.8.0', []],
  ])('from %s to %s', (from, to, expected) => {
    const changes = changesBetween(LOG, from, to)
    expect(['Not yet.', 'Ten.', 'Nine.', '- This.', 'Eight.'].filter((line) => changes.includes(line))).toEqual(
      expected,
    )
  })

  it('is the section as it stands there, fences and all', () => {
    expect(changesBetween(LOG, '1.9.0', '1.10.0')).toBe('## [1.10.0] - 2026-10-01\n\nTen.\n\n```\n## 1.9.5\n```')
  })
})
