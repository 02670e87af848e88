// The scanners take linear time: eight times the text takes far less than 64 times as long.
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
/** Limit of the ratio for eight times the text: 8 is linear, 64 quadratic; fresh memory pages for large results can treble the ratio. */
const GROWTH = 30
/** Times below this are dominated by caches and fresh pages; a quadratic scanner is far above it. */
const FLOOR_MS: Readonly<Record<string, number>> = { ts: 0.35, native: 0.05 }

/** Returns the least of several CPU times in milliseconds, which a busy machine affects less than wall time. */
function leastCpuMs(scanner: Scanner, text: string, times: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < times; run++) {
    const start = process.cpuUsage()
    scanner.scan(text)
    least = Math.min(least, process.cpuUsage(start).user / 1000)
  }
  return least
}

/** Returns the least of several measurements, stopping at the first within the limit, because a busy machine only adds time. */
function least(limit: number, figure: () => number): number {
  let result = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && result > limit; attempt++) result = Math.min(result, figure())
  return result
}

const readers = { ts: true, native: existsSync(ADDON) || process.env['GSD_READER'] === 'native' }

const AVAILABLE = Object.entries(readers).flatMap(([name, isAvailable]) => (isAvailable ? [name] : []))

describe.each(AVAILABLE)('the %s scanner', (scannerName) => {
  const scanner = () => chooseReader({ scannerName: scannerName as 'ts' | 'native' }).scanner

  const expectLinear = (large: string, small: string) => {
    const subject = scanner()
    const floor = FLOOR_MS[scannerName] ?? 0
    leastCpuMs(subject, small, 5)
    const growth = least(GROWTH, () => leastCpuMs(subject, large, 1) / Math.max(leastCpuMs(subject, small, 5), floor))
    expect(growth).toBeLessThanOrEqual(GROWTH)
  }

  it.each(Object.entries(WORST))('takes linear time for %s', (_, text) => {
    expectLinear(text, text.slice(0, text.length / 8))
  })

  // For these texts the addon returns megabytes on fresh memory pages, so its time says nothing about the scanner.
  itWhere(scannerName === 'ts').each(Object.entries(DENSE))('takes linear time for %s', (_, textOf) => {
    expectLinear(textOf(LENGTH), textOf(LENGTH / 8))
  })
})
