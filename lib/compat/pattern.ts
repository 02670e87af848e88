// Patterns somebody else wrote, matched in time linear in the text: the usual expressions without what needs backtracking.

/** A node of the machine: it eats one unit, forks, asserts a place, or ends. */
type State =
  | { readonly kind: 'eat'; readonly test: (unit: number) => boolean; next: number }
  | { readonly kind: 'fork'; next: number; other: number }
  | { readonly kind: 'at'; readonly place: Anchor; next: number }
  | { readonly kind: 'end' }
type Anchor = 'start' | 'end' | 'edge' | 'inside'

type Node =
  | { readonly kind: 'eat'; readonly test: (unit: number) => boolean }
  | { readonly kind: 'at'; readonly place: Anchor }
  | { readonly kind: 'seq'; readonly parts: readonly Node[] }
  | { readonly kind: 'any'; readonly options: readonly Node[] }
  | { readonly kind: 'repeat'; readonly node: Node; readonly min: number; readonly max: number }

const MAX_STATES = 2_000
/** Steps of one search; a text that needs more is given up on. */
const MAX_STEPS = 50_000_000

export interface Pattern {
  /** Whether it occurs in the text; null: the text is too long for a pattern this large. */
  occursIn(text: string): boolean | null
}

class Unsupported extends Error {}

/** Why the text is no pattern that can be matched safely, or the pattern. */
export function readPattern(source: string): Pattern | { readonly problem: string } {
  try {
    const states = compile(new Parser(source).whole())
    return { occursIn: (text) => search(states, text) }
  } catch (error) {
    if (error instanceof Unsupported) return { problem: error.message }
    throw error
  }
}

const isDigit = (unit: number) => unit >= 48 && unit <= 57
const isWord = (unit: number) =>
  isDigit(unit) || unit === 95 || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122)
const isSpace = (unit: number) =>
  unit === 32 ||
  (unit >= 9 && unit <= 13) ||
  unit === 0xa0 ||
  unit === 0x1680 ||
  (unit >= 0x2000 && unit <= 0x200a) ||
  unit === 0x2028 ||
  unit === 0x2029 ||
  unit === 0x202f ||
  unit === 0x205f ||
  unit === 0x3000 ||
  unit === 0xfeff
const isLineEnd = (unit: number) => unit === 10 || unit === 13 || unit === 0x2028 || unit === 0x2029

type Test = (unit: number) => boolean
const not =
  (test: Test): Test =>
  (unit) =>
    !test(unit)

const CLASSES: Readonly<Record<string, Test>> = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isSpace,
  S: not(isSpace),
}
const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 }

