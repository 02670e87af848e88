// Plans the shims that put `gsd` and `gsd-tools` on the PATH. The manifest does not list them: a marker line shows that
// a file is ours, and a file without that line is the user's and is kept.
import { dirname, join } from 'node:path'
import { SET_UP } from '../std/set-up.js'
import { shellQuoted } from '../std/text.js'
import { bytesOf, type Disk, digestOf, readText } from './disk.js'
import { type Notice, type Operation, type Plan, withOperations } from './operation.js'
import { removalOf } from './patches.js'

/** Programs in a payload's `bin` folder, by the command that the user types. */
const SHIMS = { gsd: 'gsd.cjs', 'gsd-tools': 'gsd-tools.cjs' } as const
type ShimName = keyof typeof SHIMS
const NAMES = Object.keys(SHIMS) as readonly ShimName[]

/** Must not change: it identifies shims of every version. */
const MARK = '# Put here by gsd install --shim; gsd uninstall --global takes it away.'
const CREATED = '# Folders made for it: '
/** At most `.local` and `bin`. */
const MAX_CREATED = 2

/** Whether we wrote the file. */
const isShim = (disk: Disk, path: string): boolean => readText(disk, path)?.includes(MARK) ?? false

export interface ShimPlace {
  /** The user's folder for programs, absolute. */
  readonly folder: string
  /** The command with which a shell starts Node. */
  readonly node: string
}

const programAt = (payload: string, name: ShimName): string => shellQuoted(join(payload, 'bin', SHIMS[name]))

/** The shim's text. It reports a missing payload, because a shim may outlive it. */
function shimText(name: ShimName, payload: string, node: string, created: number): string {
  const program = programAt(payload, name)
  const failure = `printf '%s\\n' "${name}: gsd-pack is no longer installed; this file does not exist: "${program} "fix: ${SET_UP}" >&2; exit 1;`
  const lines = [
    '#!/bin/sh',
    MARK,
    `${CREATED}${created}`,
    `[ -e ${program} ] || { ${failure} }`,
    `exec ${node} ${program} "$@"`,
  ]
  return `${lines.join('\n')}\n`
}

/** Reads from a shim how many folders were created for it. */
function createdFor(text: string): number {
  const [, , line = ''] = text.split('\n')
  return line.startsWith(CREATED)
    ? Math.max(0, Math.min(MAX_CREATED, Number.parseInt(line.slice(CREATED.length), 10) || 0))
    : 0
}

/** Counts the missing folders, from the shims' folder upwards. */
function countMissing(disk: Disk, folder: string): number {
  let missing = 0
  for (let at = folder; missing < MAX_CREATED && disk.stat(at) === null; at = dirname(at)) missing++
  return missing
}

/** Adds the shims to a plan. Keeps other files of the same names, with a notice. */
export function withShims<P extends Plan>(plan: P, { folder, node }: ShimPlace, payload: string, disk: Disk): P {
  const shimFolder = disk.real(folder)
  const missing = countMissing(disk, shimFolder)
  const notices: Notice[] = []
  const operations = NAMES.flatMap((name): readonly Operation[] => {
    const path = join(shimFolder, name)
    const text = readText(disk, path)
    if (disk.stat(path) !== null && !isShim(disk, path)) {
      notices.push({
        level: 'note',
        path,
        message: `another ${name} already exists and is kept`,
        fix: `remove it and run gsd install --shim again, or run node ${programAt(payload, name)}`,
      })
      return []
    }
    const wanted = shimText(name, payload, node, text === null ? missing : createdFor(text))
    if (text === wanted) return []
    const before = text === null ? null : digestOf(bytesOf(text))
    const why = text === null ? 'new' : 'update'
    return [{ kind: 'put', stage: 'payload', path, bytes: bytesOf(wanted), before, why, mode: 0o755 }]
  })
  return { ...withOperations(plan, operations), notices: [...plan.notices, ...notices] }
}

/** Adds the removal of the shims, and of the folders created for them, to a plan. */
export function withoutShims<P extends Plan>(plan: P, { folder }: ShimPlace, disk: Disk): P {
  const shimFolder = disk.real(folder)
  const ours = NAMES.map((name) => join(shimFolder, name)).filter((path) => isShim(disk, path))
  const created = Math.max(0, ...ours.map((path) => createdFor(readText(disk, path) ?? '')))
  const removed = ours.flatMap((path) => removalOf(disk, path))
  const folders = [shimFolder, dirname(shimFolder)].slice(0, created)
  const tidied = folders.map((path): Operation => ({ kind: 'remove-directory', stage: 'tidy', path }))
  return withOperations(plan, [...removed, ...tidied])
}
