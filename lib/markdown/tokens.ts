// Parses a prompt into a tree of text, tokens (`{{name:target}}`, `{{name}}`) and conditional passages (`<!-- when C -->…
// <!-- else -->…<!-- end -->`) in one linear pass, also inside code blocks.

interface TextPart {
  readonly kind: 'text'
  readonly text: string
}

/** A token. `{{cmd:next}}` has the name `cmd` and the target `next`; the target of `{{cli}}` is null. */
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

/** Matches a comment, closed or not; a token of at most 120 characters on one line; or the `{{` of any other token. */
const PIECE = /<!--(?:(?<comment>[\s\S]*?)-->|[\s\S]*)|\{\{(?:(?<inner>[^\n]{0,116}?)\}\})?/g
const TOKEN = /^([a-z][a-z0-9_-]*)(?::([A-Za-z0-9][A-Za-z0-9_./-]*))?$/
const MARKER = /^\s*(?:(when)(?:\s+([\s\S]*?))?|else|end)\s*$/

/** Parses a text. Malformed tokens remain in the tree as text, and are reported like malformed markers. */
export function parseTokens(text: string): TokenTree {
  const r = new TokenReader(text)
  for (const { index, 0: whole, groups = {} } of text.matchAll(PIECE)) {
    const end = index + whole.length
    if (whole.startsWith('{{')) r.token(index, end, groups['inner'])
    else if (groups['comment'] !== undefined) r.comment(index, end, groups['comment'])
  }
  return r.tree()
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

  tree(): TokenTree {
    this.#flush(this.#text.length)
    for (const open of this.#open) this.#report(open.start, '<!-- end --> for this passage', 'the end of the text')
    while (this.#open.length > 0) this.#close()
    return { parts: this.#root, problems: this.#problems }
  }

  token(start: number, end: number, inner: string | undefined): void {
    const [, name, target = null] = TOKEN.exec(inner ?? '') ?? []
    if (inner === undefined)
      this.#report(start, 'a token closed on its line, such as {{cli}}', this.#text.slice(start, start + 20))
    else if (name === undefined)
      this.#report(start, 'a token of the form {{name}} or {{name:target}}', this.#text.slice(start, end))
    else {
      this.#flush(start)
      this.#list().push({ kind: 'token', name, target, start, end })
      this.#plain = end
    }
  }

  /** Reads a comment: `when`, `else` and `end` are markers; every other comment is text. */
  comment(start: number, end: number, content: string): void {
    const marker = MARKER.exec(content)
    if (marker === null) return
    const [from, to] = this.#wholeLine(start, end)
    this.#flush(from)
    this.#plain = to
    const open = this.#open.at(-1)
    if (marker[1] !== undefined) this.#open.push({ when: marker[2] ?? '', start, body: [], otherwise: null })
    else if (open === undefined) this.#report(start, '<!-- when … --> before this marker', `<!-- ${content.trim()} -->`)
    else if (content.trim() === 'end') this.#close()
    else if (open.otherwise !== null) this.#report(start, 'one <!-- else --> in a passage', 'a second <!-- else -->')
    else open.otherwise = []
  }

  #close(): void {
    const { otherwise, ...open } = this.#open.pop() as Open
    this.#list().push({ kind: 'condition', ...open, otherwise: otherwise ?? [] })
  }

  /** Returns the span of a marker; if it is alone on its line, its indent and line ending belong to it. */
  #wholeLine(start: number, end: number): readonly [number, number] {
    const lead = /[ \t]*$/.exec(this.#text.slice(this.#plain, start))?.[0].length ?? 0
    const rest = /^[ \t]*(?:\r?\n|$)/.exec(this.#text.slice(end))
    const from = start - lead
    return rest !== null && (from === 0 || this.#text[from - 1] === '\n') ? [from, end + rest[0].length] : [start, end]
  }

  #flush(to: number): void {
    if (to > this.#plain) this.#list().push({ kind: 'text', text: this.#text.slice(this.#plain, to) })
    this.#plain = Math.max(this.#plain, to)
  }

  #list(): Part[] {
    const open = this.#open.at(-1)
    return open === undefined ? this.#root : (open.otherwise ?? open.body)
  }

  #report(at: number, expected: string, received: string): void {
    this.#problems.push({ at, expected, received })
  }
}

/** Yields every part of a tree, outer parts before inner ones. */
export function* walkParts(parts: readonly Part[]): Generator<Part> {
  for (const part of parts) {
    yield part
    if (part.kind !== 'condition') continue
    yield* walkParts(part.body)
    yield* walkParts(part.otherwise)
  }
}

/** Renders a tree: `holds` decides each condition, and `token` returns the text of each token. */
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

/** Replaces the tokens for which `token` returns a text. Leaves all other text alone, including markers. */
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
