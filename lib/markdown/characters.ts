// Character codes, flags of a line and character classes for the scanner.

export const TAB = 9
export const LF = 10
export const CR = 13
export const SPACE = 32
export const HASH = 35
export const STAR = 42
const PLUS = 43
export const DASH = 45
export const SLASH = 47
export const LESS = 60
export const EQUALS = 61
export const GREATER = 62
export const BACKSLASH = 92
export const UNDERSCORE = 95
export const TICK = 96
export const PIPE = 124
export const TILDE = 126

export const F_LESS = 1
export const F_PIPE = 2

export const isBlank = (c: number) => c === SPACE || c === TAB
export const isEol = (c: number) => c === LF || c === CR
export const isDigit = (c: number) => c >= 48 && c <= 57
/** Has 1 for each ASCII character that may begin a block other than a paragraph or table. */
export const STARTS = new Uint8Array(128)
for (const c of [HASH, GREATER, DASH, STAR, UNDERSCORE, EQUALS, TICK, TILDE, LESS, PLUS]) STARTS[c] = 1
for (let c = 48; c <= 57; c++) STARTS[c] = 1
