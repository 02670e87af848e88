// Text for a terminal.
import { describe, expect, it } from 'vitest'
import { visible, visibleJson, visibleLine } from '../../../lib/std/visible.js'

describe('a visible text', () => {
  it.each([
    ['plain\ttext\n', 'plain\ttext\n'],
    ['a\r\nb', 'a\nb'],
    ['a\rb', 'a\\u000db'],
    ['\u001b[31m\u0007\b\u007f\u0000', '\\u001b[31m\\u0007\\u0008\\u007f\\u0000'],
    ['\u009b2J\u0085', '\\u009b2J\\u0085'],
    ['\u202e\u2066', '\\u202e\\u2066'],
    ['שלום \u200f 👩‍👩‍👧', 'שלום \u200f 👩‍👩‍👧'],
  ])('%j is %j', (text, expected) => {
    expect(visible(text)).toBe(expected)
    expect(visible(expected)).toBe(expected)
  })

  it('for one line has no line breaks', () => {
    expect(visibleLine('a\r\nb\n\nc\u2028d')).toBe('a b c d')
  })

  it('in a document keeps the value', () => {
    const block = '<system-reminder>x</system-reminder><|im_start|></tool_call> Map<string> <n> a < b'
    expect(visibleJson(JSON.stringify(block))).toBe(
      '"\\u003csystem-reminder>x\\u003c/system-reminder>\\u003c|im_start|>\\u003c/tool_call> Map<string> <n> a < b"',
    )
    const value = { block, a: '\u001b\u007f\u009b\u202e\u2066\u2028 x', '\u009b': ['\u202e'] }
    const text = visibleJson(JSON.stringify(value))
    expect(JSON.parse(text)).toEqual(value)
    expect(text).toMatch(/^[\x20-\x7e]*$/)
  })
})
