// Changes several files atomically: stages the new bytes in a folder, writes the intent next to them, then moves them into
// place. If a change is interrupted before its intent is written, nothing has changed; afterwards, the next run completes it.
import { join } from 'node:path'
import { gsdError } from '../errors.js'
import { digestOf } from './digest.js'
import type { FilePort } from './durable.js'

/** The change of one file. */
export interface Step {
  readonly path: string
  /** sha256 of the bytes before and after; null if the file is absent. */
  readonly before: string | null
  readonly after: string | null
  /** Name of the staged file with the new bytes; null to remove the file. */
  readonly staged: string | null
  /** Permission bits; by default those of the replaced file, or those that umask gives. */
  readonly mode?: number
}

/** Where a change is prepared, and its file operations. */
export interface Work {
  /** Absolute path of the folder for the intent and the staged files. */
  readonly folder: string
  readonly files: FilePort
  /** Resolves a step's path to an absolute one. */
  readonly at: (path: string) => string
}

/** What an undo restores. */
export interface Before {
  readonly bytes: Uint8Array
  readonly mode?: number
}

/** Undoes one step. If another program has written the file since, leaves the file alone and returns its path. */
export type Undo = () => string | null

export const INTENT = 'intent.json'

/** Writes the intent: from now on, an interrupted change is completed. */
export function writeIntent({ folder, files }: Work, intent: unknown): void {
  files.write(join(folder, 'intent.tmp'), Buffer.from(JSON.stringify(intent), 'utf8'))
  files.rename(join(folder, 'intent.tmp'), join(folder, INTENT))
}

/** Throws `CONFLICT` if a file differs from the expected one. */
export function expectUnchanged(path: string, expected: string | null, now: string | null): void {
  if (now === expected) return
  throw gsdError(
    'CONFLICT',
    `${path} changed while it was being edited: expected sha256 ${expected ?? 'none'}, found ${now ?? 'none'}`,
    'repeat the command; nothing was written',
  )
}

/** Performs a step. Throws `CONFLICT` if the file has changed; otherwise adds the undo, even if the write then fails. */
export function doStep(work: Work, step: Step, before: Before | null, undos: Undo[]): void {
  const { folder, files, at } = work
  const target = at(step.path)
  expectUnchanged(step.path, step.before, digestOf(files.read(target)))
  undos.push(() => undoStep(work, step, before))
  if (step.staged === null) files.remove(target)
  else files.rename(join(folder, step.staged), target, step.mode)
}

function undoStep({ folder, files, at }: Work, step: Step, before: Before | null): string | null {
  const target = at(step.path)
  const bytes = files.read(target)
  const now = digestOf(bytes)
  if (now === step.before) return null
  if (now !== step.after) return step.path
  // The bytes are staged again: if this undo is interrupted, the next run finds the intent and completes the change.
  if (bytes !== null && step.staged !== null) files.write(join(folder, step.staged), bytes)
  if (before === null) files.remove(target)
  else {
    files.write(join(folder, 'restore'), before.bytes)
    files.rename(join(folder, 'restore'), target, before.mode)
  }
  return null
}

/** Undoes a change from the last step to the first; returns paths that other programs have written since. */
export function undoAll({ folder, files }: Work, undos: readonly Undo[]): readonly string[] {
  const changedByOthers = [...undos].reverse().flatMap((undo) => undo() ?? [])
  files.remove(join(folder, INTENT))
  return changedByOthers
}

/** Completes an interrupted change. Leaves files alone that other programs have written since; returns their paths. */
export function complete(work: Work, steps: readonly Step[], isStaged: (step: Step) => boolean): readonly string[] {
  const { folder, files, at } = work
  const changedByOthers: string[] = []
  files.together(() => {
    for (const step of steps) {
      const now = digestOf(files.read(at(step.path)))
      if (now === step.after) continue
      if (now !== step.before) changedByOthers.push(step.path)
      else if (step.staged === null) files.remove(at(step.path))
      else if (isStaged(step)) files.rename(join(folder, step.staged), at(step.path), step.mode)
    }
  })
  return changedByOthers
}
