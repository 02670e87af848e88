// The core's port to extensions, implemented by `lib/node/extensions`, which is loaded only if an extensions folder exists.
import type { Notice } from '../../errors.js'
import type { Caller, Digest, Entry, Source } from '../../ports.js'
import type { Json, JsonObject } from '../../std/json.js'
import type { Manifest, Point } from './manifest.js'

export const EXTENSION_UNIT = 'extension'

/** `project`: `.gsd/extensions` · `user`: `~/.gsd/extensions`. If both have an extension of one name, the user's runs. */
export const SOURCES = ['project', 'user'] as const

export interface FoundExtension {
  readonly name: string
  readonly source: (typeof SOURCES)[number]
  readonly folder: string
  readonly manifest: Manifest | null
  /** Digest over every file name and byte in the folder. */
  readonly digest: string
  readonly files: readonly string[]
  readonly problem: Notice | null
}

/** The parts of a view that a handler call needs. */
export interface Ground {
  readonly caller: Caller
  readonly digest: Digest
  readonly base: string
  source(path: string): Source | null
  list(path: string): readonly Entry[]
}

export interface HandlerInput {
  readonly now: string
  readonly state: JsonObject
  readonly plans: readonly { readonly id: string; readonly path: string }[]
  readonly pointInput: JsonObject
}

export interface HandlerAnswer {
  readonly name: string
  readonly value: Json
  readonly changes: readonly { readonly path: string; readonly value: JsonObject | null }[]
}

export interface HandlerResults {
  /** Answers of successful handlers, in order. */
  readonly answers: readonly HandlerAnswer[]
  /** The decision of a `next` handler, and its extension; null if the core's decision stands. */
  readonly decided: { readonly name: string; readonly verdict: JsonObject } | null
  readonly failures: readonly Notice[]
  /** Set if a handler with `onError: hold` failed; then no answer counts. */
  readonly hold: Notice | null
}

export interface Extensions {
  readonly found: readonly FoundExtension[]
  ask(point: Point, ground: Ground, input: HandlerInput): Promise<HandlerResults>
  /** Notices for the user: extensions that are broken or not trusted, and handlers that failed in this call. */
  notices(ground: Ground): readonly Notice[]
}
