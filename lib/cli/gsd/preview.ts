// What `--dry-run` shows of a plan: each file, and of a person's own files what would change in them.
import type { Operation } from '../../install/operation.js'
import { realDisk } from '../../node/files.js'
import type { CommonGiven } from './flags.js'
import { colours, fileLines } from './report.js'
import type { World } from './world.js'

export interface Preview {
  /** For people: the files, then a diff each. */
  readonly parts: readonly (readonly string[])[]
  /** For programs: by path. */
  readonly diffs: ReadonlyMap<string, string>
}
const NOTHING: Preview = { parts: [], diffs: new Map() }

export async function previewOf(
  given: Pick<CommonGiven, 'dryRun' | 'noColor'>,
  operations: readonly Operation[],
  world: World,
): Promise<Preview> {
  if (!given.dryRun) return NOTHING
  const { diffsOf } = await import('../../install/unified.js')
  const diffs = diffsOf(operations, realDisk)
  const paint = colours(given, world)
  const tone: Readonly<Record<string, (text: string) => string>> = { '+': paint.green, '-': paint.red, '@': paint.cyan }
  const painted = (line: string) => tone[line.charAt(0)]?.(line) ?? line
  const shown = [...diffs.values()].filter((diff) => diff !== '')
  return {
    parts: [fileLines(operations, world.home), ...shown.map((diff) => diff.trimEnd().split('\n').map(painted))],
    diffs,
  }
}
