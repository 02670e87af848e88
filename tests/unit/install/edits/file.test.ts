// All edits of one file over its life: made, made again, renewed, changed by hand, dropped, taken out.
import { describe, expect, it } from 'vitest'
import { type EditRecord, type FileEdits, reviseFile } from '../../../../lib/install/edits/file.js'
import { rereads } from '../../../../lib/install/edits/second.js'
import type { Edit } from '../../../../lib/runtimes/offers.js'

const rule = (key: string, value: string): Edit => ({ key, what: 'add', path: ['permissions', 'allow'], value })
const wanted = (...edits: readonly Edit[]): FileEdits => ({ format: 'json', seed: null, edits })
const revised = (text: string | null, record: EditRecord | null, want: FileEdits, restore = false) =>
  reviseFile(text, record, want, rereads, restore)
const ONE = rule('a', 'A')
const TWO = rule('b', 'B')

describe('the edits of a file', () => {
  it('make it where it is missing, and take it away where nothing else came in', () => {
    const made = revised(null, null, wanted(ONE, TWO))
    expect(made.text).toBe('{\n  "permissions": {\n    "allow": [\n      "A",\n      "B"\n    ]\n  }\n}\n')
    expect(revised(made.text, made.record, wanted())).toEqual({ text: null, record: null, notes: [] })
    const grown = (made.text as string).replace('{\n', '{\n  "mine": 1,\n')
    expect(revised(grown, made.record, wanted()).text).toBe('{\n  "mine": 1\n}\n')
  })

  it('leave what a new file began with to nobody', () => {
    const want = { ...wanted(ONE), seed: { version: 1 } }
    const made = revised(null, null, want)
    expect(JSON.parse(made.text ?? '')).toEqual({ version: 1, permissions: { allow: ['A'] } })
    expect(revised(made.text, made.record, { ...want, edits: [] }).text).toBe(null)
  })

  it('change no byte the second time, wherever people wrote', () => {
    const made = revised('{"a": 1}', null, wanted(ONE, TWO))
    const text = (made.text as string).replace('"B"', '"B", "mine"')
    expect(revised(text, made.record, wanted(ONE, TWO))).toEqual({ text, record: made.record, notes: [] })
  })

  it('are renewed in their place', () => {
    const made = revised('{"a": 1}', null, wanted(ONE, TWO))
    const renewed = revised(made.text, made.record, wanted(rule('a', 'A2'), TWO))
    expect(renewed.text).toBe((made.text as string).replace('"A"', '"A2"'))
    expect(revised(renewed.text, renewed.record, wanted()).text).toBe('{"a": 1}')
  })

  it('are dropped one by one, and the containers with the last of them', () => {
    const made = revised('{"a": 1}', null, wanted(ONE, TWO))
    const less = revised(made.text, made.record, wanted(TWO))
    expect(JSON.parse(less.text ?? '')).toEqual({ a: 1, permissions: { allow: ['B'] } })
    expect(revised(less.text, less.record, wanted()).text).toBe('{"a": 1}')
  })

  it('stay away where the user took them away, until they are asked back', () => {
    const made = revised('{"a": 1}', null, wanted(ONE))
    const gone = revised('{"a": 1}', made.record, wanted(ONE))
    expect(gone).toMatchObject({ text: '{"a": 1}', record: made.record, notes: [{ what: 'gone' }] })
    const back = revised('{"a": 1}', gone.record, wanted(ONE), true)
    expect(back.text).toBe(made.text)
    expect(revised(back.text, back.record, wanted()).text).toBe('{"a": 1}')
  })

  it('that cannot be made are told, and the file stays', () => {
    const told = revised('{"permissions": 1}', null, wanted(ONE))
    expect(told).toMatchObject({ text: '{"permissions": 1}', record: null, notes: [{ what: { why: 'unfit' } }] })
    const made = revised('{"a": 1}', null, wanted(ONE))
    const broken = revised('{"a": ', made.record, wanted())
    expect(broken).toMatchObject({ text: '{"a": ', record: made.record, notes: [{ what: { why: 'broken' } }] })
  })

  it('do not make a file for what is refused or not wanted', () => {
    expect(revised(null, null, wanted())).toEqual({ text: null, record: null, notes: [] })
  })
})
