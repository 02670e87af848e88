// Finds the client process above a call, and checks whether a claim's process still runs. Queries the system lazily.
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Holder, HolderState, Presence } from '../ports.js'
import { attempt } from '../std/attempt.js'
import { once, withLater } from '../std/once.js'
import { isAlive, startOf, statOf } from './alive.js'
import { namesIn, plainText } from './disk.js'
import { otherTreesOf } from './project.js'
import { outputOf } from './start.js'

/** Short-lived wrappers between a client and our calls. */
const PASSING =
  /^(?:-?(?:ba|da|z|k|c|tc|fi|a)?sh|busybox|pwsh|powershell|cmd(?:\.exe)?|env|nice|timeout|time|sudo|script|setsid|stdbuf|npm.*|npx|xargs|python[\d.]*|g?make|just)$/
const INTERPRETER = /^(?:node|bun|deno|python[\d.]*)$/

interface Process {
  readonly parent: number
  readonly words: readonly string[]
}

type Processes = (pid: number) => Process | null

const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, (pid: number) => Process>>> = {
  linux: (pid) => ({
    words: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'),
    parent: Number(statOf(pid)[1]),
  }),
  darwin: (pid) => {
    const text = outputOf(['/bin/ps', '-o', 'ppid=,args=', '-p', String(pid)], { timeoutMs: 2000 })
    const [parent, ...words] = text.toString('utf8').trim().split(/\s+/)
    return { parent: Number(parent), words }
  },
}

export interface Clients {
  readonly programs: ReadonlySet<string>
  /** Whether environment variables say that a client is above, under any program name. */
  readonly isAbove: boolean
}

/** Search limit: no client starts a call through more processes. */
const MAX_PARENTS = 16

/** The nearest known client above `pid`; null if there is none, or if the system cannot tell. */
export function clientAbove(pid: number, processes: Processes, { programs, isAbove }: Clients): number | null {
  let otherwise: number | null = null
  for (let at = pid, step = 0; step < MAX_PARENTS; step++) {
    const found = processes(at)
    // A container's init process lives as long as the container, so it is not a client.
    if (found === null || at <= 1) return otherwise
    const names = namesOf(found)
    if (names.some((name) => programs.has(name))) return at
    if (isAbove && !names.some((name) => PASSING.test(name))) otherwise ??= at
    at = found.parent
  }
  return otherwise
}

function namesOf({ words: [program = '', ...words] }: Process): readonly string[] {
  const name = baseOf(program)
  const script = INTERPRETER.test(name) ? words.find((word) => !word.startsWith('-')) : undefined
  return script === undefined ? [name] : [name, baseOf(script)]
}

const baseOf = (path: string): string =>
  path
    .replace(/^.*\//, '')
    .replace(/\.(?:[cm]?js|py)$/, '')
    .toLowerCase()

/** Environment variable of calls within an unattended run; includes the driver's process id. */
export const RUN_MARK = 'GSD_AUTO_RUN'
export const runMark = (driver: number): string => `run-${driver}-${process.hrtime.bigint()}`

const MARKED = /^run-([1-9]\d{0,9})-\d+$/

/** The driver's process id in a mark, or null. */
const driverIn = (mark: string | undefined): number | null => {
  const found = MARKED.exec(mark ?? '')?.[1]
  return found === undefined ? null : Number(found)
}

/** Search limit: the client, its wrappers and the call's wrappers are between driver and call. */
const MAX_ANCESTORS = 64

/** The driver's own child above `pid`, or the driver if it calls itself; null if the driver is not above it. */
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
 * Owner of a call's claim: in a run, the session. If the run's driver is gone, the owner is the call itself, so that
 * the claim ends with the call.
 */
export function takerFor(
  pid: number,
  parent: number,
  driver: number | null,
  processes: Processes,
  clients: Clients,
): number | null {
  return driver === null ? clientAbove(parent, processes, clients) : (startedBy(driver, parent, processes) ?? pid)
}

export interface Calling extends Clients {
  readonly session: string | null
  /** Mark of the call's unattended run. */
  readonly run?: string | undefined
  readonly root: string
}

/** Read limit for a file of another worktree; ours are shorter. */
const MAX_TOLD = 1 << 20

const recordsIn = (folder: string): readonly string[] =>
  namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => plainText(join(folder, name), { maxBytes: MAX_TOLD }) ?? [])

export function openPresence({ session, run, root, ...clients }: Calling): Presence {
  const driver = driverIn(run)
  // Process ids are per namespace.
  const place = once(() => ({ host: hostname(), namespace: attempt(() => readlinkSync('/proc/self/ns/pid'), '') }))
  const holder = once((): Holder | null => {
    const ask = SYSTEMS[process.platform]
    const processes: Processes = (pid) => attempt(() => ask?.(pid) ?? null, null)
    const pid = ask === undefined ? null : takerFor(process.pid, process.ppid, driver, processes, clients)
    const start = pid === null ? null : startOf(pid)
    return pid === null || start === null ? null : { ...place(), pid, start, session }
  })
  const stateOf = (other: Holder): HolderState => {
    const { host, namespace } = place()
    if (other.host !== host || other.namespace !== namespace) return 'unknown'
    if (other.pid === driver && startOf(driver) === other.start) return 'run'
    return holderState(other, holder())
  }
  const elsewhere = (folder: string) => otherTreesOf(root).flatMap((tree) => recordsIn(join(tree, folder)))
  return withLater({ stateOf, elsewhere }, { holder })
}

const conversationOf = (other: string | null, own: string | null): HolderState =>
  other === null || own === null ? 'client' : other === own ? 'mine' : 'earlier'

function holderState(other: Holder, own: Holder | null): HolderState {
  if (other.pid === own?.pid && other.start === own.start) return conversationOf(other.session, own.session)
  if (!isAlive(other.pid)) return 'gone'
  const start = startOf(other.pid)
  if (start === null) return 'unknown'
  return start === other.start ? 'elsewhere' : 'gone'
}
