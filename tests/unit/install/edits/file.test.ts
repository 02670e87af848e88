// All edits of one file over its life: made, repeated, renewed, changed by hand, dropped, removed.
import { describe, expect, it } from 'vitest'
import { type FileEdits, type RevisedFile, reviseFile } from '../../../../lib/install/edits/file.js'
import type { Edit } from '../../../../lib/runtimes/offers.js'

const rule = (key: string, value: string): Edit => ({ key, what: 'add', path: ['permissions', 'allow'], value })
const wanted = (...edits: readonly Edit[]): FileEdits => ({ format: 'json', edits })
const BASE = '{"a": 1}'
const first = (text: string | null, want: FileEdits) => reviseFile(text, null, want)
/** A later run on the result of the previous one, or on the user's version. */
const again = ({ created, edits }: RevisedFile, text: string | null, want: FileEdits, restore = false, base = BASE) =>
  reviseFile(text, { created, edits, base: created ? null : base }, want, restore)
const dataOf = ({ text }: RevisedFile): unknown => JSON.parse(text ?? 'null')
const ONE = rule('a', 'A')
const TWO = rule('b', 'B')

describe('the edits of a file', () => {
  it('create a missing file, and remove it if nothing else was added', () => {
    const made = first(null, wanted(ONE, TWO))
    expect(made.text).toBe('{\n  "permissions": {\n    "allow": [\n      "A",\n      "B"\n    ]\n  }\n}\n')
    expect(again(made, made.text, wanted())).toMatchObject({ text: null, edits: [], notes: [] })
    const grown = (made.text as string).replace('{\n', '{\n  "mine": 1,\n')
    expect(again(made, grown, wanted()).text).toBe('{\n  "mine": 1\n}\n')
  })

  it('change no byte when repeated, wherever the user wrote', () => {
    const made = first(BASE, wanted(ONE, TWO))
    const text = (made.text as string).replace('"B"', '"B", "mine"')
    expect(again(made, text, wanted(ONE, TWO))).toEqual({ ...made, text })
  })

  it('can be renewed and dropped one by one; the last one takes its containers along', () => {
    const made = first(BASE, wanted(ONE, TWO))
    const renewed = again(made, made.text, wanted(rule('a', 'A2'), TWO))
    expect(dataOf(renewed)).toEqual({ a: 1, permissions: { allow: ['B', 'A2'] } })
    const less = again(renewed, renewed.text, wanted(TWO))
    expect(dataOf(less)).toEqual({ a: 1, permissions: { allow: ['B'] } })
    expect(again(less, less.text, wanted()).text).toBe(BASE)
  })

  it('do not return after the user removed them, except on request', () => {
    const made = first(BASE, wanted(ONE))
    const gone = again(made, BASE, wanted(ONE))
    expect(gone).toMatchObject({ text: BASE, edits: [ONE], notes: [{ what: 'gone' }] })
    const back = again(gone, BASE, wanted(ONE), true)
    expect(back.text).toBe(made.text)
    expect(again(back, back.text, wanted()).text).toBe(BASE)
  })

  it('that cannot be made or removed are reported, and the file stays', () => {
    const odd = '{"permissions": 1}'
    expect(first(odd, wanted(ONE))).toMatchObject({ text: odd, edits: [], notes: [{ what: { why: 'unfit' } }] })
    const broken = again(first(BASE, wanted(ONE)), '{"a": ', wanted())
    expect(broken).toMatchObject({ text: '{"a": ', edits: [ONE], notes: [{ what: { why: 'broken' } }] })
  })

  it('create no file if there are none', () => {
    expect(first(null, wanted())).toMatchObject({ text: null, edits: [], notes: [] })
  })
})
