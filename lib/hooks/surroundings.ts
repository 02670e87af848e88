// What a check may ask of the outside, and what that answers.
import type { Acting } from './event.js'

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
  /** When a file below the root was written last, in milliseconds since the epoch; null: it is not there. */
  writtenAt(path: string): number | null
  /** Text of a file below the root, or null. */
  read(path: string): string | null
}

export interface Changed {
  /** `touch`: it is made where it is not there, and its text stays. */
  readonly kind: 'write' | 'remove' | 'touch'
  /** By a tool for files, or by a program in a shell. */
  readonly by: 'tool' | 'shell'
  /** As it is named, from the root of the disk; with `/`. */
  readonly absolute: string
  /** Below the project's root, links followed, with `/`; empty: the project itself, or a folder around it. Null: elsewhere. */
  readonly below: string | null
  /** The text it would have, from the text it has (null: there is none); null: not known. */
  readonly after: (before: string | null) => string | null
}

export interface ShellReader {
  /** A file of secrets whose text would be seen, as it is named; null: none. */
  readonly secret: (event: Acting, around: LineAround) => string | null
  /** Why a line must leave the person's own folder alone; null: it does. */
  readonly own: (event: Acting, around: LineAround) => Refusal | null
  /** Files it changes, in order. */
  readonly changed: (event: Acting, around: LineAround) => readonly Changed[]
  /** First lines of the messages it commits with. */
  readonly subjects: (event: Acting, around: LineAround) => readonly string[]
  /** Verbs of git it calls. */
  readonly gitVerbs: (event: Acting, around: LineAround) => readonly string[]
  /** The first of these patterns for names that is made for files of secrets. */
  readonly secretPattern: (globs: readonly string[]) => string | null
}

/** What a check may ask of the outside; nothing of it changes anything. All of it is lazy: an unasked question costs nothing. */
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
  /** What a stream editor makes of a text, running and writing nothing; null: it is not there, failed, or took too long. */
  edited(script: readonly string[], text: string): string | null
  /** Whether git keeps a file below the project's root: it came with the tree. */
  tracked(path: string): boolean
  /** Reads lines of shell; loaded with the first call. */
  shell(): ShellReader
  /** The person's home, and their own folder in it; absolute, with `/`. */
  readonly home: string
  readonly own: string
  /** A setting of the person's own files, which no tree can change; undefined where it is absent. */
  personal(key: string): unknown
  /** Folder of the installed payload; absolute. */
  readonly payload: string
  readonly version: string
}

/** What is asked to know what a line of shell reads and changes. */
export interface LineAround extends Pick<Surroundings, 'env' | 'home' | 'own' | 'read' | 'names' | 'real' | 'edited'> {
  readonly project: Pick<HookProject, 'root'> | null
}

/** Below the project's root; empty where nobody works on anything. */
export const CLAIMS = '.planning/.runtime/claims'
