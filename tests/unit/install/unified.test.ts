// Diffs of a person's files, taken by git as any other program's.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unified } from '../../../lib/install/unified.js'
import { temporaryHome } from '../../support/home.js'
import { randomOf } from '../../support/random.js'

type Case = readonly [before: string | null, after: string | null]

/** What git makes of the files by these diffs. */
function applied(cases: readonly Case[]): readonly (string | null)[] {
  const folder = temporaryHome()
  for (const [at, [before]] of cases.entries()) if (before !== null) writeFileSync(join(folder, `f${at}`), before)
  const patch = cases.map(([before, after], at) => unified(`f${at}`, before, after)).join('')
  execFileSync('git', ['apply', '-p0', '--whitespace=nowarn', '-'], { cwd: folder, input: patch, stdio: 'pipe' })
  return cases.map((_, at) => {
    const path = join(folder, `f${at}`)
    return existsSync(path) ? readFileSync(path, 'utf8') : null
  })
}

describe('a unified diff', () => {
  it.each<[string, Case]>([
    ['a line in the middle', ['a\nb\nc\n', 'a\nB\nc\n']],
    ['a file that is made', [null, 'a\nb\n']],
    ['a file that goes', ['a\nb\n', null]],
    ['an end without a line feed on either side', ['a\nb', 'a\nc']],
    ['a line feed that comes', ['a', 'a\n']],
    ['Windows line ends', ['a\r\nb\r\n', 'a\r\nc\r\n']],
    ['a line before the first', ['b\n', 'a\nb\n']],
    ['two places far from each other', [`a\n${'x\n'.repeat(20)}b\n`, `A\n${'x\n'.repeat(20)}B\n`]],
    ['two places whose surroundings touch', [`a\n${'x\n'.repeat(6)}b\n`, `A\n${'x\n'.repeat(6)}B\n`]],
  ])('of %s is what git makes the text of', (_, one) => {
    expect(applied([one])).toEqual([one[1]])
  })

  it('of any two texts is what git makes the second of', () => {
    const random = randomOf(5)
    const text = () =>
      `${Array.from({ length: 1 + random.below(30) }, () => 'abc'.charAt(random.below(3))).join('\n')}${random.below(2) === 0 ? '' : '\n'}`
    const cases = Array.from({ length: 60 }, (): Case => [text(), text()])
    expect(applied(cases)).toEqual(cases.map(([, after]) => after))
  })

  it('of the same text twice says nothing', () => {
    expect(unified('x', 'a\n', 'a\n')).toBe('')
  })

  it('shows three lines around a change and no more', () => {
    const lines = Array.from({ length: 9 }, (_, at) => `${at}\n`)
    expect(unified('x', lines.join(''), lines.with(4, 'new\n').join(''))).toBe(
      '--- x\n+++ x\n@@ -2,7 +2,7 @@\n 1\n 2\n 3\n-4\n+new\n 5\n 6\n 7\n',
    )
  })
})
