// Loaded before a program: counts its calls that change the disk, and kills the process or fails the call at one of them.
// GSD_FAULT is `kill:<n>` or `<code>:<n>`, GSD_FAULT_COUNT a file that gets the number of calls at the end. With GSD_FAULT_FROM, the end of a path,
// the first call that renames a file from or to such a path is call 1.
import { createRequire, syncBuiltinESMExports } from 'node:module'

type Call = (...args: unknown[]) => unknown
type Calls = Record<string, Call>

const load = createRequire(import.meta.url)
const fs = load('node:fs') as unknown as Calls & { promises: Calls }
const plainWrite = fs['writeFileSync'] as Call

const [what = '', at = '0'] = (process.env['GSD_FAULT'] ?? '').split(':')
const from = process.env['GSD_FAULT_FROM'] ?? null
let isCounting = from === null
let count = 0

/** Null: the call goes on. */
function fault(name: string, args: readonly unknown[]): NodeJS.ErrnoException | null {
  isCounting ||= /^rename/.test(name) && args.some((arg) => typeof arg === 'string' && arg.endsWith(from ?? ''))
  if (!isCounting) return null
  count++
  if (count !== Number(at)) return null
  if (what === 'kill') process.kill(process.pid, 'SIGKILL')
  return Object.assign(new Error(`${what}: made to fail, ${name}`), { code: what, syscall: name })
}

/** Opening for reading, and writing to a terminal or pipe, changes nothing. */
const isIdle = (name: string, args: readonly unknown[]): boolean =>
  /^open/.test(name) ? (args[1] ?? 'r') === 'r' : typeof args[0] === 'number' && args[0] <= 2

const CHANGES = [
  ...['mkdir', 'rename', 'link', 'symlink', 'rmdir', 'unlink', 'rm', 'copyFile', 'cp', 'chmod', 'utimes'],
  ...['writeFile', 'appendFile', 'open', 'write', 'fsync', 'fdatasync', 'ftruncate', 'truncate', 'fchmod'],
]

function wrap(owner: Calls, name: string, style: 'sync' | 'promise' | 'callback'): void {
  const plain = owner[name]
  if (typeof plain !== 'function') return
  owner[name] = function (this: unknown, ...args: unknown[]) {
    const error = isIdle(name, args) ? null : fault(name, args)
    if (error === null) return plain.apply(this, args)
    if (style === 'sync') throw error
    if (style === 'promise') return Promise.reject(error)
    const done = args.at(-1) as (failure: Error) => void
    process.nextTick(() => done(error))
    return undefined
  }
}

for (const name of CHANGES) {
  wrap(fs, `${name}Sync`, 'sync')
  wrap(fs, name, 'callback')
  wrap(fs.promises, name, 'promise')
}
const handle = (await (fs.promises['open'] as (path: string) => Promise<unknown>)('/dev/null')) as Calls
const methods = Object.getPrototypeOf(handle) as Calls
for (const name of ['writeFile', 'write', 'appendFile', 'chmod', 'sync', 'datasync', 'truncate'])
  wrap(methods, name, 'promise')
await (handle['close'] as () => Promise<void>).call(handle)
syncBuiltinESMExports()
count = 0

process.on('exit', () => {
  const file = process.env['GSD_FAULT_COUNT']
  if (file !== undefined) plainWrite(file, String(count))
})
