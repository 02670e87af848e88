// Lets calls that change the disk fail: one of them, or that and all after it, as if the process had been killed there.
// Loaded before a program (`--import`), GSD_KILL_AT kills the process at that call after a record is put in its place or removed.
import { createRequire, syncBuiltinESMExports } from 'node:module'

type Call = (...args: unknown[]) => unknown
const calls = createRequire(import.meta.url)('node:fs') as Record<string, Call>

const CHANGES = [
  ...['mkdir', 'rename', 'link', 'symlink', 'rmdir', 'unlink', 'rm', 'copyFile', 'cp', 'chmod', 'utimes'],
  ...['writeFile', 'appendFile', 'open', 'write', 'fsync', 'fdatasync', 'ftruncate', 'truncate', 'fchmod'],
].map((name) => `${name}Sync`)

/** Opening for reading, and writing to a terminal or pipe, changes nothing. */
const isIdle = (name: string, args: readonly unknown[]): boolean =>
  name === 'openSync' ? (args[1] ?? 'r') === 'r' : typeof args[0] === 'number' && args[0] <= 2

/** Calls `onCall` before each call that changes the disk, until the answer is called. */
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

/** Puts these in the place of the system's calls, until the answer is called. */
export function replacedCalls(given: Partial<typeof import('node:fs')>): () => void {
  const plain = Object.fromEntries(Object.keys(given).map((name) => [name, calls[name] as Call]))
  Object.assign(calls, given)
  syncBuiltinESMExports()
  return () => {
    Object.assign(calls, plain)
    syncBuiltinESMExports()
  }
}

/** Runs with the call number `at` failing, 0 for none; answers how many calls there were, and whether the run succeeded. */
export async function faulty(
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
    const isPlacing = name === 'renameSync' || name === 'unlinkSync'
    if (count > 0 || (isPlacing && args.some((arg) => String(arg).endsWith('gsd-file-manifest.json')))) count++
    if (count === killAt) process.kill(process.pid, 'SIGKILL')
  })
}
