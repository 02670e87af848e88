// The intent of an installation. In a project it may have come with a clone, so it counts inside the project only.
import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { isWithin } from '../install/installed.js'
import { parsedJson } from '../std/json.js'
import { type Infer, int, listOf, maybe, mismatches, orNull, record, text, texts } from '../std/shape.js'
import { sha256Bytes } from './digest.js'
import { plainFile, plainText } from './disk.js'
import { INTENT, type Step } from './steps.js'

const shape = record({
  steps: listOf(
    record({
      path: text(),
      before: orNull(text()),
      after: orNull(text()),
      staged: orNull(text()),
      mode: maybe(int()),
    }),
  ),
  /** Folders to create, outermost first. */
  made: listOf(record({ path: text(), mode: int() })),
  /** Folders to remove if empty, innermost first. */
  removes: texts(),
})
export type InstallIntent = Infer<typeof shape>

const MOST_BYTES = 512 * 1024 * 1024

/** Null if it is missing or damaged. */
export function readIntent(folder: string): InstallIntent | null {
  const value = parsedJson(plainText(join(folder, INTENT), { most: MOST_BYTES }) ?? '')
  return value !== undefined && mismatches(shape, value).length === 0 ? (value as InstallIntent) : null
}

/** Whether the staged bytes of a step exist under the name of its index. */
export function isStaged(folder: string, { staged, after }: Step, index: number): boolean {
  const found = staged === String(index) ? plainFile(join(folder, staged), { most: MOST_BYTES }) : 'absent'
  return typeof found !== 'string' && sha256Bytes(found.bytes) === after
}

/** Whether a run may change a path in a project: never git's files, which can run, nor links or pipes. */
export function isInProject(project: string, path: string, kind: 'file' | 'folder'): boolean {
  if (resolve(path) !== path || !(path === project || isWithin(project, path))) return false
  const isGits = relative(project, path)
    .split(sep)
    .some((part) => part.toLowerCase() === '.git')
  const folder = nearestFolder(path === project ? path : dirname(path))
  const found = lstatSync(path, { throwIfNoEntry: false })
  const isPlain = found === undefined || (kind === 'file' ? found.isFile() : found.isDirectory())
  return !isGits && realpathSync(folder) === folder && isPlain
}

function nearestFolder(path: string): string {
  let at = path
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at)
  return at
}
