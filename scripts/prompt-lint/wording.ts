// Rules about words: a prompt names no client and none of its tools, and contains nothing that a client would expand.

import type { Prompt } from '../../lib/assets/prompt.js'
import type { Runtime } from '../../lib/runtimes/runtime.js'
import type { RuleFinding, Rules } from './rule.js'

const escaped = (word: string): string => word.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&')

/** Returns the variables that name this client's folder itself; one for a folder above it is not specific. */
const ownVariables = ({ home }: Runtime) =>
  home.variables.filter(({ below }) => below === '').map(({ variable }) => variable)

/** Returns the words that name a client: id, title, programs, folder and its variables. Of a row without programs, only the last two count. */
function brandWords(runtimes: readonly Runtime[]): readonly string[] {
  return runtimes.flatMap((row) => {
    const home = [`${row.home.global}/`, ...ownVariables(row)]
    if (row.programs.length === 0) return home
    return [row.id, row.title, ...row.programs, ...home]
  })
}

/** Whether a tool's name never occurs in prose; other names count only as code or before "tool". */
const isDistinct = (name: string): boolean => /[a-z][A-Z]|_/.test(name)

function toolPattern(runtimes: readonly Runtime[]): RegExp {
  const names = [...new Set(runtimes.flatMap(({ tools }) => Object.values(tools).filter((name) => name !== null)))]
  const alternatives = names.map((name) => {
    const word = escaped(name)
    return isDistinct(name) ? `\\b${word}\\b` : `\`${word}\`|\\b${word} tool\\b`
  })
  return new RegExp(alternatives.join('|'), 'g')
}

const matches = (prompt: Prompt, pattern: RegExp, expected: string): readonly RuleFinding[] =>
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
  { pattern: /\$\{/g, expected: 'no dollar sign before a brace: some clients read it as an input' },
  { pattern: /\$(?:\d|ARGUMENTS\b)/g, expected: '{{args}}, once, in a command' },
  {
    pattern: /(?<!\{)\{[A-Za-z_][\w-]*\}(?!\})/g,
    expected: '<word> instead of a word in braces: one client replaces it',
  },
]

export const WORDING_RULES: Rules = {
  // No text names a client, its programs or its folders.
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
  // No text names a tool of a client.
  'tool-names': (prompt, { runtimes }) => matches(prompt, toolPattern(runtimes), '{{tool:…}} or plain words'),
  // No text contains what some client expands: file references, substitutions, words in braces.
  expansions: (prompt) =>
    // Templates may contain `@` words: no client expands a template, and old plans reference files that way.
    EXPANDED.filter(({ fileRef }) => prompt.kind !== 'template' || fileRef !== true).flatMap(({ pattern, expected }) =>
      matches(prompt, pattern, expected),
    ),
}
