// The `--dry-run` view of a plan: our folders with counts, and diffs of the user's own files.
import type { Operation } from '../../install/operation.js'
import { realDisk } from '../../node/files.js'
import type { CommonGiven } from './flags.js'
import { blocks, colours, fileLines, operationLines } from './report.js'
import type { World } from './world.js'

export interface Preview {
  /** For users: changes by folder, and diffs of their own files. */
  readonly parts: readonly (readonly string[])[]
  /** For programs, by path. */
  readonly diffs: ReadonlyMap<string, string>
}
const NOTHING: Preview = { parts: [], diffs: new Map() }

/** User files to list by name when asking for consent. */
const FILES = 6

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
  const { own, apart } = parted(operations)
  const files = [...operationLines(apart, world.home), ...fileLines(own, world.home)]
  const changes = [...diffs.values()].filter((diff) => diff !== '').map((diff) => diff.trimEnd().split('\n'))
  return { parts: [files, ...changes].map((lines) => lines.map(painted)), diffs }
}

/** Separates the user's own files from the pack's. */
function parted(operations: readonly Operation[]) {
  const own = operations.filter(({ stage }) => stage === 'config')
  return { own, apart: operations.filter((one) => !own.includes(one)) }
}

/** The summary for the consent question: user files by name, folders with counts. `brief` aims at twenty lines. */
export function summaryOf(
  operations: readonly Operation[],
  said: readonly string[],
  home: string,
): { readonly brief: string; readonly whole: string } {
  const { own, apart } = parted(operations)
  const text = (files: readonly string[], folders: readonly string[]) =>
    blocks(['Changes:', ...files, ...folders], said)
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
