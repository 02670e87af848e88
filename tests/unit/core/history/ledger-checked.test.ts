// What is known about the beginning of a ledger spares checking it again, and changes nothing of what the ledger says.
import { describe, expect, it } from 'vitest'
import { parseLedger } from '../../../../lib/core/history/ledger.js'
import { checkedOf } from '../../../../lib/core/history/ledger-checked.js'
import { finishedIn } from '../../../../lib/core/history/ledger-says.js'
import { frameAt } from '../../../../lib/core/history/seal.js'
import { sha256 } from '../../../../lib/node/digest.js'
import { READER, sealedLine } from '../../../support/sealed.js'

type Notes = Record<string, unknown>

const vouched = (phase: string) => ({
  kind: 'vouched',
  at: `2026-01-02T00:00:${phase}.000Z`,
  phase,
  verdict: 'passed',
  covers: 'c',
})
const linesOf = (count: number) => Array.from({ length: count }, (_, n) => sealedLine(vouched(String(n + 10))))

/** Sealed for where the plan went. */
const movedLine = frameAt(
  '.planning/workstreams/a/ledger.jsonl',
  { kind: 'moved', at: '2026-01-03T00:00:00.000Z', from: '.planning', to: '.planning/workstreams/a' },
  { digest: sha256, custody: READER.custody as never },
)

/** What the text says, read by a call that knows what an earlier one noted; and what this one notes. */
function readKnowing(text: string, before: Notes = {}) {
  const notes: Notes = {}
  const source = {
    path: '.planning/ledger.jsonl',
    text,
    spans: new Uint32Array(),
    sha256: sha256(text),
    known: <T>(name: string, make: () => T) => (notes[name] ??= make()) as T,
    before: <T>(name: string) => before[name] as T | undefined,
  }
  let [digested, sealed] = [0, 0]
  const digest = (part: string) => {
    digested += part.length
    return sha256(part)
  }
  const custody = {
    ...READER.custody,
    seal: (part: string) => {
      sealed++
      return READER.custody.seal(part)
    },
  }
  const ledger = parseLedger(text, digest, { ...READER, custody }, checkedOf(source, text, digest))
  const says = { ...finishedIn(ledger), bad: ledger.bad, lines: ledger.lines }
  const cost = { digested, sealed }
  return { says, cost, notes: JSON.parse(JSON.stringify(notes)) as Notes }
}

const anew = (text: string) => {
  const ledger = parseLedger(text, sha256, READER)
  return { ...finishedIn(ledger), bad: ledger.bad, lines: ledger.lines }
}

describe('a ledger that was read before', () => {
  const head = linesOf(20).join('')
  const { notes } = readKnowing(head)

  it('is checked again where lines were appended, and there alone', () => {
    const text = head + sealedLine(vouched('40'))
    const { says, cost } = readKnowing(text, notes)
    expect(says).toEqual(anew(text))
    expect(says.verifications.size).toBe(21)
    expect(cost.sealed).toBe(1)
    expect(cost.digested).toBeLessThan(head.length + 400)
  })

  it.each<[string, string]>([
    ['a letter of it is another one', `${head.replace('"phase":"12"', '"phase":"13"')}${sealedLine(vouched('40'))}`],
    ['it lost a line', linesOf(20).slice(1).join('')],
    ['its lines stand in another order', linesOf(20).reverse().join('')],
    ['it was cut', head.slice(0, -10)],
    ['nobody can read what was appended', `${head}a line\n`],
    ['what was appended is no whole line', `${head}${sealedLine(vouched('40')).slice(0, -5)}`],
    [
      'what was appended takes lines back',
      `${head}${sealedLine({ kind: 'undone', at: '2026-01-03T00:00:00.000Z', lines: [/"h":"(\w+)"/.exec(head)?.[1]] })}`,
    ],
    ['the plan moved to another base since', `${head}${movedLine}`],
  ])('says the same where %s', (_, text) => {
    const first = readKnowing(text, notes)
    expect(first.says).toEqual(anew(text))
    expect(readKnowing(text, first.notes).says).toEqual(anew(text))
    const more = text + sealedLine(vouched('50'))
    expect(readKnowing(more, first.notes).says).toEqual(anew(more))
  })
})
