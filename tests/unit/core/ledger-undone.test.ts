import { describe, expect, it } from 'vitest'
import { frameLine, hashOfLine } from '../../../lib/core/history/journal.js'
import { finishedIn, parseLedger } from '../../../lib/core/history/ledger.js'
import { sha256 } from '../../../lib/node/digest.js'

const CLOCK = { now: () => Date.parse('2026-02-01T00:00:00.000Z') }
const line = (payload: unknown): string => frameLine(payload, sha256)
const at = '2026-01-01T00:00:00.000Z'
const created = line({ kind: 'created', at })
const undone = (...lines: readonly string[]) => line({ kind: 'undone', at, lines: lines.map(hashOfLine) })
const isCreated = (...lines: readonly string[]) => finishedIn(parseLedger(lines.join(''), sha256, CLOCK)).isCreatedHere

describe('an undone line', () => {
  const undo = undone(created)
  const redo = undone(undo)

  it('does not count, wherever a merge has put the lines', () => {
    expect(isCreated(created)).toBe(true)
    expect(isCreated(created, undo)).toBe(false)
    expect(isCreated(undo, created)).toBe(false)
    expect(isCreated(created, undo, created)).toBe(false)
  })

  it('counts again when the undo is undone, even at the same time', () => {
    for (const lines of [
      [created, undo, redo],
      [redo, undo, created],
      [undo, redo, created],
    ])
      expect(isCreated(...lines)).toBe(true)
    expect(isCreated(created, undo, redo, undone(redo))).toBe(false)
  })

  it('with an invalid undo still counts', () => {
    for (const lines of ['x', null, { length: 2 }, [[1]]])
      expect(isCreated(created, line({ kind: 'undone', at, lines }))).toBe(true)
  })
})
