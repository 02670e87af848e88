// What the pure part asks of extensions. `lib/node/extensions` implements it, and is loaded only where a folder of extensions exists.
import type { Notice } from '../../errors.js'
import type { Caller, Digest, Source } from '../../ports.js'
import type { Json, JsonObject } from '../../std/json.js'
import type { Manifest, Point } from './manifest.js'

/** `project`: below `.gsd/extensions` of the project · `user`: below `~/.gsd/extensions`. Of two with one name, the first that is active runs. */
export const SOURCES = ['project', 'user'] as const

export interface FoundExtension {
  readonly name: string
  readonly source: (typeof SOURCES)[number]
  /** Absolute. */
  readonly folder: string
  /** Null where it cannot be used. */
  readonly manifest: Manifest | null
  /** Of every name and byte in the folder. */
  readonly digest: string
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

/** Where state of extensions is kept. */
export interface StatePlace {
  readonly scope: 'milestone' | 'phase' | 'plan'
  readonly id: string
  /** Relative to the project root. */
  readonly path: string
}

/** What all handlers of a point are told. */
export interface Told {
  readonly now: string
  readonly state: JsonObject
  readonly places: readonly StatePlace[]
  /** Finished rounds of units of extensions, by unit id. */
  readonly rounds: Readonly<Record<string, number>>
  /** What the point adds. */
  readonly more: JsonObject
}

/** Of the handlers of `next`: who decided, and what. */
export interface Decided {
  readonly name: string
  readonly verdict: JsonObject
}

/** A change of an extension's own state. */
interface StateChange {
  readonly path: string
  readonly value: JsonObject | null
}

export interface Asked {
  /** Of the handlers that went well, in order. */
  readonly answers: readonly { readonly name: string; readonly value: Json; readonly changes: readonly StateChange[] }[]
  /** Null: what the core decided stands. */
  readonly decided: Decided | null
  readonly failures: readonly Notice[]
  /** A handler failed whose manifest says `hold`; no answer counts then. */
  readonly held: Notice | null
}

export interface Extensions {
  /** All that are there, active or not. */
  readonly found: readonly FoundExtension[]
  ask(point: Point, ground: Ground, told: Told): Promise<Asked>
  /** What the person should know: extensions that do not run though they might, and what failed in this call. */
  notices(ground: Ground): readonly Notice[]
  /** The unit of an active extension; null: none has it. */
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
