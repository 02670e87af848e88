// The depth of a phase, and its reason.
import { describe, expect, it } from 'vitest'
import { depthBySize, depthIn } from '../../../lib/core/depth.js'

const measure = { requirements: 4, criteria: 3, files: 0 }

describe('the depth of a phase', () => {
  it.each([
    ['small work is light', {}, 'light', 'requirements: 4, criteria: 3'],
    ['many requirements make it standard', { requirements: 11 }, 'standard', 'requirements: 11'],
    ['many files make it standard once it is planned', { files: 26 }, 'standard', 'files: 26'],
    ['many criteria make it heavy', { criteria: 26 }, 'heavy', 'criteria: 26'],
  ])('%s', (_, more, name, reason) => {
    const depth = depthBySize({ ...measure, ...more })
    expect([depth.name, depth.reason]).toEqual([name, expect.stringContaining(reason)])
  })

  it.each([
    ['heavy: money moves', 'heavy'],
    ['**Light**', 'light'],
    ['as deep as it gets', null],
    ['', null],
  ])('%j means %s', (text, name) => expect(depthIn(text)).toBe(name))
})
