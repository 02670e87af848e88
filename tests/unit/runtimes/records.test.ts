// Rare and invalid records. tests/clients/usage.test.ts tests the usual records of real clients.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distinct, type Use } from '../../../lib/core/usage/use.js'
import { RUNTIME_IDS, runtimeOf } from '../../../lib/runtimes/all.js'
import type { Records } from '../../../lib/runtimes/records.js'

const lines = (...documents: readonly object[]) => documents.map((document) => JSON.stringify(document)).join('\n')
const outputs = ({ read }: Records, text: string): readonly number[] =>
  distinct(read(text, null).map((use): Use => ({ ...use, client: 'c', tree: null }))).map(({ output }) => output)

function recordsOf(id: (typeof RUNTIME_IDS)[number]): Records {
  const records = runtimeOf(id).records
  if (typeof records === 'string') throw new Error(`${id} has none`)
  return records
}

describe('a request', () => {
  it('whose answer Claude Code recorded in parts counts once', () => {
    const part = (id: string, output: number) => ({
      type: 'assistant',
      timestamp: '2026-03-01T10:00:00Z',
      message: { id, model: 'm', usage: { input_tokens: 1, output_tokens: output } },
    })
    expect(outputs(recordsOf('claude'), lines(part('a', 2), part('a', 7), part('b', 3)))).toEqual([7, 3])
  })

  it('that Codex repeats when a limit has changed counts once', () => {
    const event = (total: number, output: number) => ({
      type: 'event_msg',
      timestamp: '2026-03-01T10:00:00Z',
      payload: {
        type: 'token_count',
        info: { total_token_usage: { total_tokens: total }, last_token_usage: { output_tokens: output } },
      },
    })
    const limit = { type: 'event_msg', timestamp: '2026-03-01T10:00:00Z', payload: { type: 'token_count', info: null } }
    expect(outputs(recordsOf('codex'), lines(limit, event(9, 4), event(9, 4), event(14, 5)))).toEqual([4, 5])
  })

  it('that Gemini CLI recorded before and after its tools ran counts once, in its folder', () => {
    const line = (id: string) => ({
      id,
      type: 'gemini',
      timestamp: '2026-03-01T10:00:00Z',
      tokens: { input: 5, output: 2, cached: 9, thoughts: 1 },
    })
    const [first] = recordsOf('gemini').read(lines(line('a')), '/home/p\n')
    expect([first?.folder, first?.input]).toEqual(['/home/p', 0])
    expect(outputs(recordsOf('gemini'), lines(line('a'), line('a')))).toEqual([3])
  })
})

describe.each(RUNTIME_IDS.filter((id) => typeof runtimeOf(id).records !== 'string'))('a record of %s', (id) => {
  it('that is truncated, empty or invalid is ignored', () => {
    const { read } = recordsOf(id)
    for (const text of ['', '\n\n', '{"type":"assistant","mess', 'null', '[1]', '"x"', '\u0000'])
      expect(read(text, text)).toEqual([])
  })

  it('gives no negative numbers', () => {
    const names = ['type', 'message', 'usage', 'payload', 'info', 'data', 'tokens', 'metrics', 'messages', 'models']
    const kinds = ['assistant', 'token_count', 'gemini', 'session.usage_record', 'usage.record', 'message']
    const words = fc.oneof(fc.constantFrom(...kinds), fc.string(), fc.integer(), fc.constant(null), fc.double())
    const { document } = fc.letrec((tie) => ({
      document: fc.dictionary(fc.constantFrom(...names, 'timestamp', 'time', 'ts', 'input', 'output'), tie('value')),
      value: fc.oneof({ maxDepth: 4 }, words, tie('document'), fc.array(tie('document'), { maxLength: 3 })),
    }))
    fc.assert(
      fc.property(fc.array(document, { maxLength: 4 }), fc.boolean(), (documents, whole) => {
        const text = whole ? JSON.stringify(documents[0] ?? {}) : lines(...(documents as object[]))
        for (const { input, cached, output, requests } of recordsOf(id).read(text, text))
          for (const count of [input, cached, output, requests]) expect(count).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 30 },
    )
  })
})
