import { describe, expect, it } from 'vitest'
import { Notes } from '../../../../lib/node/index/notes.js'

/** A name like another's value, one with what ends a field, and ones that a line could be split at. */
const NOTED: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['plans of 3.1', [{ path: 'a\tb', text: '\t:work of 3\t"x"' }]],
  ['work of 3', 'digest'],
  ['holds work of 3', null],
  ['sha256 without \nextensions', false],
  ['holds \t:work of 3\t', 0],
  ['holds ⏳', ':work of 3'],
])

const noted = (): Notes => {
  const notes = new Notes()
  for (const [name, value] of NOTED) notes.set(name, value)
  return notes
}
const told = (notes: Notes) => [...NOTED.keys()].map((name) => [name, notes.has(name), notes.get(name)])
const all = [...NOTED].map(([name, value]) => [name, true, value])

describe('notes', () => {
  it.each([0, 2000])('say the same from their line, however long it is, with %i more', (more) => {
    const notes = noted()
    for (let at = 0; at < more; at++) notes.set(`more ${at}`, at)
    const line = `2 9\t[]${notes.text()}`
    expect(line).not.toContain('\n')
    const read = new Notes(line)
    expect(told(read)).toEqual(all)
    expect(told(new Notes(`2 9\t[]${read.text()}`))).toEqual(all)
    expect([read.has('work of'), read.get('work of'), read.isEmpty]).toEqual([false, undefined, false])
  })

  it('are given out by what was said last', () => {
    const read = new Notes(`1 9\t${noted().text()}`)
    read.set('work of 3', 'another')
    expect(new Notes(`1 9\t${read.text()}`).get('work of 3')).toBe('another')
  })

  it('are none where a value is no JSON, and where nothing was said', () => {
    expect(new Notes('1 9\t\t:work of 3\t{').get('work of 3')).toBeUndefined()
    expect([new Notes().isEmpty, new Notes('1 9\t[]').isEmpty, new Notes('1 9\t[]').text()]).toEqual([true, true, ''])
  })
})
