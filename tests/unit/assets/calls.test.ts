import { describe, expect, it } from 'vitest'
import { callsIn, shellWords } from '../../../lib/assets/pack.js'
import { parsePrompt } from '../../../lib/assets/prompt.js'

describe('words of a command line', () => {
  it.each([
    ['next', ['next']],
    ['commit "docs(01): a plan" --files .planning', ['commit', 'docs(01): a plan', '--files', '.planning']],
    [
      `config set verification.commands '[["npm","test"]]'`,
      ['config', 'set', 'verification.commands', '[["npm","test"]]'],
    ],
    ['a "" b', ['a', '', 'b']],
    ['  spaced   out ', ['spaced', 'out']],
    [`x="it's"y`, [`x=it'sy`]],
  ])('%s', (text, expected) => {
    expect(shellWords(text)).toEqual(expected)
  })
})

describe('calls in a text', () => {
  it('end with their inline code or line', () => {
    const prompt = parsePrompt(
      'reference',
      'references/x.md',
      'Run `{{cli}} next` or\n```\n{{cli}} commit "a b"\n```\nthen `{{cli}} brief x -- {{fact:phase}}`.\n',
    )
    expect(callsIn(prompt).map(({ words }) => words)).toEqual([
      ['next'],
      ['commit', 'a b'],
      ['brief', 'x', '--', '{{fact:phase}}'],
    ])
  })
})
