// Small files in the person's own folder of programs, by which `gsd` and `gsd-tools` are there in every shell as the texts call them.
import { join } from 'node:path'
import { SET_UP } from '../std/set-up.js'
import { shellQuoted } from '../std/text.js'
import { type Disk, readText } from './disk.js'
import { type Bodies, type MarkedKind, withMarked, withoutMarked } from './marked.js'
import type { Notice, Plan } from './operation.js'

/** By the name a person types: the program in the `bin` folder of a payload. */
const SHIMS = { gsd: 'gsd.cjs', 'gsd-tools': 'gsd-tools.cjs' } as const
type ShimName = keyof typeof SHIMS
const NAMES = Object.keys(SHIMS) as readonly ShimName[]

const KIND: MarkedKind = {
  head: ['#!/bin/sh'],
  mark: '# Put here by gsd install --shim; gsd uninstall --global takes it away.',
  // `.local` and `bin`.
  deepest: 2,
  mode: 0o755,
}

/** Whether a file is one that we put there. */
export const isShim = (disk: Disk, path: string): boolean => readText(disk, path)?.includes(KIND.mark) ?? false

export interface ShimPlace {
  /** The person's folder of programs, absolute. */
  readonly folder: string
  /** How a shell starts node. */
  readonly node: string
}

const programAt = (payload: string, name: ShimName): string => shellQuoted(join(payload, 'bin', SHIMS[name]))

const bodiesOf = (payload: string, node: string): Bodies =>
  Object.fromEntries(
    NAMES.map((name) => [name, [goneLine(payload, name), `exec ${node} ${programAt(payload, name)} "$@"`]]),
  )

/** A payload may be gone while the file that starts it stays. */
const goneLine = (payload: string, name: ShimName): string => {
  const at = programAt(payload, name)
  return `[ -e ${at} ] || { printf '%s\\n' "${name}: the pack is gone, there is no "${at} "fix: ${SET_UP}" >&2; exit 1; }`
}

/** The plan that also puts the programs of a payload there; what has their names and is not ours stays, and is named. */
export function withShims<P extends Plan>(plan: P, { folder, node }: ShimPlace, payload: string, disk: Disk): P {
  const { plan: planned, foreign } = withMarked(plan, { folder, kind: KIND }, bodiesOf(payload, node), disk)
  const notices = NAMES.filter((name) => foreign.includes(name)).map(
    (name): Notice => ({
      level: 'note',
      path: join(disk.real(folder), name),
      message: `another ${name} already exists and stays`,
      fix: `remove it and run gsd install --shim again, or call node ${programAt(payload, name)}`,
    }),
  )
  return { ...planned, notices: [...planned.notices, ...notices] }
}

/** The plan that also takes them away. */
export const withoutShims = <P extends Plan>(plan: P, { folder }: ShimPlace, disk: Disk): P =>
  withoutMarked(plan, { folder, kind: KIND }, NAMES, disk)
