// A check's access to the outside, with the types it returns.
import type { Rule } from '../core/own-rules.js'

export interface HookProject {
  /** Absolute path of the folder with `.planning`. */
  readonly root: string
  /** The raw value of a setting; undefined if absent. */
  setting(key: string): unknown
  /** Names in a folder below the root; none if it does not exist. */
  list(folder: string): readonly string[]
  /**
   * When entries of a folder below the root last changed, in milliseconds since the epoch; null if it does not exist.
   */
  changedAt(folder: string): number | null
  /** Text of a file below the root, or null. */
  read(path: string): string | null
}

/** A check's access to the outside: read-only and lazy. */
export interface Surroundings {
  env(name: string): string | null
  readonly project: HookProject | null
  /** Text of the file at an absolute path, at most 16 megabytes, or null. */
  read(path: string): string | null
  /** The last 64 kilobytes of a file. */
  tail(path: string): string | null
  /** Names in an absolute folder; none if it does not exist. */
  names(folder: string): readonly string[]
  /** The absolute path with all links resolved; missing parts stay unchanged. */
  real(path: string): string
  /** The user's home, and their own folder in it; absolute, with `/`. */
  readonly home: string
  readonly own: string
  /** A setting from the user's own files, which no project can change; undefined if absent. */
  personal(key: string): unknown
  /** Rules of the project and the user that apply here. */
  rules(): readonly Rule[]
  /** Absolute folder of the installed payload. */
  readonly payload: string
  readonly version: string
}

/** Below the project's root; empty if no unit is claimed. */
export const CLAIMS = '.planning/.runtime/claims'
