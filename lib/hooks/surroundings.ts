// What a check may ask of the outside, and what that answers.
import type { Rule } from '../core/own-rules.js'

/** What a refusal says. */
export interface Refusal {
  readonly code: string
  readonly text: string
}

/** The project an event happened in. */
export interface HookProject {
  /** Absolute folder that holds `.planning`. */
  readonly root: string
  /** A setting as it is written; undefined where it is absent. */
  setting(key: string): unknown
  /** Names in a folder below the root; none where it is not there. */
  list(folder: string): readonly string[]
  /** When a folder below the root got or lost an entry last, in milliseconds since the epoch; null: it is not there. */
  changedAt(folder: string): number | null
  /** Text of a file below the root, or null. */
  read(path: string): string | null
}

/** What a check may ask of the outside. It changes nothing, and is read only when asked. */
export interface Surroundings {
  env(name: string): string | null
  /** The project around the event's folder, or null. */
  readonly project: HookProject | null
  /** Text of an absolute path, at most 16 megabytes, or null. */
  read(path: string): string | null
  /** The last 64 kilobytes of it. */
  tail(path: string): string | null
  exists(path: string): boolean
  /** Names in an absolute folder; none where it is not there. */
  names(folder: string): readonly string[]
  /** Where an absolute path leads when every link in it is followed; what is not there yet stays as it is. */
  real(path: string): string
  /** The person's home, and their own folder in it; absolute, with `/`. */
  readonly home: string
  readonly own: string
  /** A setting of the person's own files, which no tree can change; undefined where it is absent. */
  personal(key: string): unknown
  /** Rules of the project and the person that count here. */
  rules(): readonly Rule[]
  /** Folder of the installed payload; absolute. */
  readonly payload: string
  readonly version: string
}

/** What the project says of a key, else the person; undefined where neither does. */
export const settingOf =
  ({ project, personal }: Pick<Surroundings, 'project' | 'personal'>) =>
  (key: string): unknown =>
    project?.setting(key) ?? personal(key)

/** Below the project's root; empty where nobody works on anything. */
export const CLAIMS = '.planning/.runtime/claims'
