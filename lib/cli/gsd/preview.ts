// What `--dry-run` shows of a plan: each file, and of a person's own files what would change in them.
import type { Operation } from '../../install/operation.js'
import { realDisk } from '../../node/files.js'
import { counted } from '../../std/text.js'
import type { CommonGiven } from './flags.js'
import { blocks, colours, fileLines, operationLines } from './report.js'
import type { World } from './world.js'

export interface Preview {
  /** For people: what happens where, and the diffs of their own files. */
  readonly parts: readonly (readonly string[])[]
  /** For programs: by path. */
  readonly diffs: ReadonlyMap<string, string>
}
const NOTHING: Preview = { parts: [], diffs: new Map() }

/** Lines of a screen that are left beside what else is said, and how many of them are for the folders and for a person's files by name. */
const SCREEN = 32
const FOLDERS = 13
const FILES = 6

/** All of it where it fits on a screen or was asked for, else folders with counts and the diffs as far as there is room. */
export async function previewOf(
  given: Pick<CommonGiven, 'dryRun' | 'noColor'> & { readonly full?: boolean },
  operations: readonly Operation[],
  world: World,
): Promise<Preview> {
  if (!given.dryRun) return NOTHING
  const { diffsOf } = await import('../../install/unified.js')
  const diffs = diffsOf(operations, realDisk)
  const paint = colours(given, world)
  const tone: Readonly<Record<string, (text: string) => string>> = { '+': paint.green, '-': paint.red, '@': paint.cyan }
  const painted = (line: string) => tone[line.charAt(0)]?.(line) ?? line
  const files = fileLines(operations, world.home)
  const changes = [...diffs.values()].filter((diff) => diff !== '').map((diff) => diff.trimEnd().split('\n'))
  const length = files.length + changes.reduce((sum, lines) => sum + lines.length + 1, 0)
  const parts = given.full || length <= SCREEN ? [files, ...changes] : onScreen(operations, changes, world.home)
  return { parts: parts.map((lines) => lines.map(painted)), diffs }
}

function onScreen(
  operations: readonly Operation[],
  changes: readonly (readonly string[])[],
  home: string,
): readonly (readonly string[])[] {
  const own = operations.filter(({ stage }) => stage === 'config')
  const apart = operations.filter((one) => !own.includes(one))
  const folders = cut(operationLines(apart, home, FOLDERS - 1), FOLDERS)
  const files = cut(fileLines(own, home), FILES)
  const lines = changes.flat()
  const room = SCREEN - folders.length - files.length
  const hidden = Math.max(0, lines.length - room)
  return [
    [...folders, ...files],
    lines.slice(0, room),
    [
      `${hidden === 0 ? '' : `${counted(hidden, 'more line')} of diffs. `}Each file by name and every diff whole: --full`,
    ],
  ]
}

/** What a person is asked to agree to: their own files by name and the folders with counts; `brief` has twenty lines at most where `said` leaves room. */
export function summaryOf(
  operations: readonly Operation[],
  said: readonly string[],
  home: string,
): { readonly brief: string; readonly whole: string } {
  const own = operations.filter(({ stage }) => stage === 'config')
  const apart = operations.filter((one) => !own.includes(one))
  const text = (files: readonly string[], folders: readonly string[]) =>
    blocks(['This will happen:', ...files, ...folders], said)
  const files = fileLines(own, home)
  const few = cut(files, FILES)
  const room = Math.max(3, 17 - few.length - said.length)
  return {
    brief: text(few, cut(operationLines(apart, home, room), room)),
    whole: text(files, operationLines(apart, home)),
  }
}

const cut = (lines: readonly string[], most: number): readonly string[] =>
  lines.length <= most ? lines : [...lines.slice(0, most - 1), `  and ${lines.length - most + 1} more`]
