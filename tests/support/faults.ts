// Makes calls that change the disk fail: one call, or that call and all later ones, as if the process had been killed there.
// If this file is loaded before a program (`--import`), GSD_KILL_AT=n kills the process at the n-th such call, counted from the first rename or removal of a manifest.
import { createRequire, syncBuiltinESMExports } from 'node:module'

type Call = (...args: unknown[]) => unknown
const calls = createRequire(import.meta.url)('node:fs') as Record<string, Call>

const CHANGES = [
  ...['mkdir', 'rename', 'link', 'symlink', 'rmdir', 'unlink', 'rm', 'copyFile', 'cp', 'chmod', 'utimes'],
  ...['writeFile', 'appendFile', 'open', 'write', 'fsync', 'fdatasync', 'ftruncate', 'truncate', 'fchmod'],
].map((name) => `${name}Sync`)

/** Whether a call changes nothing on disk: it opens a file for reading, or writes to a standard stream. */
const isIdle = (name: string, args: readonly unknown[]): boolean =>
  name === 'openSync' ? (args[1] ?? 'r') === 'r' : typeof args[0] === 'number' && args[0] <= 2

/** Calls `onCall` before each call that changes the disk; the returned function ends this. */
function watch(onCall: (name: string, args: readonly unknown[]) => void): () => void {
  const plain = CHANGES.map((name) => [name, calls[name] as Call] as const)
  for (const [name, call] of plain)
    calls[name] = (...args) => {
      if (!isIdle(name, args)) onCall(name, args)
      return call(...args)
    }
  syncBuiltinESMExports()
  return () => {
    for (const [name, call] of plain) calls[name] = call
    syncBuiltinESMExports()
  }
}

/** Replaces functions of `node:fs`; the returned function restores them. */
export function replaceCalls(given: Partial<typeof import('node:fs')>): () => void {
  const plain = Object.fromEntries(Object.keys(given).map((name) => [name, calls[name] as Call]))
  Object.assign(calls, given)
  syncBuiltinESMExports()
  return () => {
    Object.assign(calls, plain)
    syncBuiltinESMExports()
  }
}

/** Runs `run` while call number `at` (0: none) fails, and with `is killed` every later call too; counts the calls. */
export async function runWithFault(
  at: number,
  kind: 'fails' | 'is killed',
  run: () => unknown,
): Promise<{ readonly calls: number; readonly succeeded: boolean }> {
  let count = 0
  const stop = watch((name) => {
    count++
    if (at > 0 && (kind === 'fails' ? count === at : count >= at))
      throw Object.assign(new Error(`ENOSPC: made to fail, ${name}`), { code: 'ENOSPC', syscall: name })
  })
  try {
    await run()
    return { calls: count, succeeded: true }
  } catch {
    return { calls: count, succeeded: false }
  } finally {
    stop()
  }
}

const killAt = Number(process.env['GSD_KILL_AT'] ?? 0)
if (killAt > 0) {
  let count = 0
  watch((name, args) => {
    const isMoveOrRemoval = name === 'renameSync' || name === 'unlinkSync'
    if (count > 0 || (isMoveOrRemoval && args.some((arg) => String(arg).endsWith('gsd-file-manifest.json')))) count++
    if (count === killAt) process.kill(process.pid, 'SIGKILL')
  })
}
