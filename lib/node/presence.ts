// Which client's process a call descends from, and whether the one that took a claim is still there. The system is asked only when somebody wants to know.
import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Holder, Presence, Standing } from '../ports.js'
import { isAlive, startOf } from './alive.js'

/** What stands between a client and a call of ours, and ends with the call. */
const PASSING =
  /^(?:-?(?:ba|da|z|k|c|tc|fi|a)?sh|busybox|pwsh|powershell|cmd(?:\.exe)?|env|nice|timeout|time|sudo|script|setsid|stdbuf|npm.*|npx|xargs)$/

interface Process {
  readonly parent: number
  readonly name: string
}

type Processes = (pid: number) => Process | null

const inProc: Processes = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const end = stat.lastIndexOf(')')
    return { name: stat.slice(stat.indexOf('(') + 1, end), parent: Number(stat.slice(end + 2).split(' ')[1]) }
  } catch {
    return null
  }
}

const inPs: Processes = (pid) => {
  try {
    const text = execFileSync('/bin/ps', ['-o', 'ppid=,comm=', '-p', String(pid)], {
      encoding: 'utf8',
      timeout: 2000,
    }).trim()
    const blank = text.indexOf(' ')
    return {
      parent: Number(text.slice(0, blank)),
      name: text
        .slice(blank + 1)
        .replace(/^.*\//, '')
        .trim(),
    }
  } catch {
    return null
  }
}

const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, Processes>>> = { linux: inProc, darwin: inPs }

/** How far up it is looked; no client starts a call through more. */
const MOST_PARENTS = 16

/** The nearest process above `pid` that outlives a single call; null where there is none, or where the system does not tell. */
export function clientAbove(pid: number, processes: Processes): number | null {
  let at = pid
  for (let step = 0; step < MOST_PARENTS; step++) {
    const found = processes(at)
    // The first process of a container lives as long as the container, whoever works in it.
    if (found === null || at <= 1) return null
    if (!PASSING.test(found.name)) return at
    at = found.parent
  }
  return null
}

/** The variable that each call within an unattended run inherits: a word that holds the number of the process that drives the run. */
export const RUN_MARK = 'GSD_AUTO_RUN'
export const runMark = (driver: number): string => `run-${driver}-${process.hrtime.bigint()}`

const MARKED = /^run-([1-9]\d{0,9})-\d+$/

/** The process that drives the run a mark names; null: it names none. */
const driverIn = (mark: string | undefined): number | null => {
  const found = MARKED.exec(mark ?? '')?.[1]
  return found === undefined ? null : Number(found)
}

/** `pid` is `ancestor`, or was started by it or by what it started. */
function descends(pid: number, ancestor: number, processes: Processes): boolean {
  for (let at = pid, step = 0; at > 0 && step < MOST_ANCESTORS; step++) {
    if (at === ancestor) return true
    const found = processes(at)
    if (found === null) return false
    at = found.parent
  }
  return false
}

/** Between a driver and a call stand the client, what it wraps itself in, and what a call is wrapped in. */
const MOST_ANCESTORS = 64

/**
 * Whose claim a call takes. A call of a run whose driver is gone has nobody who goes on with it, whatever process the system has put above it since: it takes
 * its claim for itself, and the claim is free when the call has ended.
 */
export function takerFor(pid: number, parent: number, driver: number | null, processes: Processes): number | null {
  if (driver !== null && !descends(parent, driver, processes)) return pid
  return clientAbove(parent, processes)
}

/** Processes have numbers of their own in each of these. */
function namespaceOf(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** `run`: the mark of the unattended run that the call belongs to. */
export function openPresence(session: string | null, run?: string): Presence {
  let holder: Holder | null | undefined
  const own = (): Holder | null => {
    if (holder !== undefined) return holder
    const processes = SYSTEMS[process.platform]
    const pid = processes === undefined ? null : takerFor(process.pid, process.ppid, driverIn(run), processes)
    const start = pid === null ? null : startOf(pid)
    holder = pid === null || start === null ? null : { host: hostname(), namespace: namespaceOf(), pid, start, session }
    return holder
  }
  return {
    get holder() {
      return own()
    },
    standingOf: (other) => standingOf(other, own()),
  }
}

const conversationOf = (other: string | null, own: string | null): Standing =>
  other === null || own === null ? 'client' : other === own ? 'mine' : 'earlier'

function standingOf(other: Holder, own: Holder | null): Standing {
  if (own === null || other.host !== own.host || other.namespace !== own.namespace) return 'unknown'
  if (other.pid === own.pid && other.start === own.start) return conversationOf(other.session, own.session)
  if (!isAlive(other.pid)) return 'gone'
  const start = startOf(other.pid)
  if (start === null) return 'unknown'
  return start === other.start ? 'elsewhere' : 'gone'
}
