// Signs that are spelled by a backslash.

export const ESCAPE = /^\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})|([\s\S]))/
const LETTERS: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  e: '\u001b',
  E: '\u001b',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
}

export function unescaped([, hex, short, long, octal, letter = '']: RegExpExecArray): string {
  const number = hex ?? short ?? long
  if (number === undefined && octal === undefined) return LETTERS[letter] ?? letter
  const code = number === undefined ? Number.parseInt(octal as string, 8) : Number.parseInt(number, 16)
  return code > 0x10ffff ? '' : String.fromCodePoint(code)
}

/** A text with escapes as `echo -e` and `printf` read them. */
export const withoutEscapes = (text: string): string =>
  text.replace(/\\(?:x[0-9A-Fa-f]{1,2}|0?[0-7]{1,3}|[\s\S])/g, (one) => {
    const found = ESCAPE.exec(one)
    return found === null ? one : unescaped(found)
  })
