// Extensions as the pure part sees them: what was found, and questions that are answered at once. What answers lies in lib/node/extensions and is loaded only where a folder of extensions is there.
import type { Notice } from '../../errors.js'
import type { Caller, Digest, Source } from '../../ports.js'
import type { Json, JsonObject } from '../../std/json.js'
import type { Manifest, Point } from './manifest.js'

/** `project`: in the tree · `user`: in the person's own folder · `package`: it comes with the pack. Of several with one name the first of these counts. */
export const SOURCES = ['project', 'user', 'package'] as const
export type ExtensionSource = (typeof SOURCES)[number]

/** One folder that says it is an extension. */
export interface FoundExtension {
  readonly name: string
  readonly source: ExtensionSource
  /** Absolute; of what comes with the package the one file in which all of those lie. */
  readonly folder: string
  /** Null where the manifest cannot be used. */
  readonly manifest: Manifest | null
  /** Of every byte and name in the folder; null where it cannot be read whole. */
  readonly digest: string | null
  /** Relative paths of its files. */
  readonly files: readonly string[]
  readonly problem: Notice | null
}

/** The parts of a view that answering needs. */
export interface Ground {
  readonly caller: Caller
  readonly digest: Digest
  readonly base: string
  source(path: string): Source | null
}

/** Where the state of extensions lies for what a question is about. */
export interface StatePlace {
  readonly scope: 'milestone' | 'phase' | 'plan'
  readonly id: string
  /** Relative to the project root. */
  readonly path: string
}

/** What every handler is told. */
export interface Told {
  readonly now: string
  readonly state: JsonObject
  readonly places: readonly StatePlace[]
  /** Finished rounds of units of extensions, by unit id. */
  readonly rounds: Readonly<Record<string, number>>
  /** What the point adds. */
  readonly more: JsonObject
}

/** How a handler fared. */
export interface Trace {
  readonly name: string
  readonly source: FoundExtension['source']
  readonly priority: number
  /** `ok`, `not-asked`, or the code of what went wrong. */
  readonly result: string
  readonly message: string
  readonly ms: number
  /** The point, where nothing goes on because this handler failed. */
  readonly holds: Point | null
}

/** A change of an extension's own state. */
export interface StateChange {
  readonly name: string
  readonly path: string
  readonly value: JsonObject | null
}

export interface Asked {
  /** What each handler that fared well answered, in order. */
  readonly answers: readonly { readonly name: string; readonly value: Json; readonly changes: readonly StateChange[] }[]
  /** Of `next`: what the chain decided and who did; null: what the core decided stands. */
  readonly decided: { readonly name: string; readonly verdict: JsonObject } | null
  readonly trace: readonly Trace[]
  /** What keeps everything: a handler failed whose manifest wants that. No answer of anybody counts then. */
  readonly held: Notice | null
}

export interface Extensions {
  /** All that lie there, whether or not they count. */
  readonly found: readonly FoundExtension[]
  ask(point: Point, ground: Ground, told: Told): Asked
  /** How the handlers of a point fared when it was asked last; empty where it was not. */
  traced(point: Point): readonly Trace[]
  /** What the person should know: what does not count although somebody wants it to, and what went wrong in this call. */
  notices(ground: Ground): readonly Notice[]
  /** The words for a unit of an extension; null where no extension that counts has it. */
  unitAbout(
    ground: Ground,
    unitId: string,
  ): {
    readonly name: string
    readonly type: string
    readonly key: string
    readonly about: string
    readonly rounds: number
  } | null
}
