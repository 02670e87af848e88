// Finds the client's process above a call, and checks whether the process of a claim still runs.
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Holder, HolderState, Presence } from '../ports.js'
import { attempt } from '../std/attempt.js'
import { once, withLater } from '../std/once.js'
import { isAlive, procStatOf, startMarkOf } from './alive.js'
import { namesIn, plainText } from './disk.js'
import { otherTreesOf } from './project.js'
import { outputOf } from './start.js'

/** Short-lived programs between a client and our calls. */
const WRAPPERS =
  /^(?:-?(?:ba|da|z|k|c|tc|fi|a)?sh|busybox|pwsh|powershell|cmd(?:\.exe)?|env|nice|timeout|time|sudo|script|setsid|stdbuf|npm.*|npx|xargs|python[\d.]*|g?make|just)$/
const INTERPRETER = /^(?:node|bun|deno|python[\d.]*)$/

interface Process {
  readonly parent: number
  readonly argv: readonly string[]
}

type Processes = (pid: number) => Process | null

const READERS: Readonly<Partial<Record<NodeJS.Platform, (pid: number) => Process>>> = {
  linux: (pid) => ({
    argv: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'),
    parent: Number(procStatOf(pid)[1]),
  }),
  darwin: (pid) => {
    const text = outputOf(['/bin/ps', '-o', 'ppid=,args=', '-p', String(pid)], { timeoutMs: 2000 })
    const [parent, ...argv] = text.toString('utf8').trim().split(/\s+/)
    return { parent: Number(parent), argv }
  },
}

/** How to recognise a client's process. */
export interface Clients {
  /** Names of the clients' programs. */
  readonly programs: ReadonlySet<string>
  /** Whether environment variables show that a client is above, perhaps under another program name. */
  readonly isAbove: boolean
}

/** Maximum number of processes between a client and a call. */
const MAX_PARENTS = 16

/** The nearest process at or above `pid` with a client's name or else, if `isAbove`, the nearest that is no wrapper. */
export function clientAbove(pid: number, processes: Processes, { programs, isAbove }: Clients): number | null {
  let fallback: number | null = null
  for (let at = pid, step = 0; step < MAX_PARENTS; step++) {
    const found = processes(at)
    // Process 1 runs as long as the system or container, so it is not a client.
    if (found === null || at <= 1) return fallback
    const names = namesOf(found)
    if (names.some((name) => programs.has(name))) return at
    if (isAbove && !names.some((name) => WRAPPERS.test(name))) fallback ??= at
    at = found.parent
  }
  return fallback
}

/** Names of a process: the program's, and the script's if the program is an interpreter. */
function namesOf({ argv: [program = '', ...args] }: Process): readonly string[] {
  const name = baseOf(program)
  const script = INTERPRETER.test(name) ? args.find((arg) => !arg.startsWith('-')) : undefined
  return script === undefined ? [name] : [name, baseOf(script)]
}

const baseOf = (path: string): string =>
  path
    .replace(/^.*\//, '')
    .replace(/\.(?:[cm]?js|py)$/, '')
    .toLowerCase()

/** Environment variable that marks calls within an unattended run; its value has the driver's process id. */
export const RUN_MARK = 'GSD_AUTO_RUN'
export const runMark = (driver: number): string => `run-${driver}-${process.hrtime.bigint()}`

const RUN_MARK_FORM = /^run-([1-9]\d{0,9})-\d+$/

/** The driver's process id in a mark, or null. */
const driverIn = (mark: string | undefined): number | null => {
  const found = RUN_MARK_FORM.exec(mark ?? '')?.[1]
  return found === undefined ? null : Number(found)
}

/** Maximum number of processes between a driver and a call: the client and wrappers. */
const MAX_ANCESTORS = 64

/** The driver's child at or above `pid`, or the driver if it made the call itself; null if the driver is not there. */
function startedBy(driver: number, pid: number, processes: Processes): number | null {
  for (let at = pid, step = 0; at > 0 && step < MAX_ANCESTORS; step++) {
    const parent = processes(at)?.parent
    if (at === driver || parent === driver) return at
    if (parent === undefined) return null
    at = parent
  }
  return null
}

/**
 * The process that owns the claim of a call: the client or, in a run, the session. If the run's driver has ended, the
 * call itself owns the claim, so that both end together. Null if no client is found.
 */
export function claimOwnerFor(
  pid: number,
  parent: number,
  driver: number | null,
  processes: Processes,
  clients: Clients,
): number | null {
  return driver === null ? clientAbove(parent, processes, clients) : (startedBy(driver, parent, processes) ?? pid)
}

export interface PresenceOptions extends Clients {
  /** Id of the client's conversation. */
  readonly session: string | null
  /** Mark of the unattended run that the call belongs to. */
  readonly run?: string | undefined
  readonly root: string
}

/** Size limit for a file of another worktree; our files are shorter. */
const MAX_RECORD_BYTES = 1 << 20

const recordsIn = (folder: string): readonly string[] =>
  namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => plainText(join(folder, name), { maxBytes: MAX_RECORD_BYTES }) ?? [])

/** Opens the presence of a call. The system is asked only when needed. */
export function openPresence({ session, run, root, ...clients }: PresenceOptions): Presence {
  const driver = driverIn(run)
  // Process ids are only comparable within a namespace.
  const place = once(() => ({ host: hostname(), namespace: attempt(() => readlinkSync('/proc/self/ns/pid'), '') }))
  const holder = once((): Holder | null => {
    const reader = READERS[process.platform]
    const processes: Processes = (pid) => attempt(() => reader?.(pid) ?? null, null)
    const pid = reader === undefined ? null : claimOwnerFor(process.pid, process.ppid, driver, processes, clients)
    const start = pid === null ? null : startMarkOf(pid)
    return pid === null || start === null ? null : { ...place(), pid, start, session }
  })
  const stateOf = (other: Holder): HolderState => {
    const { host, namespace } = place()
    if (other.host !== host || other.namespace !== namespace) return 'unknown'
    if (other.pid === driver && startMarkOf(driver) === other.start) return 'run'
    return holderState(other, holder())
  }
  const recordsElsewhere = (folder: string) => otherTreesOf(root).flatMap((tree) => recordsIn(join(tree, folder)))
  return withLater({ stateOf, recordsElsewhere }, { holder })
}

const sessionState = (other: string | null, mine: string | null): HolderState =>
  other === null || mine === null ? 'client' : other === mine ? 'mine' : 'earlier'

function holderState(other: Holder, mine: Holder | null): HolderState {
  if (other.pid === mine?.pid && other.start === mine.start) return sessionState(other.session, mine.session)
  if (!isAlive(other.pid)) return 'gone'
  const start = startMarkOf(other.pid)
  if (start === null) return 'unknown'
  return start === other.start ? 'elsewhere' : 'gone'
}
