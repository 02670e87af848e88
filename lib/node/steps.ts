// Atomic changes of several files. New bytes are staged in a folder, then the intent is written beside them. A change
// interrupted before its intent has touched nothing; one interrupted later is completed by the next run.
import { join } from 'node:path'
import { GsdError } from '../errors.js'
import { digestOf } from './digest.js'
import type { FilePort } from './durable.js'

export interface Step {
  readonly path: string
  /** sha256 of the bytes; null if the file is absent. */
  readonly before: string | null
  readonly after: string | null
  /** Name of the staged file with the new bytes; null removes the file. */
  readonly staged: string | null
  /** Permission bits. Default: the replaced file's, else the umask's. */
  readonly mode?: number
}

/** The folder of a change, and its file operations. */
export interface Work {
  /** Absolute; contains the intent and the staged files. */
  readonly folder: string
  readonly files: FilePort
  readonly at: (path: string) => string
}

export interface Before {
  readonly bytes: Uint8Array
  readonly mode?: number
}

/** Undoes one step. If another program has written the file since, leaves it and returns its path. */
export type Undo = () => string | null

export const INTENT = 'intent.json'

/** Writes the intent, which commits the change. */
export function writeIntent({ folder, files }: Work, intent: unknown): void {
  files.write(join(folder, 'intent.tmp'), Buffer.from(JSON.stringify(intent), 'utf8'))
  files.rename(join(folder, 'intent.tmp'), join(folder, INTENT))
}

/** Throws `CONFLICT` if a file differs from the expected one. */
export function expectUnchanged(path: string, expected: string | null, now: string | null): void {
  if (now === expected) return
  throw new GsdError({
    code: 'CONFLICT',
    message: `${path} changed while it was being edited: expected sha256 ${expected ?? 'none'}, found ${now ?? 'none'}`,
    fix: 'repeat the command; nothing was written',
  })
}

/** Performs a step. Its undo is added to `undos` even if the step fails halfway. */
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
  // Stage the bytes again: if this undo is interrupted, the next run finds the intent and completes the change instead.
  if (bytes !== null && step.staged !== null) files.write(join(folder, step.staged), bytes)
  if (before === null) files.remove(target)
  else {
    files.write(join(folder, 'restore'), before.bytes)
    files.rename(join(folder, 'restore'), target, before.mode)
  }
  return null
}

/** Undoes a change, last step first; returns the paths another program has written since. */
export function takeBack({ folder, files }: Work, undos: readonly Undo[]): readonly string[] {
  const theirs = [...undos].reverse().flatMap((undo) => undo() ?? [])
  files.remove(join(folder, INTENT))
  return theirs
}

/** Completes an interrupted change. Leaves and returns paths that match neither the state before it nor after it. */
export function complete(work: Work, steps: readonly Step[], isStaged: (step: Step) => boolean): readonly string[] {
  const { folder, files, at } = work
  const theirs: string[] = []
  files.together(() => {
    for (const step of steps) {
      const now = digestOf(files.read(at(step.path)))
      if (now === step.after) continue
      if (now !== step.before) theirs.push(step.path)
      else if (step.staged === null) files.remove(at(step.path))
      else if (isStaged(step)) files.rename(join(folder, step.staged), at(step.path), step.mode)
    }
  })
  return theirs
}
