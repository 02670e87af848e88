// Small text files of ours in folders of the person's, outside of what an installation records. Whose a file is it says itself, so that nothing of it is
// recorded: one that does not say so is somebody else's and stays.
import { dirname, join } from 'node:path'
import { bytesOf, type Disk, digestOf, readText } from './disk.js'
import { inOrder, type Operation, type Plan } from './operation.js'

/** What the files of one kind have in common. */
export interface MarkedKind {
  /** Lines before the mark. */
  readonly head: readonly string[]
  /** A comment that nobody else writes. */
  readonly mark: string
  /** Folders that may have to be made for them, from their own upwards. */
  readonly deepest: number
  /** Permission bits; the usual ones when left out. */
  readonly mode?: number
}

export interface Marked {
  /** Absolute. */
  readonly folder: string
  readonly kind: MarkedKind
}

/** By file name: the lines below the mark. */
export type Bodies = Readonly<Record<string, readonly string[]>>

const MADE = '# Folders made for it: '

const textOf = ({ head, mark }: MarkedKind, made: number, body: readonly string[]): string =>
  [...head, mark, `${MADE}${made}`, ...body, ''].join('\n')

const isOurs = ({ head, mark }: MarkedKind, text: string): boolean => text.split('\n')[head.length] === mark

/** How many folders, from its own upwards, were made for it. */
function madeFor({ head, deepest }: MarkedKind, text: string): number {
  const line = text.split('\n')[head.length + 1] ?? ''
  return line.startsWith(MADE) ? Math.max(0, Math.min(deepest, Number.parseInt(line.slice(MADE.length), 10) || 0)) : 0
}

/** The folder and those above it that are not there yet. */
function missingAt(disk: Disk, folder: string, deepest: number): number {
  let [missing, at] = [0, folder]
  for (; missing < deepest && disk.see(at) === null; at = dirname(at)) missing++
  return missing
}

const put = (path: string, text: string, before: Uint8Array | null, mode: number | undefined): Operation => ({
  kind: 'put',
  stage: 'payload',
  path,
  bytes: bytesOf(text),
  before: before === null ? null : digestOf(before),
  why: before === null ? 'new' : 'update',
  ...(mode === undefined ? {} : { mode }),
})

const extended = <P extends Plan>(plan: P, more: readonly Operation[], folder: string): P => ({
  ...plan,
  operations: inOrder([...plan.operations, ...more]),
  roots: plan.roots.length > 0 || more.length === 0 ? plan.roots : [folder],
})

/** The plan that also puts these files there. `foreign`: what has their names and is not ours, which stays. */
export function withMarked<P extends Plan>(
  plan: P,
  { folder, kind }: Marked,
  bodies: Bodies,
  disk: Disk,
): { readonly plan: P; readonly foreign: readonly string[] } {
  const at = disk.real(folder)
  const missing = missingAt(disk, at, kind.deepest)
  const foreign: string[] = []
  const operations = Object.entries(bodies).flatMap(([name, body]): readonly Operation[] => {
    const path = join(at, name)
    const [bytes, text] = [disk.read(path), readText(disk, path)]
    if (disk.see(path) !== null && (text === null || !isOurs(kind, text))) {
      foreign.push(name)
      return []
    }
    const wanted = textOf(kind, text === null ? missing : madeFor(kind, text), body)
    return text === wanted ? [] : [put(path, wanted, bytes, kind.mode)]
  })
  return { plan: extended(plan, operations, at), foreign }
}

/** The plan that also takes the files of these names away, with the folders made for them. */
export function withoutMarked<P extends Plan>(
  plan: P,
  { folder, kind }: Marked,
  names: readonly string[],
  disk: Disk,
): P {
  const at = disk.real(folder)
  let made = 0
  const operations = names.flatMap((name): readonly Operation[] => {
    const path = join(at, name)
    const [bytes, text] = [disk.read(path), readText(disk, path)]
    if (bytes === null || text === null || !isOurs(kind, text)) return []
    made = Math.max(made, madeFor(kind, text))
    return [{ kind: 'remove', stage: 'remove', path, before: digestOf(bytes) }]
  })
  const tidied = foldersAbove(at, made).map((path): Operation => ({ kind: 'remove-directory', stage: 'tidy', path }))
  return extended(plan, [...operations, ...tidied], at)
}

/** That many folders, from this one upwards. */
const foldersAbove = (folder: string, count: number): readonly string[] =>
  count === 0 ? [] : [folder, ...foldersAbove(dirname(folder), count - 1)]
