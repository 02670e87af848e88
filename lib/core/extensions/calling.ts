// What goes to the process that runs extensions and what comes back. Types only.
import type { Json, JsonObject } from '../../std/json.js'
import type { Grant, Point } from './manifest.js'

export interface Callee {
  readonly name: string
  /** Absolute path of the module, in a copy that was compared with what was agreed to. */
  readonly entry: string
  readonly points: readonly Point[]
  readonly grants: readonly Grant[]
  readonly milliseconds: number
  /** What its handler is told. */
  readonly context: JsonObject
}

export interface Calling {
  /** Stands before every line of the answer: what an extension writes itself is none. */
  readonly mark: string
  readonly point: Point
  /** Milliseconds since the epoch after which no further handler is begun. */
  readonly until: number
  /** The same, after which nobody is waited for. */
  readonly end: number
  readonly callees: readonly Callee[]
}

export interface Reply {
  readonly name: string
  /** `ok`, `not-asked`, or what went wrong. */
  readonly result:
    | 'ok'
    | 'not-asked'
    | 'UNDECLARED_POINT'
    | 'THREW'
    | 'TIMEOUT'
    | 'BUDGET'
    | 'FLOOD'
    | 'BAD_VERDICT'
    | 'NO_HANDLER'
    | 'CRASHED'
  readonly message: string
  readonly ms: number
  readonly value: Json
  readonly sets: readonly { readonly scope: string; readonly id: string; readonly value: Json }[]
}

/** A line of the answer: a handler began, one ended, or all is done. */
export type Line =
  | { readonly began: string }
  | { readonly ended: Reply }
  | {
      readonly done: {
        readonly replies: readonly Reply[]
        readonly decided: { readonly name: string; readonly verdict: JsonObject } | null
      }
    }
