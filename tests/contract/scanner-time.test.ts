// No text takes the scanners long: eight times the text costs about eight times the time.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { chooseReader } from '../../lib/markdown/native.js'
import type { Scanner } from '../../lib/ports.js'
import { DENSE, LENGTH, WORST } from '../support/hard-texts.js'
import { itWhere } from '../support/where.js'

const ADDON = fileURLToPath(
  new URL(`../../native/gsd-native.${process.platform}-${process.arch}.node`, import.meta.url),
)
const ATTEMPTS = 36
/** Between 8, which a linear scanner shows for eight times the text, and 64 of a quadratic one: large results come on fresh pages, which alone can treble the figure. */
const GROWTH = 30
/** Below this caches and fresh pages weigh more than the text: a quadratic scanner is far above it. */
const FLOOR_MS: Readonly<Record<string, number>> = { ts: 0.35, native: 0.05 }

/** Milliseconds of CPU: a busy machine counts less than on the clock. */
function best(scanner: Scanner, text: string, times: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < times; run++) {
    const start = process.cpuUsage()
    scanner.scan(text)
    least = Math.min(least, process.cpuUsage(start).user / 1000)
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

describe.each(THERE)('the %s scanner', (scannerName) => {
  const scanner = () => chooseReader({ scannerName: scannerName as 'ts' | 'native' }).scanner

  const expectLinear = (large: string, small: string) => {
    const subject = scanner()
    const floor = FLOOR_MS[scannerName] ?? 0
    best(subject, small, 5)
    const growth = least(GROWTH, () => best(subject, large, 1) / Math.max(best(subject, small, 5), floor))
    expect(growth).toBeLessThanOrEqual(GROWTH)
  }

  it.each(Object.entries(WORST))('takes linear time for %s', (_, text) => {
    expectLinear(text, text.slice(0, text.length / 8))
  })

  // The addon hands over megabytes of spans for these on pages the system has to find first: its time says nothing about the scanner.
  itWhere(scannerName === 'ts').each(Object.entries(DENSE))('takes linear time for %s', (_, textOf) => {
    expectLinear(textOf(LENGTH), textOf(LENGTH / 8))
  })
})
