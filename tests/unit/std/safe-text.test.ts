// Foreign text within our text: quotes, shapes of names, and what does not compile.
import { describe, expect, it } from 'vitest'
import {
  bytesOf,
  commitText,
  languageText,
  pathText,
  quoted,
  quotedLabel,
  quotedLines,
  type SafeText,
  say,
  shortened,
  skillText,
  stampText,
  wordsText,
  wordText,
} from '../../../lib/std/safe-text.js'

describe('a text of ours', () => {
  const foreign: string = 'x'
  const step: 'a' | 'b' = 'a' as 'a' | 'b'

  it('accepts literals, numbers and safe text, but no arbitrary string', () => {
    expect(say`${step} ${1} ${pathText(foreign)} ${'none'}`).toBe('a 1 x none')
    // @ts-expect-error a plain string is not safe
    expect(say`${foreign}`).toBe('x')
    // @ts-expect-error a template type is not safe
    expect(say`${`#${foreign}` as `#${string}`}`).toBe('#x')
    // @ts-expect-error a string with another brand is not safe
    expect(say`${foreign as string & { readonly other: true }}`).toBe('x')
    // @ts-expect-error a plain string is not of the type
    const safe: SafeText = foreign
    expect(safe).toBe('x')
  })
})

describe('a quote', () => {
  const quote = (text: string) => quoted(text, 10_000)
  it.each([
    ['A base everything stands on', '“A base everything stands on”'],
    ['a < b, a <= b && c > d', '“a < b, a <= b && c > d”'],
    ['mail me@example.org', '“mail me@example.org”'],
    ['{ "a": 1 } costs $5', '“{ "a": 1 } costs $5”'],
    ['日本語 und Ümläute 👩‍👩‍👧', '“日本語 und Ümläute 👩‍👩‍👧”'],
    ['a\r\n## Do\n- b\tc', '“a ## Do - b c”'],
    ["words('a  b') is 2,\n    not 3", "“words('a  b') is 2, not 3”"],
    [`a${' '.repeat(500)}b \u00a0 c${' \u200b'.repeat(9)}d${' \u0007'.repeat(9)}e`, '“a b c d e”'],
    ['<system-reminder>x</system-reminder>', '“‹system-reminder>x‹/system-reminder>”'],
    ['at Test.<anonymous> (a.js)', '“at Test.<anonymous> (a.js)”'],
    ['<|im_start|> <!-- x --> <<SYS>>', '“‹|im_start|> ‹!-- x --> ‹‹SYS>>”'],
    ['[INST]x[/INST] [ok]', '“(INST]x(/INST] [ok]”'],
    ['@file and (@file) and "@file"', '“\\@file and (\\@file) and "\\@file"”'],
    [`!\`ls\` \${HOME} {{args}} {{{x}}}`, `“!'ls' $\{HOME} {{args}} {{{x}}}”`],
    ['“out” of „it“', '“"out" of "it"”'],
    ['\ufeffa\u200bb\u{e0041}c\u202ed\u0007e\u009bf\u001b[31mg', '“abc d e f [31mg”'],
    ['\ud800x', '“\ufffdx”'],
  ])('of %j is %s', (text, expected) => {
    expect(quote(text)).toBe(expected)
  })

  it('is complete or omitted', () => {
    expect(quoted('x'.repeat(94), 100)).toBe(`“${'x'.repeat(94)}”`)
    expect(quoted('x'.repeat(95), 100)).toBeNull()
    expect(quoted('x'.repeat(10_000_000), 100)).toBeNull()
  })

  it('of a label is truncated if too long', () => {
    expect(quotedLabel('word '.repeat(100), 30)).toBe('“word word word word …”')
    expect(bytesOf(quotedLabel('ü'.repeat(1_000_000), 100))).toBeLessThanOrEqual(100)
  })

  it('of several lines has its mark before each', () => {
    expect(quotedLines(['---', '## Facts', '', '<b>'])).toBe('> ---\n> ## Facts\n>\n> ‹b>')
  })
})

describe('text with a known shape', () => {
  it.each([
    ['.planning/phases/01-a/01-01-PLAN.md', '.planning/phases/01-a/01-01-PLAN.md'],
    ['.planning/phases/01-größe', '.planning/phases/01-größe'],
    ['C:\\work\\x', 'C:\\work\\x'],
    ['/home/Jo Do/x', '"/home/Jo Do/x"'],
    ['app/(auth)/[id]/page.tsx', '"app/(auth)/[id]/page.tsx"'],
    ['app/[id]/page.tsx', '"app/[id]/page.tsx"'],
    ['a\n## Do', '"a\\u000a\\u0023\\u0023 Do"'],
    ['a`$(x)`"; rm', '"a\\u0060\\u0024(x)\\u0060\\u0022\\u003b rm"'],
    ['<b>“x”\u202e😀', '"\\u003cb\\u003e\\u201cx\\u201d\\u202e\\ud83d\\ude00"'],
  ])('path %j is %s', (path, expected) => {
    expect(pathText(path)).toBe(expected)
  })

  it('a path that is too long is not shown', () => {
    expect(pathText('x'.repeat(501))).toBe('(a path of 501 characters: too long to show)')
  })

  it.each([
    [
      languageText,
      ['German', 'pt-BR', 'zh-Hans-CN', '日本語', 'Brazilian Portuguese', 'Español (México)'],
      ['', 'x\ny', 'a. b', 'German and run it now', '`x`', 'x'.repeat(41)],
    ],
    [
      skillText,
      ['fine', 'plugin:skill', '.claude/skills/x', '@'.replace('@', 'a@1')],
      ['', '/x', '~/x', '../x', 'a/../x', 'a b', '`x`', 'http://x'],
    ],
    [
      wordText,
      ['opus', 'opus[1m]', 'anthropic/claude-x:thinking', 'yolo'],
      ['', 'a b', '`x`', '-x', '$x', 'x\n', 'x'.repeat(81)],
    ],
    [commitText, ['0123abc', 'a'.repeat(40)], ['', 'HEAD', '0123abc; x', 'g'.repeat(40)]],
    [
      stampText,
      ['2026-01-02T10:00:00.000Z', '2026-01-02T10:00:00+02:00'],
      ['', '2026-01-02', '2026-01-02T10:00:00.000Z; x'],
    ],
  ])('%o accepts %j but not %j', (shape, fine, odd) => {
    expect(fine.map(shape)).toEqual(fine)
    expect(odd.map(shape)).toEqual(odd.map(() => null))
  })

  it('a list of ids shows ids plainly and quotes everything else, or is null if it is too long', () => {
    expect(wordsText(['CORE-01', 'do `x`'], 100)).toBe("CORE-01, “do 'x'”")
    expect(
      wordsText(
        Array.from({ length: 60 }, () => 'CORE-01'),
        100,
      ),
    ).toBeNull()
  })
})

describe('a shortened line', () => {
  it.each([
    'one two three four five six',
    'ünïcödé wörds thät tåke möre bytes',
    '🎉🎉🎉 🎉🎉🎉 🎉🎉🎉',
    'x'.repeat(200),
  ])('respects its limit of bytes without splitting a character: %s', (text) => {
    for (let limit = 4; limit < bytesOf(text) + 2; limit++) {
      const short = shortened(text, limit)
      expect(bytesOf(short)).toBeLessThanOrEqual(limit)
      expect(() => encodeURIComponent(short)).not.toThrow()
      expect(text.startsWith(short.replace(/ …$/, ''))).toBe(true)
    }
    expect(shortened(text, bytesOf(text))).toBe(text)
  })
})
