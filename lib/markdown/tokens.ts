// Tokens and conditional passages of prompt texts: `{{kind:name}}`, `{{kind}}`, `<!-- when C -->…<!-- else -->…<!-- end
// -->`. Parsed to a tree in one linear pass. Tokens count in code blocks too.

interface TextPart {
  readonly kind: 'text'
  readonly text: string
  readonly start: number
}

/** `{{cmd:next}}` has name `cmd` and target `next`; `{{cli}}` has target null. */
export interface TokenPart {
  readonly kind: 'token'
  readonly name: string
  readonly target: string | null
  readonly start: number
  readonly end: number
}

interface ConditionPart {
  readonly kind: 'condition'
  /** The condition as written, e.g. `cfg:workflow.research, not has:CONTEXT`. */
  readonly when: string
  readonly start: number
  readonly end: number
  readonly body: readonly Part[]
  readonly otherwise: readonly Part[]
}

export type Part = TextPart | TokenPart | ConditionPart

/** A malformed token or marker; `at` is an offset into the text. */
export interface TokenProblem {
  readonly at: number
  readonly expected: string
  readonly received: string
}

export interface TokenTree {
  readonly parts: readonly Part[]
  readonly problems: readonly TokenProblem[]
}

interface Open {
  readonly when: string
  readonly start: number
  readonly body: Part[]
  otherwise: Part[] | null
}

/** Longest token: a bound keeps parsing linear. */
const LONGEST = 120
const NAME = /^[a-z][a-z0-9_-]*$/
const TARGET = /^[A-Za-z0-9][A-Za-z0-9_./-]*$/

/** Malformed markers stay in the tree as text and are reported. */
export function parseTokens(text: string): TokenTree {
  return new TokenReader(text).run()
}

class TokenReader {
  readonly #text: string
  readonly #root: Part[] = []
  readonly #open: Open[] = []
  readonly #problems: TokenProblem[] = []
  #plain = 0

  constructor(text: string) {
    this.#text = text
  }

  run(): TokenTree {
    let brace = this.#text.indexOf('{{')
    let comment = this.#text.indexOf('<!--')
    while (brace >= 0 || comment >= 0) {
      const token = comment < 0 || (brace >= 0 && brace < comment)
      const end = token ? this.#token(brace) : this.#comment(comment)
      if (brace >= 0 && brace < end) brace = this.#text.indexOf('{{', end)
      if (comment >= 0 && comment < end) comment = this.#text.indexOf('<!--', end)
    }
    this.#flush(this.#text.length)
    for (const open of this.#open) this.#complain(open.start, '<!-- end --> for this passage', 'the end of the text')
    while (this.#open.length > 0) this.#close(this.#text.length)
    return { parts: this.#root, problems: this.#problems }
  }

  /** Reads one `{{…}}`; returns the offset after it. */
  #token(start: number): number {
    const near = this.#text.slice(start, start + LONGEST)
    const length = near.indexOf('}}')
    const line = near.indexOf('\n')
    if (length < 0 || (line >= 0 && line < length)) {
      this.#complain(start, 'a token closed on its line, such as {{cli}}', this.#text.slice(start, start + 20))
      return start + 2
    }
    const end = start + length + 2
    const inner = near.slice(2, length)
    const colon = inner.indexOf(':')
    const name = colon < 0 ? inner : inner.slice(0, colon)
    const target = colon < 0 ? null : inner.slice(colon + 1)
    if (!NAME.test(name) || (target !== null && !TARGET.test(target))) {
      this.#complain(start, 'a token of the form {{kind}} or {{kind:name}}', this.#text.slice(start, end))
      return end
    }
    this.#flush(start)
    this.#list().push({ kind: 'token', name, target, start, end })
    this.#plain = end
    return end
  }

  /** Reads one comment: `when`, `else` and `end` are markers, others are text. */
  #comment(start: number): number {
    const close = this.#text.indexOf('-->', start + 4)
    if (close < 0) return this.#text.length
    const inner = this.#text.slice(start + 4, close).trim()
    const isWhen = inner === 'when' || inner.startsWith('when ')
    if (!isWhen && inner !== 'else' && inner !== 'end') return close + 3
    const [from, to] = this.#wholeLine(start, close + 3)
    this.#flush(from)
    this.#plain = to
    if (isWhen) this.#open.push({ when: inner.slice(5).trim(), start, body: [], otherwise: null })
    else if (this.#open.length === 0) this.#complain(start, '<!-- when … --> before it', `<!-- ${inner} -->`)
    else if (inner === 'end') this.#close(to)
    else this.#else(start)
    return close + 3
  }

  #else(start: number): void {
    const open = this.#open.at(-1) as Open
    if (open.otherwise !== null) this.#complain(start, 'one <!-- else --> in a passage', 'a second one')
    else open.otherwise = []
  }

  #close(end: number): void {
    const { when, start, body, otherwise } = this.#open.pop() as Open
    this.#list().push({ kind: 'condition', when, start, end, body, otherwise: otherwise ?? [] })
  }

  /** A marker alone on its line includes the line ending. */
  #wholeLine(start: number, end: number): readonly [number, number] {
    let from = start
    while (from > this.#plain && isBlank(this.#text[from - 1])) from--
    let to = end
    while (isBlank(this.#text[to])) to++
    if (this.#text[to] === '\r') to++
    const begins = from === 0 || this.#text[from - 1] === '\n'
    const ends = to >= this.#text.length || this.#text[to] === '\n'
    return begins && ends ? [from, Math.min(to + 1, this.#text.length)] : [start, end]
  }

  #flush(to: number): void {
    if (to > this.#plain)
      this.#list().push({ kind: 'text', text: this.#text.slice(this.#plain, to), start: this.#plain })
    this.#plain = Math.max(this.#plain, to)
  }

  #list(): Part[] {
    const open = this.#open.at(-1)
    return open === undefined ? this.#root : (open.otherwise ?? open.body)
  }

  #complain(at: number, expected: string, received: string): void {
    this.#problems.push({ at, expected, received })
  }
}

const isBlank = (char: string | undefined) => char === ' ' || char === '\t'

/** Every token and condition of a tree, outer before inner. */
export function* walkParts(parts: readonly Part[]): Generator<Part> {
  for (const part of parts) {
    yield part
    if (part.kind !== 'condition') continue
    yield* walkParts(part.body)
    yield* walkParts(part.otherwise)
  }
}

/** Renders a tree with callbacks for conditions and tokens. */
export function renderParts(
  parts: readonly Part[],
  holds: (when: string) => boolean,
  token: (part: TokenPart) => string,
): string {
  let out = ''
  for (const part of parts) {
    if (part.kind === 'text') out += part.text
    else if (part.kind === 'token') out += token(part)
    else out += renderParts(holds(part.when) ? part.body : part.otherwise, holds, token)
  }
  return out
}

/** Replaces tokens for which `token` returns a text; the rest stays byte for byte, including markers. */
export function replaceTokens(text: string, parts: readonly Part[], token: (part: TokenPart) => string | null): string {
  let out = ''
  let at = 0
  for (const part of walkParts(parts)) {
    if (part.kind !== 'token') continue
    const replacement = token(part)
    if (replacement === null) continue
    out += text.slice(at, part.start) + replacement
    at = part.end
  }
  return out + text.slice(at)
}
