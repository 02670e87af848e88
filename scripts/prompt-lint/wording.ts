// Rules about words: no client's terms in a common text, nothing a client would expand.

import type { Prompt } from '../../lib/assets/prompt.js'
import type { Runtime } from '../../lib/runtimes/runtime.js'
import type { Fault, Rules } from './rule.js'

const escaped = (word: string): string => word.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&')

/** Variables that name this client's folder; one for the folder above is not specific. */
const ownVariables = ({ home }: Runtime) =>
  home.variables.filter(({ below }) => below === '').map(({ variable }) => variable)

/** Names that would betray a client: ids, titles, programs, home folders. The shared root has only its folder. */
function brandWords(runtimes: readonly Runtime[]): readonly string[] {
  return runtimes.flatMap((row) => {
    const home = [`${row.home.global}/`, ...ownVariables(row)]
    if (row.programs.length === 0) return home
    return [row.id, row.title, ...row.programs, ...home]
  })
}

/** Tool names that never occur in prose; others count only as code. */
const isDistinct = (name: string): boolean => /[a-z][A-Z]|_/.test(name)

function toolPattern(runtimes: readonly Runtime[]): RegExp {
  const names = [...new Set(runtimes.flatMap(({ tools }) => Object.values(tools).filter((name) => name !== null)))]
  const alternatives = names.map((name) => {
    const word = escaped(name)
    return isDistinct(name) ? `\\b${word}\\b` : `\`${word}\`|\\b${word} tool\\b`
  })
  return new RegExp(alternatives.join('|'), 'g')
}

const matches = (prompt: Prompt, pattern: RegExp, expected: string): readonly Fault[] =>
  [...prompt.body.matchAll(pattern)].map((found) => ({
    at: prompt.bodyAt + found.index,
    expected,
    received: found[0].trim(),
  }))

const EXPANDED: readonly { readonly pattern: RegExp; readonly expected: string; readonly fileRef?: true }[] = [
  {
    pattern: /(?<![\w`/])@[~./\w]/g,
    expected: 'no word that begins with @: a client would read the file',
    fileRef: true,
  },
  { pattern: /\$\(/g, expected: 'no command substitution' },
  { pattern: /!`/g, expected: 'no ! before inline code: a client would run it' },
  { pattern: /[!@]\{/g, expected: 'no ! or @ before a brace: a client would run the command, or read the file' },
  { pattern: /\$\{/g, expected: 'no dollar sign before a brace: some clients take it for an input' },
  { pattern: /\$(?:\d|ARGUMENTS\b)/g, expected: '{{args}}, once, in a command' },
  {
    pattern: /(?<!\{)\{[A-Za-z_][\w-]*\}(?!\})/g,
    expected: '<word> instead of a word in braces: one client replaces it',
  },
]

export const WORDING_RULES: Rules = {
  // No name of a client, its programs or folders in a text.
  brands: (prompt, { runtimes }) =>
    matches(
      prompt,
      new RegExp(
        brandWords(runtimes)
          .map((word) => `(?<![\\w-])${escaped(word)}(?![\\w])`)
          .join('|'),
        'gi',
      ),
      'a token or a host: condition instead',
    ),
  // No name of a client's tool in a text.
  'tool-names': (prompt, { runtimes }) => matches(prompt, toolPattern(runtimes), '{{tool:…}} or plain words'),
  // Nothing that some client expands: file references, substitutions, words in braces.
  expansions: (prompt) =>
    // A template is a skeleton that no client expands; old plans reference files that way.
    EXPANDED.filter(({ fileRef }) => prompt.kind !== 'template' || fileRef !== true).flatMap(({ pattern, expected }) =>
      matches(prompt, pattern, expected),
    ),
}
