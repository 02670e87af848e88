// Which adoptions of a phase count: the same from the lines that are known to be about it, from those that are looked for, and from the whole ledger.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashOfLine } from '../../../../lib/core/history/journal.js'
import { readLedger } from '../../../../lib/core/history/ledger.js'
import { adoptionsAbout } from '../../../../lib/core/history/ledger-excerpts.js'
import { adoptionsIn } from '../../../../lib/core/history/ledger-says.js'
import type { PhaseId } from '../../../../lib/core/ids.js'
import type { View } from '../../../../lib/core/view.js'
import { sha256 } from '../../../../lib/node/digest.js'
import type { Parted, Source } from '../../../../lib/ports.js'
import { READER, sealedLine } from '../../../support/sealed.js'
import { sourceFrom } from '../../../support/sources.js'

const PATH = '.planning/ledger.jsonl'

const viewOf = (source: Source) => ({ ...READER, digest: sha256, source: () => source }) as unknown as View

const firstTable = (text: string): string => {
  let table = ''
  const parted: Parted = {
    table(make) {
      table = make()
      return table
    },
    text: () => null,
  }
  adoptionsAbout(viewOf({ ...sourceFrom(text, PATH), parted }), '01' as PhaseId)
  return table
}

/** A later call, which knows where the lines lie. */
function later(text: string, table: string) {
  const bytes = Buffer.from(text)
  const seen = { whole: 0 }
  const source: Source = {
    path: PATH,
    spans: new Uint32Array(),
    sha256: '',
    get text() {
      seen.whole++
      return text
    },
    parted: { table: () => table, text: (from, to) => bytes.toString('utf8', from, to) },
  }
  return { view: viewOf(source), seen }
}

/** What counts of the phase and its plans. */
const about = ({ phases, plans }: Pick<ReturnType<typeof adoptionsIn>, 'phases' | 'plans'>, phase: string) =>
  JSON.stringify([phases.get(phase), ['01', '02'].map((plan) => plans.get(`${phase}-${plan}`))])

const at = (n: number) => `2026-01-02T00:00:${String(10 + (n % 50))}.000Z`
const PHASES = ['01', '1', '02', '02.1', '10', 'PROJ-42'] as PhaseId[]
const adopted = (n: number, phases: readonly string[], plans: readonly string[] = []) => ({
  kind: 'adopted',
  at: at(n),
  word: 'terminal',
  phases: phases.map((id) => ({ id, digest: `d${n}` })),
  plans: plans.map((id) => ({ id, plan: null, summary: `s${n}` })),
})

describe('the adoptions of one phase', () => {
  const text = [
    adopted(1, ['01', '02']),
    { kind: 'agreed', at: at(2), action: 'über', about: 'x', word: 'terminal' },
    adopted(3, [], ['02-01']),
    { kind: 'dropped', at: at(4), phases: ['01'], plans: [] },
  ]
    .map(sealedLine)
    .join('')

  it('are read without the rest once it is known where their lines lie', () => {
    const { view, seen } = later(text, firstTable(text))
    const found = ['01', '02', '10'].map((phase) => about(adoptionsAbout(view, phase as PhaseId), phase))
    expect(found).toEqual(
      ['01', '02', '10'].map((phase) => about(adoptionsIn(readLedger(viewOf(sourceFrom(text, PATH)))), phase)),
    )
    expect(found[1]).toContain('terminal')
    expect(seen.whole).toBe(0)
  })

  it('are the same, whatever the ledger holds', () => {
    const id = fc.constantFrom(...PHASES)
    const ids = fc.array(id, { maxLength: 3 })
    const plans = fc.array(
      fc.tuple(id, fc.constantFrom('01', '02')).map((parts) => parts.join('-')),
      { maxLength: 3 },
    )
    const line = fc.oneof(
      { weight: 4, arbitrary: fc.tuple(fc.nat(), ids, plans).map((given) => adopted(...given)) },
      fc.tuple(fc.nat(), ids, plans).map(([n, phases, own]) => ({ kind: 'dropped', at: at(n), phases, plans: own })),
      fc.tuple(fc.nat(), fc.nat(9)).map(([n, undone]) => ({ kind: 'undone', at: at(n), undone })),
      fc.nat().map((n) => ({ kind: 'agreed', at: at(n), action: 'a "01" b', about: 'ü', word: 'terminal' })),
      fc.constantFrom('what nobody can read\n', '{"v":1,"n":2,"h":"0"}\t{}\n', '\n'),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.constantFrom('', '{"v":1', '\r\n'), (lines, tail) => {
        const made: string[] = []
        for (const given of lines) {
          const named = typeof given === 'object' && 'undone' in given ? (made[given.undone] ?? '') : ''
          if (typeof given === 'string') made.push(given)
          else if (!('undone' in given)) made.push(sealedLine(given))
          else if (named.startsWith('{') && named.includes('"kind"'))
            made.push(sealedLine({ kind: 'undone', at: given.at, lines: [hashOfLine(named)] }))
        }
        const given = made.join('') + tail
        const whole = adoptionsIn(readLedger(viewOf(sourceFrom(given, PATH))))
        const table = firstTable(given)
        for (const phase of PHASES)
          expect([
            about(adoptionsAbout(viewOf(sourceFrom(given, PATH)), phase), phase),
            about(adoptionsAbout(later(given, table).view, phase), phase),
          ]).toEqual([about(whole, phase), about(whole, phase)])
      }),
      { numRuns: 200 },
    )
  })
})
