// Reader state for a block of YAML: lines, current line, problems.
import { isBlank, isEol } from '../characters.js'
import type { YamlProblem, YamlProblemCode, YamlScalar } from './tree.js'

export const MAX_DEPTH = 64

/** A bound: a malformed file must not exhaust memory. */
const MAX_PROBLEMS = 1000

const TAB_COLUMNS = 2

/** Characters that cannot begin a plain value. */
export const INDICATORS = ',[]{}#&*!|>\'"%@`'

export const SIMPLE_KEY = /^[A-Za-z_][\w-]*$/

/** A line; `first` and `indent` (columns) move past the dash for a list item's first line. */
export interface Line {
  readonly start: number
  readonly end: number
  first: number
  indent: number
  /** Blank, or a comment only. */
  readonly empty: boolean
  readonly comment: boolean
}

export interface Key {
  readonly text: string
  readonly start: number
  readonly colon: number
}

export class Reader {
  readonly text: string
  readonly lines: Line[] = []
  readonly problems: YamlProblem[] = []
  readonly end: number
  readonly origin: number
  at = 0
  depth = 0

  constructor(text: string, start: number, end: number) {
    this.text = text
    this.origin = start
    this.end = end
    let tabSeen = false
    for (let pos = start; pos < end; ) {
      const line = this.lineAt(pos)
      if (!tabSeen && !line.empty && text.slice(line.start, line.first).includes('\t')) {
        this.problem('YAML_TAB', line.start, line)
        tabSeen = true
      }
      this.lines.push(line)
      pos = line.end + (text.charCodeAt(line.end) === 13 && text.charCodeAt(line.end + 1) === 10 ? 2 : 1)
    }
  }

  lineAt(start: number): Line {
    const { text, end: limit } = this
    let first = start
    let indent = 0
    for (; first < limit && isBlank(text.charCodeAt(first)); first++)
      indent += text.charCodeAt(first) === 9 ? TAB_COLUMNS : 1
    let end = first
    while (end < limit && !isEol(text.charCodeAt(end))) end++
    const comment = text[first] === '#' && first < end
    return { start, end, first, indent, empty: first === end || comment, comment }
  }

  problem(code: YamlProblemCode, offset: number, line: { start: number; end: number }): void {
    if (this.problems.length >= MAX_PROBLEMS) return
    const received = this.text.slice(line.start, line.end).trim()
    this.problems.push({ code, offset, received: received.length > 80 ? `${received.slice(0, 79)}…` : received })
  }

  get line(): Line | undefined {
    return this.lines[this.at]
  }

  skipEmpty(): void {
    while (this.line?.empty === true) this.at++
  }

  nothing(at: number): YamlScalar {
    return { kind: 'scalar', text: '', style: 'none', start: at, end: at }
  }

  isDash(pos: number, end: number): boolean {
    return this.text[pos] === '-' && (pos + 1 >= end || isBlank(this.text.charCodeAt(pos + 1)))
  }

  skipBlanks(pos: number, end: number): number {
    while (pos < end && isBlank(this.text.charCodeAt(pos))) pos++
    return pos
  }

  endsAt(pos: number, end: number): boolean {
    return pos >= end || isBlank(this.text.charCodeAt(pos))
  }

  /** End of this line's text, before trailing blanks and a comment. */
  textEnd(from: number, end: number): number {
    let to = end
    for (let p = from; p < end; p++)
      if (this.text.charCodeAt(p) === 35 && p > from && isBlank(this.text.charCodeAt(p - 1))) {
        to = p
        break
      }
    while (to > from && isBlank(this.text.charCodeAt(to - 1))) to--
    return to
  }

  /** Moves to the line after `offset - 1`; false if more than a comment follows on it. */
  finish(offset: number): boolean {
    let index = this.at
    while ((this.lines[index] as Line).end < offset) index++
    const line = this.lines[index] as Line
    const rest = this.skipBlanks(offset, line.end)
    if (rest < line.end && !(this.text[rest] === '#' && rest > offset)) return false
    this.at = index + 1
    return true
  }
}
