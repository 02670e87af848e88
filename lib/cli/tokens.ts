// What the words behind a verb are: flags with or without a value, bare words, and the `--` behind which every word is bare.

export type Token =
  | { readonly kind: 'word'; readonly value: string }
  | { readonly kind: 'end' }
  | {
      readonly kind: 'flag'
      readonly name: string
      /** As it was written, without its value: `--name` or `-n`. */
      readonly rawName: string
      readonly value: string | undefined
      /** The value stood in the same word. */
      readonly inline: boolean
      /** Which word it stood in; a group of short flags gives several flags of one word. */
      readonly index: number
    }

/** The tokens as `parseArgs` of `node:util` tells them where nothing is strict; loading that costs as much as a small verb does. A flag that takes a value takes the next word, whatever that is. */
export function tokensOf(words: readonly string[], takesValue: (name: string) => boolean): readonly Token[] {
  const found: Token[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string
    if (word === '--') {
      found.push({ kind: 'end' })
      for (const value of words.slice(index + 1)) found.push({ kind: 'word', value })
      break
    }
    if (word.length < 2 || word[0] !== '-') {
      found.push({ kind: 'word', value: word })
      continue
    }
    const equals = word[1] === '-' ? word.indexOf('=', 3) : -1
    if (equals >= 0) {
      const rawName = word.slice(0, equals)
      found.push({
        kind: 'flag',
        name: rawName.slice(2),
        rawName,
        value: word.slice(equals + 1),
        inline: true,
        index,
      })
      continue
    }
    const open = word[1] === '-' ? { name: word.slice(2), rawName: word } : shortFlags(word, index, takesValue, found)
    if (open === null) continue
    const value = takesValue(open.name) ? words[index + 1] : undefined
    found.push({ kind: 'flag', ...open, value, inline: false, index })
    if (value !== undefined) index++
  }
  return found
}

/** `-abc` is three flags, or `-a` with the value `bc`. The last one may still take the next word, and is given back. */
function shortFlags(
  word: string,
  index: number,
  takesValue: (name: string) => boolean,
  found: Token[],
): { readonly name: string; readonly rawName: string } | null {
  for (let at = 1; at < word.length - 1; at++) {
    const name = word[at] as string
    const rawName = `-${name}`
    if (takesValue(name)) {
      found.push({ kind: 'flag', name, rawName, value: word.slice(at + 1), inline: true, index })
      return null
    }
    found.push({ kind: 'flag', name, rawName, value: undefined, inline: false, index })
  }
  const name = word.slice(-1)
  return { name, rawName: `-${name}` }
}
