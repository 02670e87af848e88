// A disk that loses what was not synced: real files below one folder, beside a model of what a power cut at this moment would leave.
import fs from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Thrown from the call at which the power goes, and from every call after it. */
export class PowerCut extends Error {}

/** Calls that change something; the others only look. */
const CHANGING = new Set([
  'mkdirSync',
  'renameSync',
  'rmdirSync',
  'unlinkSync',
  'writeSync',
  'ftruncateSync',
  'chmodSync',
  'utimesSync',
  'fsyncSync',
  'fdatasyncSync',
  'openSync',
])

export const CALLS = [
  'chmodSync',
  'closeSync',
  'fdatasyncSync',
  'fstatSync',
  'fsyncSync',
  'ftruncateSync',
  'lstatSync',
  'mkdirSync',
  'openSync',
  'readdirSync',
  'readFileSync',
  'readSync',
  'realpathSync',
  'renameSync',
  'rmdirSync',
  'statSync',
  'unlinkSync',
  'utimesSync',
  'writeSync',
]

/**
 * The system's calls, with `at(number, name)` asked before each; it may throw. `lookAlso`: looking calls are counted too.
 */
export function watched(at, lookAlso = false) {
  let count = 0
  const calls = Object.fromEntries(
    CALLS.map((name) => [
      name,
      (...args) => {
        if (lookAlso || CHANGING.has(name)) at(++count, name, args)
        return fs[name](...args)
      },
    ]),
  )
  return { calls, count: () => count }
}

const DIRECTORY = Symbol('directory')

/** Follows every call below `root` and knows, for each file and each name, what has reached the disk for certain. */
export class Model {
  #root
  /** Names that are on the disk, and names as the system shows them: path → node. */
  #sure = new Map()
  #now = new Map()
  #open = new Map()

  constructor(root) {
    this.#root = root
    this.#load(root)
  }

  #load(folder) {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      const node = entry.isDirectory() ? DIRECTORY : { sure: fs.readFileSync(path), now: fs.readFileSync(path) }
      this.#sure.set(path, node)
      this.#now.set(path, node)
      if (entry.isDirectory()) this.#load(path)
    }
  }

  /** The calls, with the model kept up to date; `at` is asked before each. */
  calls(at) {
    const watch = watched(at)
    const inside = (path) => typeof path === 'string' && !relative(this.#root, path).startsWith('..')
    const after = {
      openSync: ([path, flags], fd) => {
        if (!inside(path)) return
        if (this.#now.get(path) === DIRECTORY || path === this.#root) this.#open.set(fd, path)
        else {
          if (!this.#now.has(path)) this.#now.set(path, { sure: Buffer.alloc(0), now: Buffer.alloc(0) })
          const node = this.#now.get(path)
          if (String(flags).startsWith('w')) node.now = Buffer.alloc(0)
          this.#open.set(fd, { node, path })
        }
      },
      closeSync: ([fd]) => this.#open.delete(fd),
      writeSync: ([fd]) => this.#read(fd),
      ftruncateSync: ([fd]) => this.#read(fd),
      fsyncSync: ([fd]) => this.#sync(fd),
      fdatasyncSync: ([fd]) => this.#sync(fd),
      mkdirSync: ([path]) => inside(path) && this.#now.set(path, DIRECTORY),
      rmdirSync: ([path]) => this.#now.delete(path),
      unlinkSync: ([path]) => this.#now.delete(path),
      renameSync: ([from, to]) => {
        if (!inside(from) || !this.#now.has(from)) return
        this.#now.set(to, this.#now.get(from))
        this.#now.delete(from)
      },
    }
    const calls = Object.fromEntries(
      Object.entries(watch.calls).map(([name, call]) => [
        name,
        (...args) => {
          const result = call(...args)
          after[name]?.(args, result)
          return result
        },
      ]),
    )
    return { calls, count: watch.count }
  }

  #read(fd) {
    const open = this.#open.get(fd)
    if (typeof open === 'object') open.node.now = fs.readFileSync(open.path)
  }

  #sync(fd) {
    const open = this.#open.get(fd)
    if (open === undefined) return
    if (typeof open === 'object') {
      open.node.sure = open.node.now
      return
    }
    const here = (path) => dirname(path) === open
    for (const path of [...this.#sure.keys()]) if (here(path) && !this.#now.has(path)) this.#sure.delete(path)
    for (const [path, node] of this.#now) if (here(path)) this.#sure.set(path, node)
  }

  /** Writes what the power cut leaves into `target`. `names`, `data`: whether what was not synced got through; data may be `torn`. */
  leave(target, { names, data }) {
    const tree = names ? this.#now : this.#sure
    const reachable = (path) => dirname(path) === this.#root || (tree.has(dirname(path)) && reachable(dirname(path)))
    for (const [path, node] of [...tree].sort(([a], [b]) => a.length - b.length)) {
      if (!reachable(path)) continue
      const to = join(target, relative(this.#root, path))
      if (node === DIRECTORY) fs.mkdirSync(to, { recursive: true })
      else fs.writeFileSync(to, bytesOf(node, data))
    }
  }
}

/** @param {'all' | 'none' | 'torn'} data */
function bytesOf({ sure, now }, data) {
  if (data === 'all' || sure.equals(now)) return now
  if (data === 'none') return sure
  const grown = now.length > sure.length && now.subarray(0, sure.length).equals(sure)
  return now.subarray(0, grown ? sure.length + Math.ceil((now.length - sure.length) / 2) : Math.floor(now.length / 2))
}

export const WAYS = [
  { name: 'all of it reached the disk', names: true, data: 'all' },
  { name: 'nothing unsynced did', names: false, data: 'none' },
  { name: 'names did, bytes did not', names: true, data: 'none' },
  { name: 'names did, bytes half', names: true, data: 'torn' },
  { name: 'bytes did, names did not', names: false, data: 'all' },
]
