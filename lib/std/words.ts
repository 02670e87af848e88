// A command line as words, without a shell: quotes and backslashes as every shell reads them, and what only a shell can do is refused.

import { baseName } from './paths.js'

export type Words = { readonly words: readonly string[] } | { readonly needsShell: string }

/** Outside of quotes these mean something to a shell. */
const MEANINGFUL: Readonly<Record<string, string>> = {
  '|': 'a pipe',
  '&': 'a second command',
  ';': 'a second command',
  '<': 'a redirection',
  '>': 'a redirection',
  '(': 'a subshell',
  ')': 'a subshell',
  '*': 'a file pattern',
  '?': 'a file pattern',
  '~': 'a home folder',
  '#': 'a comment',
  '{': 'a brace expansion',
  '\n': 'a second line',
}

export function splitWords(line: string): Words {
  const words: string[] = []
  let word: string | null = null
  let quote: '"' | "'" | null = null
  for (let at = 0; at < line.length; at++) {
    const char = line[at] as string
    if (quote === "'") {
      if (char === "'") quote = null
      else word += char
    } else if (char === '$' || char === '`') return { needsShell: 'a substitution' }
    else if (char === '\\') {
      at++
      word = (word ?? '') + (line[at] ?? '')
    } else if (quote === '"') {
      if (char === '"') quote = null
      else word += char
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (char === ' ' || char === '\t') {
      if (word !== null) words.push(word)
      word = null
    } else {
      const meaning = Object.hasOwn(MEANINGFUL, char) ? MEANINGFUL[char] : undefined
      if (meaning !== undefined && !(word !== null && (char === '~' || char === '#'))) return { needsShell: meaning }
      word = (word ?? '') + char
    }
  }
  if (quote !== null) return { needsShell: `a quote that is not closed: ${quote}` }
  if (word !== null) words.push(word)
  if (/^[A-Za-z_]\w*=/.test(words[0] ?? '')) return { needsShell: 'a variable before the command' }
  return { words }
}

/** A program however it is called: without its folder and the ending of Windows. */
export const programName = (path: string): string => baseName(path).replace(/\.(?:exe|cmd)$/, '')
