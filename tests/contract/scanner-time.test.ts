// No text takes the scanners long: what is hard to read costs at most twice what prose costs, and eight times the text costs about eight times the time.
import { existsSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { chooseReader } from '../../lib/markdown/native.js'
import type { Scanner } from '../../lib/ports.js'
import { itWhere } from '../support/where.js'

const ADDON = new URL(`../../native/gsd-native.${process.platform}-${process.arch}.node`, import.meta.url).pathname
const MEGABYTE = 1 << 20
const ATTEMPTS = 12
/** Between 8, which a linear scanner shows for eight times the text, and 64 of a quadratic one: large results come on fresh pages, which alone can treble the figure. */
const GROWTH = 30
/** What two measurements of one thing differ by on a busy machine. */
const CLOCK = 0.2
/** Below this the clock and the allocator decide, not the TypeScript scanner. */
const FLOOR_MS = 1.5

const fill = (part: string, length = MEGABYTE) => part.repeat(Math.ceil(length / part.length)).slice(0, length)
const runs = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join('')

const PROSE = fill(runs(5, () => 'A reader of this file learns what was done, and why it was so.\n').concat('\n'))

/** Constructs at their worst that give few spans: what they cost is the work of looking. */
const WORST: Readonly<Record<string, string>> = {
  'blank lines': fill('\n'),
  'blank lines, CRLF': fill('\r\n'),
  'blank lines with blanks': fill('    \n'),
  'an unclosed fence': `\`\`\`\n${fill('text in it\n')}`,
  'lists nested on one line': `${fill('* ')}a`,
  'ordered lists nested on one line': fill('1. '),
  'lists nested by indentation': runs(1440, (depth) => `${' '.repeat(depth)}- a\n`),
  'rules in the making': `${fill('- ')}a`,
  pipes: fill('|'),
  'lines that might head a table': fill('| a | b | c | d | e | f | g | h | i | j |\n'),
  backticks: fill('`'),
  'runs of backticks, all different': runs(1440, (length) => `${'`'.repeat(length + 1)} `),
  '<': fill('<'),
  'tags nobody closes': fill('<a '),
  'comments nobody closes': fill('<!-- '),
  'quotes in a tag nobody closes': fill('<a "'),
  'block quotes': fill('> '),
  hashes: fill('#'),
  stars: fill('*'),
  colons: fill('a: '),
  backslashes: fill('\\<'),
  tabs: fill('\t'),
}

/** Texts that are nothing but spans or shortest lines: writing the result is most of their time, so only its growth is limited. */
const DENSE: Readonly<Record<string, (length: number) => string>> = {
  items: (length) => fill('- a\n', length),
  'empty items': (length) => fill('-\n', length),
  'items of three levels': (length) => fill('- a\n  - b\n    - c\n', length),
  'lazy lines below deep items': (length) => `${'- '.repeat(60)}a\n${fill('b\n', length)}`,
  'rows of a table': (length) => `|a|b|\n|-|-|\n${fill('|a|b|\n', length)}`,
  'one row of many cells': (length) => `${'|a'.repeat(length / 4)}\n${'|-'.repeat(length / 4)}`,
  'headers without a table': (length) => fill('|-\n', length),
  tags: (length) => fill('<a>', length),
  'tags of many names': (length) => runs(length / 8, (index) => `<a${index % 97}>\n`),
  'closing tags': (length) => fill('</a>', length),
  comments: (length) => fill('<!---->', length),
  'comments in paragraphs, never closed': (length) => fill('a <!-- b\n\n', length),
  'comments on one line, closed far below': (length) => `${fill('a <!-- ', length)}\n\n-->`,
  'comments on many lines, closed behind a blank one': (length) => `${fill('a <!-- b\n', length)}\n\n-->`,
  'runs of backticks': (length) => `<${runs(Math.sqrt(length * 2) - 1, (run) => `${'`'.repeat(run + 1)} `)}`,
  labels: (length) => fill('a: b\n', length),
  'bold labels': (length) => fill('**a**: b\n', length),
  headings: (length) => fill('#\n', length),
  'underlined headings': (length) => fill('a\n-\n', length),
  fences: (length) => fill('```\n', length),
  'shorter fences in one nobody closes': (length) => `\`\`\`\`\n${fill('```\n', length)}`,
  'fences in items': (length) => fill('- ```\n', length),
  rules: (length) => fill('***\n', length),
  'short lines, lone CR': (length) => fill('a\r', length),
}

function best(scanner: Scanner, text: string, times: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < times; run++) {
    const start = process.hrtime.bigint()
    scanner.scan(text)
    least = Math.min(least, Number(process.hrtime.bigint() - start) / 1e6)
  }
  return least
}

/** The least of several measurements of `figure`; stops as soon as one is within the limit, because a busy machine only ever adds time. */
function least(limit: number, figure: () => number): number {
  let result = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && result > limit; attempt++) result = Math.min(result, figure())
  return result
}

const readers = { ts: true, native: existsSync(ADDON) || process.env['GSD_READER'] === 'native' }

const THERE = Object.entries(readers).flatMap(([name, isThere]) => (isThere ? [name] : []))

describe.each(THERE)('the %s scanner', (want) => {
  const scanner = () => chooseReader({ want: want as 'ts' | 'native' }).scanner

  itWhere(want === 'ts').each(Object.entries(WORST))('takes at most twice the time of prose for %s', (_, text) => {
    const subject = scanner()
    best(subject, PROSE, 2)
    const ratio = least(2, () => {
      const perMegabyte = (best(subject, text, 5) * MEGABYTE) / text.length
      return perMegabyte < FLOOR_MS ? 1 : perMegabyte / best(subject, PROSE, 5)
    })
    expect(ratio).toBeLessThanOrEqual(2 + CLOCK)
  })

  // The addon is through with most of these before the clock can tell it from prose; what it must not be is quadratic.
  itWhere(want === 'native').each(Object.entries(WORST))('takes linear time for %s', (_, text) => {
    const subject = scanner()
    const small = text.slice(0, text.length / 8)
    best(subject, small, 5)
    const growth = least(GROWTH, () => best(subject, text, 3) / Math.max(best(subject, small, 5), 0.05))
    expect(growth).toBeLessThanOrEqual(GROWTH)
  })

  // The addon hands over megabytes of spans for these on pages the system has to find first: its time says nothing about the scanner.
  itWhere(want === 'ts').each(Object.entries(DENSE))('takes linear time for %s', (_, textOf) => {
    const subject = scanner()
    const small = textOf(MEGABYTE / 8)
    const large = textOf(MEGABYTE)
    best(subject, small, 5)
    // Below a third of a millisecond caches and fresh pages weigh more than the text: a quadratic scanner is far above it.
    const growth = least(GROWTH, () => best(subject, large, 3) / Math.max(best(subject, small, 5), 0.35))
    expect(growth).toBeLessThanOrEqual(GROWTH)
  })
})
