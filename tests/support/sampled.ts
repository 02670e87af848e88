// Cases and rounds of a matrix file: all of them in CI, a sample in an ordinary run.
import { expect } from 'vitest'
import { GIVEN } from './given.js'
import { samplesCases } from './matrix-files.js'

/** Set by the project `matrix` of vitest.config.ts. A file that samples and is not listed would never run whole. */
function isWhole(): boolean {
  const path = expect.getState().testPath?.replaceAll('\\', '/') ?? ''
  if (!samplesCases(path)) throw new Error(`${path} samples its cases: name it in tests/support/matrix-files.ts`)
  return process.env['GSD_MATRIX'] === 'whole'
}

/** All cases in CI, in an ordinary run at most `most`, spread evenly, the first and the last among them. */
export function sampled<T>(cases: readonly T[], most: number): readonly T[] {
  if (isWhole() || cases.length <= most) return cases
  const step = (cases.length - 1) / Math.max(1, most - 1)
  return Array.from({ length: most }, (_, n) => cases[Math.round(n * step)] as T)
}

/** Whether an ordinary run on this machine has shown all but what its samples left out. */
export const isRest = (): boolean => GIVEN.env['GSD_SAMPLE'] === 'rest'

/** A number of rounds, or a stride: that of CI, or that of an ordinary run. */
export const ordinarily = (inCi: number, ordinary: number): number => (isWhole() ? inCi : ordinary)
