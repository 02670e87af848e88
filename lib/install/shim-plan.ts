// Shims that put `gsd` and `gsd-tools` on the PATH. No record names them: a marker line in each says that it is ours,
// and a file without it is the user's and stays.
import { dirname, join } from 'node:path'
import { SET_UP } from '../std/set-up.js'
import { shellQuoted } from '../std/text.js'
import { bytesOf, type Disk, digestOf, readText } from './disk.js'
import { extended, type Notice, type Operation, type Plan } from './operation.js'
import { removeNow } from './patches.js'

/** Programs in a payload's `bin` folder, by the name the user types. */
const SHIMS = { gsd: 'gsd.cjs', 'gsd-tools': 'gsd-tools.cjs' } as const
type ShimName = keyof typeof SHIMS
const NAMES = Object.keys(SHIMS) as readonly ShimName[]

const MARK = '# Put here by gsd install --shim; gsd uninstall --global takes it away.'
const MADE = '# Folders made for it: '
/** `.local` and `bin`. */
const MAX_MADE = 2

/** Whether we wrote the file. */
const isShim = (disk: Disk, path: string): boolean => readText(disk, path)?.includes(MARK) ?? false

export interface ShimPlace {
  /** The user's folder of programs, absolute. */
  readonly folder: string
  /** How a shell starts Node. */
  readonly node: string
}

const programAt = (payload: string, name: ShimName): string => shellQuoted(join(payload, 'bin', SHIMS[name]))

/** The payload may be gone while the shim stays. */
function shimText(name: ShimName, payload: string, node: string, made: number): string {
  const at = programAt(payload, name)
  const gone = `printf '%s\\n' "${name}: the pack is gone, there is no "${at} "fix: ${SET_UP}" >&2; exit 1;`
  const lines = ['#!/bin/sh', MARK, `${MADE}${made}`, `[ -e ${at} ] || { ${gone} }`, `exec ${node} ${at} "$@"`]
  return `${lines.join('\n')}\n`
}

/** How many parent folders were created for a shim. */
function madeFor(text: string): number {
  const [, , line = ''] = text.split('\n')
  return line.startsWith(MADE) ? Math.max(0, Math.min(MAX_MADE, Number.parseInt(line.slice(MADE.length), 10) || 0)) : 0
}

function missingAbove(disk: Disk, folder: string): number {
  let missing = 0
  for (let at = folder; missing < MAX_MADE && disk.see(at) === null; at = dirname(at)) missing++
  return missing
}

/** Adds the shims to a plan. Files of the same names that are not ours stay, with a notice. */
export function withShims<P extends Plan>(plan: P, { folder, node }: ShimPlace, payload: string, disk: Disk): P {
  const at = disk.real(folder)
  const missing = missingAbove(disk, at)
  const notices: Notice[] = []
  const operations = NAMES.flatMap((name): readonly Operation[] => {
    const path = join(at, name)
    const text = readText(disk, path)
    if (disk.see(path) !== null && !isShim(disk, path)) {
      notices.push({
        level: 'note',
        path,
        message: `another ${name} already exists and is kept`,
        fix: `remove it and run gsd install --shim again, or call node ${programAt(payload, name)}`,
      })
      return []
    }
    const wanted = shimText(name, payload, node, text === null ? missing : madeFor(text))
    if (text === wanted) return []
    const before = text === null ? null : digestOf(bytesOf(text))
    const why = text === null ? 'new' : 'update'
    return [{ kind: 'put', stage: 'payload', path, bytes: bytesOf(wanted), before, why, mode: 0o755 }]
  })
  return { ...extended(plan, operations), notices: [...plan.notices, ...notices] }
}

/** Adds the removal of the shims, and of the folders created for them, to a plan. */
export function withoutShims<P extends Plan>(plan: P, { folder }: ShimPlace, disk: Disk): P {
  const at = disk.real(folder)
  const ours = NAMES.map((name) => join(at, name)).filter((path) => isShim(disk, path))
  const made = Math.max(0, ...ours.map((path) => madeFor(readText(disk, path) ?? '')))
  const removed = ours.flatMap((path) => removeNow(disk, path))
  const folders = [at, dirname(at)].slice(0, made)
  const tidied = folders.map((path): Operation => ({ kind: 'remove-directory', stage: 'tidy', path }))
  return extended(plan, [...removed, ...tidied])
}
