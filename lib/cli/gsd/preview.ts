// What a plan changes, for people: our files by folder, the user's own by name and, in a dry run, as diffs.
import { textOf } from '../../install/disk.js'
import type { Operation } from '../../install/operation.js'
import { realDisk } from '../../node/files.js'
import { lineDiff } from '../../std/line-changes.js'
import { colours, fileLines, folderLines } from './report.js'
import type { InstallTarget } from './selection.js'
import type { World } from './world.js'

const isUsers = ({ stage, kind }: Operation): boolean => stage === 'config' && kind !== 'remove-directory'

export const changeLines = (
  operations: readonly Operation[],
  { roots }: Pick<InstallTarget, 'roots'>,
  { home }: World,
): readonly string[] => [
  ...folderLines(
    operations.filter((one) => !isUsers(one)),
    Object.values(roots).map(realDisk.real),
    home,
  ),
  ...fileLines(operations.filter(isUsers), home),
]

export function previewOf(
  operations: readonly Operation[],
  place: Pick<InstallTarget, 'roots'>,
  world: World,
): readonly (readonly string[])[] {
  const paint = colours(world)
  const tone: Readonly<Record<string, (text: string) => string>> = { '+': paint.green, '-': paint.red, '@': paint.cyan }
  const diffs = operations.filter(isUsers).map((one) => {
    const before = textOf(realDisk.read(one.path) ?? new Uint8Array())
    const after = one.kind === 'put' ? textOf(one.bytes) : ''
    const lines = lineDiff(before ?? '', after ?? '').split('\n')
    return [one.path, ...lines.map((line) => tone[line.charAt(0)]?.(line) ?? line)]
  })
  return [changeLines(operations, place, world), ...diffs]
}
