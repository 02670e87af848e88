// When a line of shell may have changed planning files behind the back of the CLI: it names their folder, or the folder changed.
import type { Acting } from '../event.js'
import { PLANNING } from './changed.js'

interface Folders {
  /** Names in a folder below the project's root. */
  readonly list: (folder: string) => readonly string[]
  /** When such a folder got or lost an entry last, in milliseconds since the epoch; null: there is none. */
  readonly changedAt: (folder: string) => number | null
}

/** Remembered between calls: when the folders changed last, and what was told. */
interface Watched {
  readonly at: number
  readonly told: readonly string[]
}

export const watchedIn = (value: unknown): Watched | null => {
  const { at, told } = (value ?? {}) as Partial<Watched>
  return typeof at === 'number' && Array.isArray(told) ? { at, told } : null
}

const lastChange = ({ list, changedAt }: Folders): number => {
  const folders = [PLANNING, ...list(PLANNING).map((name) => `${PLANNING}/${name}`)]
  return Math.max(0, ...folders.map((folder) => changedAt(folder) ?? 0))
}

/** git brings other states of the files, as it is told to. */
const GIT = /(?:^|[;&|]\s*)git\s/

/** `at` is to be remembered; null: nothing changed. */
export function lookAfter({ tools, cwd }: Acting, folders: Folders, known: Watched | null) {
  const lines = [cwd, ...tools.flatMap(({ command }) => command ?? [])]
  const isNamed = lines.some((line) => line.includes(PLANNING))
  const at = lastChange(folders)
  if (!isNamed && at === known?.at) return null
  return { at, isDue: isNamed || (known !== null && !lines.some((line) => GIT.test(line))) }
}
