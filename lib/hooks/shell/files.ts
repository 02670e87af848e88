// Which files a word of a command means: patterns are resolved against what is there.
import { slashed } from '../../std/paths.js'
import { isAbsolutePath, normalPath } from '../checks/paths.js'
import { type Field, hasPattern, isKnown, patternOf, shown, UNKNOWN } from './expand.js'

export interface Disk {
  /** Names in an absolute folder; none where it is not there. */
  readonly names: (folder: string) => readonly string[]
}

const MOST = 400

/** Absolute paths of a field used in `folder` (absolute; null: not known). None where a part of it is not known, or a pattern fits nothing. */
export function pathsOf(field: Field, folder: string | null, disk: Disk): readonly string[] {
  if (field === '' || !isKnown(field)) return []
  const given = slashed(field)
  if (!isAbsolutePath(given) && folder === null) return []
  const whole = isAbsolutePath(given) ? given : `${slashed(folder as string)}/${given}`
  if (!hasPattern(whole)) return [normalPath(whole)]
  const [first = '', ...segments] = whole.split('/')
  let found: readonly string[] = [first]
  for (const segment of segments) {
    if (!hasPattern(segment)) found = found.map((path) => `${path}/${segment}`)
    else {
      const pattern = patternOf(segment)
      const fits = (name: string) => (segment.startsWith('.') || !name.startsWith('.')) && pattern.test(name)
      found = found
        .flatMap((path) =>
          disk
            .names(path === '' ? '/' : path)
            .filter(fits)
            .map((name) => `${path}/${name}`),
        )
        .slice(0, MOST)
    }
  }
  return found.map(normalPath)
}

/** The folder in which a command runs, from that of the event. */
export const folderOf = (folder: string | null, cwd: string): string | null =>
  folder === null ? null : isAbsolutePath(folder) ? folder : normalPath(`${slashed(cwd)}/${folder}`)

/** A field as a path in which what is not known is an ordinary letter: enough to judge how it ends. */
export const guessedPath = (field: Field): string => slashed(shown(field.replaceAll(UNKNOWN, 'x')))
