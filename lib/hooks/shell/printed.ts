// What a program prints whose words say it all.
import type { Call } from './call.js'
import { withoutEscapes } from './escapes.js'
import { literal } from './expand.js'

/** What a simple program prints; null: not known. */
export function printedBy({ program, words, stdin, inputs }: Call): string | null {
  const texts = words.map(literal)
  if (texts.some((text) => text === null)) return null
  const known = texts as readonly string[]
  if (program === ':' || program === 'true' || (program === '' && known.length === 0 && inputs.length === 0)) return ''
  if (program === 'echo') return echoed(known)
  if (program === 'printf') return formatted(known)
  if (program === 'cat' && inputs.length === 0 && known.every((word) => word === '-')) return stdin
  if (program === 'tee') return stdin
  return null
}

function echoed(words: readonly string[]): string {
  const from = words.findIndex((word) => !/^-[neE]+$/.test(word))
  const options = words.slice(0, from < 0 ? words.length : from).join('')
  const text = words.slice(from < 0 ? words.length : from).join(' ')
  return (options.includes('e') ? withoutEscapes(text) : text) + (options.includes('n') ? '' : '\n')
}

/** `%s` and escapes; anything else is not known. */
export function formatted(words: readonly string[]): string | null {
  const isPlain = words[0] === '--'
  const [format = '', ...values] = isPlain ? words.slice(1) : words
  if ((format.startsWith('-') && !isPlain) || /%[^s%]/.test(format)) return null
  const places = format.match(/%s/g)?.length ?? 0
  const rounds = places === 0 ? 1 : Math.max(1, Math.ceil(values.length / places))
  let at = 0
  let out = ''
  for (let round = 0; round < rounds; round++)
    out += withoutEscapes(format).replace(/%([s%])/g, (_, sign) => (sign === '%' ? '%' : (values[at++] ?? '')))
  return out
}
