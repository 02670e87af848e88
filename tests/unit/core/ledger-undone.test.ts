import { describe, expect, it } from 'vitest'
import { frameLine, hashOfLine } from '../../../lib/core/history/journal.js'
import { parseLedger } from '../../../lib/core/history/ledger.js'
import { adoptionsIn } from '../../../lib/core/history/ledger-says.js'
import { sha256 } from '../../../lib/node/digest.js'

const CLOCK = { now: () => Date.parse('2026-02-01T00:00:00.000Z') }
const line = (payload: unknown): string => frameLine(payload, sha256)
const at = '2026-01-01T00:00:00.000Z'
const adopted = line({ kind: 'adopted', at, phases: [{ id: '01', digest: 'd' }], plans: [] })
const undone = (...lines: readonly string[]) => line({ kind: 'undone', at, lines: lines.map(hashOfLine) })
const decided = (...lines: readonly string[]) => adoptionsIn(parseLedger(lines.join(''), sha256, CLOCK)).decided

describe('a line that was taken back', () => {
  const undo = undone(adopted)
  const redo = undone(undo)

  it('counts no more, wherever a merge has put the lines', () => {
    expect(decided(adopted)).toBe(true)
    expect(decided(adopted, undo)).toBe(false)
    expect(decided(undo, adopted)).toBe(false)
    expect(decided(adopted, undo, adopted)).toBe(false)
  })

  it('counts again when the taking back is taken back, even within one moment', () => {
    for (const lines of [
      [adopted, undo, redo],
      [redo, undo, adopted],
      [undo, redo, adopted],
    ])
      expect(decided(...lines)).toBe(true)
    expect(decided(adopted, undo, redo, undone(redo))).toBe(false)
  })

  it('of a shape nobody wrote changes nothing', () => {
    for (const lines of ['x', null, { length: 2 }, [[1]]])
      expect(decided(adopted, line({ kind: 'undone', at, lines }))).toBe(true)
  })
})
