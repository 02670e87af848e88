// The process in which the node that prompts call compiles the hot files: the longest part of an installation, so it begins before all others and runs beside them.
import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { isWholeCache } from '../../node/compiled-code.js'
import { nodeForPrompts } from '../../node/programs.js'
import type { World } from './world.js'

/** Of a call what matters here. */
type Caller = Pick<World, 'argv' | 'env' | 'home' | 'bin'>

export const BUNDLE = 'gsd-tools'
export const LIMIT_MS = 30_000

/** The node that prompts call. */
export const nodeOf = (world: Caller): string => nodeForPrompts(world).path

export interface Compiling {
  /** Null after a failure, which costs start-up time and nothing else. */
  bytes(): Promise<Uint8Array | null>
}

/** One for each call, which its words stand for. */
const begun = new WeakMap<World['argv'], Compiling & { end(): void }>()

/** Begins it, or answers the one that was begun. */
export function compiling(world: Caller): Compiling {
  const known = begun.get(world.argv)
  if (known !== undefined) return known
  const made = started(world)
  begun.set(world.argv, made)
  return made
}

/** Before anything is loaded that reads the words: what is begun for nothing is ended. */
export function beginCompiling(world: Caller): void {
  if (seemInstalling(world.argv)) compiling(world)
}

/** Whoever ends before the code is there, or needs none, waits for nothing. */
export function endCompiling({ argv }: Caller): void {
  begun.get(argv)?.end()
  begun.delete(argv)
}

const OTHER = ['--local', '--dry-run', '--uninstall', '--help', '-h', '--version', '-v']

/** Whether words that nobody has read yet look like an installation for all projects. */
export const seemInstalling = (argv: readonly string[]): boolean =>
  /^(?:-|install$)/.test(argv[0] ?? '') &&
  argv.some((word) => word === '--global' || word === '-g') &&
  !argv.some((word) => OTHER.includes(word))

function started(world: Caller): Compiling & { end(): void } {
  // Certificates of a company cost a start of node more than all the rest, and nothing is fetched here.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = world.env
  const child = spawn(nodeOf(world), [join(world.bin, `${BUNDLE}.cjs`)], {
    env: { ...env, GSD_CODE_CACHE: 'print' },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: LIMIT_MS,
  })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<Uint8Array | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', (code) => {
      const printed = Buffer.concat(parts)
      resolve(code === 0 && isWholeCache(printed) ? printed : null)
    })
  })
  // A run that ends before it asks for the code does not wait for it.
  const output = child.stdout as unknown as Socket
  child.unref()
  output.unref()
  return {
    bytes: () => {
      child.ref()
      output.ref()
      return done
    },
    // Windows ends a process without letting it tidy up; there it ends by itself.
    end: () => process.platform === 'win32' || child.kill(),
  }
}
