import { describe, expect, it } from 'vitest'
import { frameLine, readLog } from '../../../../lib/core/history/journal.js'
import { finishedIn, parseLedger, revisionText, staleIn } from '../../../../lib/core/history/ledger.js'
import { sha256 } from '../../../../lib/node/digest.js'

/** A day after everything in the samples. */
const CLOCK = { now: () => Date.parse('2026-02-01T00:00:00.000Z') }
const line = (payload: unknown) => frameLine(payload, sha256)

describe('log lines', () => {
  it('come back as they were written', () => {
    const payload = { kind: 'x', text: 'ä\n\t"quoted"', n: 1 }
    const log = readLog(line(payload) + line({ a: [] }), sha256)
    expect(log.lines.map((found) => found.payload)).toEqual([payload, { a: [] }])
    expect(log).toMatchObject({ bad: [], unterminated: false })
  })

  it('are read only up to the last newline', () => {
    const whole = line({ a: 1 })
    for (let cut = 0; cut < whole.length; cut++) {
      const log = readLog(whole + whole.slice(0, cut), sha256)
      expect(log.lines).toHaveLength(1)
      expect(log.bad).toEqual([])
      expect(log.unterminated).toBe(cut > 0)
    }
  })

  it('are reported by number if a byte has changed', () => {
    const text = line({ a: 1 }) + line({ b: 2 }) + line({ c: 3 })
    const second = text.indexOf('"b"')
    const log = readLog(`${text.slice(0, second + 1)}x${text.slice(second + 2)}`, sha256)
    expect(log.lines.map((found) => found.line)).toEqual([1, 3])
    expect(log.bad.map((found) => found.line)).toEqual([2])
  })

  it('are read on both sides of an unfinished merge', () => {
    const log = readLog(
      `${line({ a: 1 })}<<<<<<< ours\n${line({ b: 1 })}=======\n${line({ c: 1 })}>>>>>>> theirs\n`,
      sha256,
    )
    expect(log.lines).toHaveLength(3)
  })

  it('survive CRLF', () => {
    expect(readLog(line({ a: 1 }).replace('\n', '\r\n'), sha256).lines).toHaveLength(1)
  })
})

describe('the ledger', () => {
  it('means the same after claims and their outcomes', () => {
    const before = line({ kind: 'depth', at: '2026-01-01T00:00:00Z', phase: '01', depth: 'heavy', reason: '' })
    const claim = {
      kind: 'claim',
      at: '2026-01-02T00:00:00Z',
      dispatchId: 'd',
      unitType: 'execute-plan',
      unitId: '01-01',
      revision: 'r',
      attempt: 1,
      cause: 'default',
      milestone: null,
    }
    const outcome = {
      kind: 'outcome',
      at: '2026-01-02T00:00:01Z',
      dispatchId: 'd',
      unitType: 'execute-plan',
      unitId: '01-01',
      revision: 'r',
      status: 'failed',
      failure: 'f',
    }
    expect(revisionText(parseLedger(before + line(claim) + line(outcome), sha256, CLOCK))).toBe(
      revisionText(parseLedger(before, sha256, CLOCK)),
    )
  })

  it('ignores kinds of lines of other versions', () => {
    const at = '2026-01-01T00:00:00Z'
    const own = line({ kind: 'created', at })
    const others = line({ kind: 'overrule', at, requirement: 'A-01', complete: true }) + line({ kind: 'untaught', at })
    const [before, after] = [parseLedger(own, sha256, CLOCK), parseLedger(others + own, sha256, CLOCK)]
    expect([revisionText(after), finishedIn(after)]).toEqual([revisionText(before), finishedIn(before)])
  })

  it('keeps the last stale note of a phase', () => {
    const note = (at: string, rest: object) =>
      line({ kind: 'receipt', at, phase: '01', plan: null, tree: 'u', ...rest })
    const ledger =
      note('2026-01-04T00:00:00Z', { stale: true }) +
      note('2026-01-05T00:00:00Z', { stale: true }) +
      note('2026-01-06T00:00:00Z', { plan: '01-01' })
    expect([...staleIn(parseLedger(ledger, sha256, CLOCK))]).toEqual([['01', '2026-01-05T00:00:00Z']])
  })
})
