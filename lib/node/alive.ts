// Finds out whether a process is running, and marks its start, so that a reused pid is noticed.
import { readFileSync } from 'node:fs'
import { attempt } from '../std/attempt.js'
import { errno } from './disk.js'
import { outputOf } from './start.js'

/** Fields of `/proc/<pid>/stat` after the process name: state, parent pid, and so on (Linux only). */
export function procStatOf(pid: number): readonly string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** A mark of a running process's start time, comparable on the same host only; null if it is unknown. */
export const startMarkOf = (pid: number): string | null =>
  attempt(() => {
    if (process.platform === 'linux') {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
      return `${boot}:${procStatOf(pid)[19]}`
    }
    if (process.platform !== 'darwin') return null
    const started = outputOf(['/bin/ps', '-o', 'lstart=', '-p', String(pid)], { timeoutMs: 2000 })
    return started.toString('latin1').trim()
  }, null)

/** Whether the process is running. EPERM proves that it is; a zombie has ended although its pid exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !hasEnded(pid)
  } catch (error) {
    return errno(error) === 'EPERM'
  }
}

const ENDED = new Set(['Z', 'X'])

function hasEnded(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return ENDED.has(procStatOf(pid)[0] ?? '')
  } catch (error) {
    return errno(error) === 'ENOENT' || errno(error) === 'ESRCH'
  }
}