class Parser {
  readonly #text: string
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
  }

  whole(): Node {
    const node = this.#options()
    if (this.#at < this.#text.length) throw new Unsupported('a closing bracket without an opening one')
    return node
  }

  #peek(word: string): boolean {
    return this.#text.startsWith(word, this.#at)
  }

  #take(word: string): boolean {
    if (!this.#peek(word)) return false
    this.#at += word.length
    return true
  }

  #options(): Node {
    if (++this.#depth > 100) throw new Unsupported('groups inside groups more than a hundred deep')
    const options = [this.#sequence()]
    while (this.#take('|')) options.push(this.#sequence())
    this.#depth--
    return options.length === 1 ? (options[0] as Node) : { kind: 'any', options }
  }

  #sequence(): Node {
    const parts: Node[] = []
    while (this.#at < this.#text.length && !this.#peek('|') && !this.#peek(')')) parts.push(this.#repeated())
    return { kind: 'seq', parts }
  }

  #repeated(): Node {
    let node = this.#one()
    const times = this.#times()
    if (times === null) return node
    if (node.kind === 'at') throw new Unsupported('a repetition of a place')
    node = { kind: 'repeat', node, ...times }
    // Lazy or greedy: it occurs all the same.
    this.#take('?')
    if (this.#times() !== null) throw new Unsupported('a repetition of a repetition')
    return node
  }

  #times(): { readonly min: number; readonly max: number } | null {
    if (this.#take('*')) return { min: 0, max: Number.POSITIVE_INFINITY }
    if (this.#take('+')) return { min: 1, max: Number.POSITIVE_INFINITY }
    if (this.#take('?')) return { min: 0, max: 1 }
    const counted = /^\{(\d{1,6})(,?)(\d{0,6})\}/.exec(this.#text.slice(this.#at, this.#at + 16))
    if (counted === null) return null
    this.#at += counted[0].length
    const min = Number(counted[1])
    const max = counted[2] === '' ? min : counted[3] === '' ? Number.POSITIVE_INFINITY : Number(counted[3])
    if (max < min) throw new Unsupported('a repetition whose limits are the wrong way round')
    return { min, max }
  }

  #one(): Node {
    if (this.#take('(')) return this.#group()
    if (this.#take('[')) return { kind: 'eat', test: this.#set() }
    if (this.#take('.')) return { kind: 'eat', test: not(isLineEnd) }
    if (this.#take('^')) return { kind: 'at', place: 'start' }
    if (this.#take('$')) return { kind: 'at', place: 'end' }
    if (this.#take('\\b')) return { kind: 'at', place: 'edge' }
    if (this.#take('\\B')) return { kind: 'at', place: 'inside' }
    if (this.#peek('*') || this.#peek('+') || this.#peek('?')) throw new Unsupported('a repetition of nothing')
    return { kind: 'eat', test: this.#unit() }
  }

  #group(): Node {
    if (this.#take('?') && !this.#take(':')) {
      const name = /^<[A-Za-z_]\w{0,60}>/.exec(this.#text.slice(this.#at, this.#at + 64))
      if (name === null) throw new Unsupported('looking ahead or behind')
      this.#at += name[0].length
    }
    const node = this.#options()
    if (!this.#take(')')) throw new Unsupported('a bracket that nobody closes')
    return node
  }

  /** One unit or class outside of a set. */
  #unit(): Test {
    if (!this.#take('\\')) return equals(this.#text.charCodeAt(this.#at++))
    const found = this.#escaped()
    return typeof found === 'number' ? equals(found) : found
  }

  #escaped(): number | Test {
    const char = this.#text[this.#at++]
    if (char === undefined) throw new Unsupported('a backslash at the end')
    const named = CLASSES[char]
    if (named !== undefined) return named
    if (char === '0' && isDigit(this.#text.charCodeAt(this.#at))) throw new Unsupported('an octal escape')
    const control = CONTROLS[char]
    if (control !== undefined) return control
    if (char === 'x' || char === 'u') return this.#hex(char === 'x' ? 2 : 4)
    if (/[A-Za-z1-9]/.test(char)) throw new Unsupported(`the escape \\${char}`)
    return char.charCodeAt(0)
  }

  #hex(length: number): number {
    const digits = this.#text.slice(this.#at, this.#at + length)
    if (digits.length < length || !/^[0-9A-Fa-f]+$/.test(digits)) throw new Unsupported('an escape without its digits')
    this.#at += length
    return Number.parseInt(digits, 16)
  }

  #set(): Test {
    const negated = this.#take('^')
    const tests: Test[] = []
    for (;;) {
      if (this.#at >= this.#text.length) throw new Unsupported('a set that nobody closes')
      if (this.#take(']')) break
      const from = this.#member()
      if (this.#peek('-') && this.#text[this.#at + 1] !== ']' && this.#at + 1 < this.#text.length) {
        this.#at++
        const to = this.#member()
        if (typeof from !== 'number' || typeof to !== 'number') throw new Unsupported('a range between classes')
        if (to < from) throw new Unsupported('a range whose ends are the wrong way round')
        tests.push((unit) => unit >= from && unit <= to)
      } else tests.push(typeof from === 'number' ? equals(from) : from)
    }
    const any: Test = (unit) => tests.some((test) => test(unit))
    return negated ? not(any) : any
  }

  #member(): number | Test {
    if (!this.#take('\\')) return this.#text.charCodeAt(this.#at++)
    if (this.#take('b')) return 8
    if (this.#take('-')) return 45
    return this.#escaped()
  }
}

const equals =
  (wanted: number): Test =>
  (unit) =>
    unit === wanted

function compile(root: Node): readonly State[] {
  const states: State[] = []
  const add = (state: State): number => {
    if (states.length >= MAX_STATES) throw new Unsupported('more repetitions than can be matched')
    return states.push(state) - 1
  }
  // Built from the end, so that every part knows where it goes on.
  const build = (node: Node, next: number): number => {
    if (node.kind === 'eat') return add({ kind: 'eat', test: node.test, next })
    if (node.kind === 'at') return add({ kind: 'at', place: node.place, next })
    if (node.kind === 'seq') return node.parts.reduceRight((to, part) => build(part, to), next)
    if (node.kind === 'any')
      return node.options
        .map((option) => build(option, next))
        .reduce((other, first) => add({ kind: 'fork', next: first, other }))
    return repeat(node, next)
  }
  const repeat = ({ node, min, max }: Extract<Node, { kind: 'repeat' }>, next: number): number => {
    let to = next
    if (max === Number.POSITIVE_INFINITY) {
      const fork: State = { kind: 'fork', next: 0, other: next }
      to = add(fork)
      fork.next = build(node, to)
    } else for (let i = min; i < max; i++) to = add({ kind: 'fork', next: build(node, to), other: next })
    for (let i = 0; i < min; i++) to = build(node, to)
    return to
  }
  const end = add({ kind: 'end' })
  const start = build(root, end)
  states.push({ kind: 'fork', next: start, other: start })
  return states
}

/** All states at once, unit by unit; a new beginning joins at every place. */
function search(states: readonly State[], text: string): boolean | null {
  const start = states.length - 1
  const seen = new Int32Array(states.length).fill(-1)
  let now: number[] = []
  let steps = 0
  const stack: number[] = []
  /** Follows what eats nothing; true when the end is reached. */
  const enter = (from: number, at: number, into: number[]): boolean => {
    stack.push(from)
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      if (seen[index] === at) continue
      seen[index] = at
      steps++
      const state = states[index] as State
      if (state.kind === 'end') return true
      if (state.kind === 'eat') into.push(index)
      else if (state.kind === 'fork') stack.push(state.other, state.next)
      else if (isAt(state.place, text, at)) stack.push(state.next)
    }
    return false
  }
  for (let at = 0; ; at++) {
    if (enter(start, at, now)) return true
    if (at >= text.length) return false
    const unit = text.charCodeAt(at)
    const next: number[] = []
    for (const index of now) {
      steps++
      const state = states[index] as Extract<State, { kind: 'eat' }>
      if (state.test(unit) && enter(state.next, at + 1, next)) return true
    }
    if (steps > MAX_STEPS) return null
    now = next
  }
}

function isAt(place: Anchor, text: string, at: number): boolean {
  if (place === 'start') return at === 0
  if (place === 'end') return at === text.length
  const before = at > 0 && isWord(text.charCodeAt(at - 1))
  const after = at < text.length && isWord(text.charCodeAt(at))
  return (before !== after) === (place === 'edge')
}
