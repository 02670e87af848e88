// Where the lines of a text end. Searching a text for one character is native code; a loop over its characters is what a short process would spend its time in.
import { CR, isEol, LF } from './characters.js'

export class LineEnds {
  readonly #text: string
  /** Some CR ends a line by itself: then every character is looked at. */
  readonly #loneCr: boolean
  /** The first LF from `#from` on is at `#lf`. */
  #from = 0
  #lf = -1

  /** Lines from `start` to `end` are asked for. */
  constructor(text: string, start = 0, end = text.length) {
    this.#text = text
    const part = text.slice(start, end)
    let cr = part.indexOf('\r')
    while (cr >= 0 && part.charCodeAt(cr + 1) === LF) cr = part.indexOf('\r', cr + 2)
    this.#loneCr = cr >= 0
  }

  /** Offset after the last character of the line that holds `p`. */
  from(p: number): number {
    const text = this.#text
    if (this.#loneCr) {
      while (p < text.length && !isEol(text.charCodeAt(p))) p++
      return p
    }
    if (p < this.#from || p > this.#lf) {
      const found = text.indexOf('\n', p)
      this.#from = p
      this.#lf = found < 0 ? text.length : found
    }
    return this.#lf > p && text.charCodeAt(this.#lf - 1) === CR ? this.#lf - 1 : this.#lf
  }
}
