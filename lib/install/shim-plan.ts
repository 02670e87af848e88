// Small files in the person's own folder of programs, by which `gsd` and `gsd-tools` are there in every shell as the texts call them. Whose a file is it says
// itself, so that nothing of it is recorded: one that does not say so is somebody else's and stays.
import { dirname, join } from 'node:path'
import { shellQuoted } from '../std/text.js'
import { bytesOf, type Disk, digestOf, readText } from './disk.js'
import { inOrder, type Notice, type Operation, type Plan } from './operation.js'

/** By the name a person types: the program in the `bin` folder of a payload. */
const SHIMS = { gsd: 'gsd.cjs', 'gsd-tools': 'gsd-tools.cjs' } as const
type ShimName = keyof typeof SHIMS
const NAMES = Object.keys(SHIMS) as readonly ShimName[]

const MARK = '# Put here by gsd install --shim; gsd uninstall --global takes it away.'
const MADE = '# Folders made for it: '

export interface ShimPlace {
  /** The person's folder of programs, absolute. */
  readonly folder: string
  /** How a shell starts node. */
  readonly node: string
}

const EXECUTABLE = 0o755

const textOf = (name: ShimName, payload: string, node: string, made: number): string =>
  ['#!/bin/sh', MARK, `${MADE}${made}`, `exec ${node} ${shellQuoted(join(payload, 'bin', SHIMS[name]))} "$@"`, ''].join(
    '\n',
  )

const isOurs = (text: string): boolean => text.split('\n')[1] === MARK

/** How many folders, from its own upwards, were made for it. */
const madeFor = (text: string): number => {
  const line = text.split('\n')[2] ?? ''
  return line.startsWith(MADE) ? Math.min(MOST_MADE, Number.parseInt(line.slice(MADE.length), 10) || 0) : 0
}

/** `.local` and `bin` are the most that are missing. */
const MOST_MADE = 2

/** The folder and those above it that are not there yet. */
const missingAt = (disk: Disk, folder: string): number => {
  let [missing, at] = [0, folder]
  for (; missing < MOST_MADE && disk.see(at) === null; at = dirname(at)) missing++
  return missing
}

const put = (path: string, text: string, before: Uint8Array | null): Operation => ({
  kind: 'put',
  stage: 'payload',
  path,
  bytes: bytesOf(text),
  before: before === null ? null : digestOf(before),
  why: before === null ? 'new' : 'update',
  mode: EXECUTABLE,
})

const extended = <P extends Plan>(plan: P, more: readonly Operation[], folder: string): P => ({
  ...plan,
  operations: inOrder([...plan.operations, ...more]),
  roots: plan.roots.length > 0 || more.length === 0 ? plan.roots : [folder],
})

/** The plan that also puts the programs of a payload there; what has their names and is not ours stays, and is named. */
export function withShims<P extends Plan>(plan: P, { folder, node }: ShimPlace, payload: string, disk: Disk): P {
  const at = disk.real(folder)
  const missing = missingAt(disk, at)
  const notices: Notice[] = []
  const operations = NAMES.flatMap((name): readonly Operation[] => {
    const path = join(at, name)
    const [bytes, text] = [disk.read(path), readText(disk, path)]
    if (disk.see(path) !== null && (text === null || !isOurs(text))) {
      notices.push({
        level: 'note',
        path,
        message: `another ${name} is there already and stays`,
        fix: `remove it and run gsd install --shim again, or call node ${shellQuoted(join(payload, 'bin', SHIMS[name]))}`,
      })
      return []
    }
    const wanted = textOf(name, payload, node, text === null ? missing : madeFor(text))
    return text === wanted ? [] : [put(path, wanted, bytes)]
  })
  return { ...extended(plan, operations, at), notices: [...plan.notices, ...notices] }
}

/** The plan that also takes them away, or has them start what is left (a payload; null: nothing is). */
export function withoutShims<P extends Plan>(plan: P, { folder, node }: ShimPlace, left: string | null, disk: Disk): P {
  const at = disk.real(folder)
  let made = 0
  const operations = NAMES.flatMap((name): readonly Operation[] => {
    const path = join(at, name)
    const [bytes, text] = [disk.read(path), readText(disk, path)]
    if (bytes === null || text === null || !isOurs(text)) return []
    made = Math.max(made, madeFor(text))
    if (left === null) return [{ kind: 'remove', stage: 'remove', path, before: digestOf(bytes) }]
    const wanted = textOf(name, left, node, madeFor(text))
    return wanted === text ? [] : [put(path, wanted, bytes)]
  })
  const folders = [at, dirname(at)].slice(0, left === null ? made : 0)
  const tidied = folders.map((path): Operation => ({ kind: 'remove-directory', stage: 'tidy', path }))
  return extended(plan, [...operations, ...tidied], at)
}
