import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTokens, renderParts, replaceTokens, walkParts } from '../../../lib/markdown/tokens.js'

const shown = (text: string, truths: readonly string[] = []) => {
  const { parts } = parseTokens(text)
  return renderParts(
    parts,
    (when) => truths.includes(when),
    (token) => `[${token.name}${token.target === null ? '' : `=${token.target}`}]`,
  )
}

describe('tokens', () => {
  it.each([
    ['plain text', 'plain text'],
    ['run {{cli}} brief', 'run [cli] brief'],
    ['{{cmd:plan-phase}}{{ref:flows/gates}}', '[cmd=plan-phase][ref=flows/gates]'],
    ['```\n{{cli}} next\n```\n', '```\n[cli] next\n```\n'],
    ['<!-- a note {{ not a token -->x', '<!-- a note {{ not a token -->x'],
  ])('%s', (text, expected) => {
    expect(shown(text)).toBe(expected)
  })

  it.each([
    ['{{cli', 0],
    ['a {{cli\n}}', 2],
    ['{{Cmd:x}}', 0],
    ['{{cmd: x}}', 0],
    ['{{}}', 0],
    ['x <!-- end -->', 2],
    ['<!-- when a -->', 0],
    ['<!-- when a -->x<!-- else -->y<!-- else -->z<!-- end -->', 30],
  ])('are reported with their position if invalid, and so are markers: %j', (text, at) => {
    expect(parseTokens(text).problems.map((problem) => problem.at)).toEqual([at])
  })
})

describe('conditional passages', () => {
  const text = 'a\n<!-- when x -->\nyes\n<!-- else -->\nno\n<!-- end -->\nb'

  it('lose their markers, and are left out if they do not apply', () => {
    expect(shown(text, ['x'])).toBe('a\nyes\nb')
    expect(shown(text)).toBe('a\nno\nb')
  })

  it('work within a line', () => {
    expect(shown('go<!-- when x --> on<!-- end -->.', ['x'])).toBe('go on.')
    expect(shown('go<!-- when x --> on<!-- end -->.')).toBe('go.')
  })

  it('nest', () => {
    const nested = '<!-- when x -->1<!-- when y -->2<!-- else -->3<!-- end -->4<!-- end -->5'
    expect([shown(nested), shown(nested, ['x']), shown(nested, ['x', 'y'])]).toEqual(['5', '1345', '1245'])
  })

  it('survive a replacement of tokens byte for byte', () => {
    const source = '<!-- when x -->\r\n{{cli}} next\r\n<!-- end -->\r\n{{fact:phase}}'
    const replaced = replaceTokens(source, parseTokens(source).parts, ({ name }) => (name === 'cli' ? 'CLI' : null))
    expect(replaced).toBe('<!-- when x -->\r\nCLI next\r\n<!-- end -->\r\n{{fact:phase}}')
  })
})

describe('any text', () => {
  const pieces = fc.constantFrom('{{', '}}', 'cli', ':', 'x', ' ', '\n', '<!--', '-->', 'when a', 'else', 'end', 'text')

  it('is not changed by replacing no token, and contains the text of each part', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (list) => {
        const text = list.join('')
        const { parts } = parseTokens(text)
        expect(replaceTokens(text, parts, () => null)).toBe(text)
        for (const part of walkParts(parts)) if (part.kind === 'text') expect(text).toContain(part.text)
      }),
    )
  })
})
