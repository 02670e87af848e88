// Files of secrets that a line of shell would show, or take where their name no longer tells what they are.
import { baseName } from '../../std/paths.js'
import { isAbsolutePath } from '../checks/paths.js'
import { isSecretFile, meansSecrets } from '../checks/secret-files.js'
import { isSecret } from '../checks/secrets.js'
import type { Acting } from '../event.js'
import type { LineAround } from '../surroundings.js'
import { isWhole, startedBy } from './commands.js'
import { type Field, hasPattern, isKnown, patternOf, patternsIn, shown, UNKNOWN } from './expand.js'
import { folderOf, guessedPath, pathsOf } from './files.js'
import { shownBy } from './programs.js'

/** Names that are looked up on the disk for one line; those behind them are judged by themselves alone. */
const MOST_LOOKED_UP = 2000

/** Throws where none was found in a line that is too much to follow to its end. */
export function secretReadBy(event: Acting, around: LineAround): string | null {
  const looked = new Set<string>()
  const judged = (field: Field, folder: string | null): boolean => {
    const known = `${folder}\0${field}`
    if (looked.has(known)) return false
    if (looked.size >= MOST_LOOKED_UP) return isSecretFile(guessedPath(field))
    looked.add(known)
    return isSecretField(field, folder, around)
  }
  for (const call of startedBy(event, around)) {
    const folder = folderOf(call.folder, event.cwd)
    const { words, inputs, into } = shownBy(call)
    const read = into === null ? words : words.filter((word) => !keepsName(word, into, folder, around))
    for (const field of inputs ? [...read, ...call.inputs] : read) if (judged(field, folder)) return shown(field)
  }
  if (!isWhole(event, around)) throw new Error('a line of shell that is too long to be judged to its end')
  return null
}

function isSecretField(field: Field, folder: string | null, around: LineAround): boolean {
  const isPlaced = isKnown(field) && (folder !== null || isAbsolutePath(field))
  if (isPlaced) return pathsOf(field, folder, around).some((path) => isSecret(path, around))
  return hasPattern(field) ? meansSecret(field) : isSecretFile(guessedPath(field))
}

/** A pattern whose files cannot be listed. */
function meansSecret(field: Field): boolean {
  const name = baseName(field)
  return hasPattern(name) ? meansSecrets(patternOf(name)) : isSecretFile(guessedPath(name))
}

/** The first pattern that is made for files of secrets. */
export const secretPattern = (globs: readonly string[]): string | null =>
  globs.find((glob) => patternsIn(glob).some(meansSecret)) ?? null

/** A copy on this machine whose name still tells what it is. */
function keepsName(source: Field, into: Field, folder: string | null, around: LineAround): boolean {
  const target = guessedPath(into)
  if (/^[^/]{2,}:/.test(target) || into.includes(UNKNOWN)) return false
  if (isSecretFile(target)) return true
  const name = guessedPath(source).split('/').at(-1) ?? ''
  const isFolder =
    /(?:^|\/)\.{0,2}$/.test(target) || pathsOf(into, folder, around).some((path) => around.names(path).length > 0)
  return isFolder && isSecretFile(name)
}
