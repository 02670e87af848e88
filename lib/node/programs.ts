// Finds executables as a shell would, and starts them without a shell.
import { constants, statSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import { attempt } from '../std/attempt.js'
import { slashed } from '../std/paths.js'
import { shellQuoted } from '../std/text.js'
import { may } from './disk.js'

export interface System {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** Base folder for names with a slash. */
  readonly cwd: string
}

const isWindows = ({ platform }: System) => platform === 'win32'

/** Windows variables are case-insensitive. */
const variable = (system: System, name: string): string => {
  const key = isWindows(system) ? Object.keys(system.env).find((other) => other.toUpperCase() === name) : name
  return (key === undefined ? undefined : system.env[key]) ?? ''
}

const PATHEXT = '.COM;.EXE;.BAT;.CMD'

/** Candidate files of a name, in order. */
export function programPaths(name: string, system: System): readonly string[] {
  const { join, delimiter, resolve } = isWindows(system) ? win32 : posix
  const isPath = isWindows(system) ? /[\\/:]/.test(name) : name.includes('/')
  const folders = variable(system, 'PATH')
    .split(delimiter)
    .filter((folder) => folder !== '')
  // The current folder is not searched: it may contain a file of that name by chance.
  const places = isPath ? [resolve(system.cwd, name)] : folders.map((folder) => join(folder, name))
  if (!isWindows(system)) return places
  const endings = (variable(system, 'PATHEXT') || PATHEXT).split(';').filter((ending) => ending !== '')
  const isComplete = endings.some((ending) => name.toLowerCase().endsWith(ending.toLowerCase()))
  return places.flatMap((place) => (isComplete ? [place] : endings.map((ending) => place + ending.toLowerCase())))
}

/** On Windows an app execution alias can be run, but `stat` fails on it. */
const isExecutable = (path: string): boolean =>
  may(path, constants.X_OK) && attempt(() => statSync(path).isFile(), false)

/** Absolute path of the first such program on PATH, or null. Starts nothing. */
export const findProgram = (name: string, env: System['env']): string | null =>
  programPaths(name, { platform: process.platform, env, cwd: process.cwd() }).find(isExecutable) ?? null

export const firstProgram = (names: readonly string[], env: System['env']): string | null =>
  names.map((name) => findProgram(name, env)).find((path) => path !== null) ?? null

/** How prompts and shims call node. */
export const nodeCall = (env: System['env']): string =>
  findProgram('node', env) === null ? shellQuoted(slashed(process.execPath)) : 'node'

export interface Start {
  readonly file: string
  readonly args: readonly string[]
  /** Windows: the last argument is a raw command line. */
  readonly verbatim: boolean
}

/**
 * Turns words into a process. `npm` and the like are batch files on Windows: Node does not start those without a shell,
 * and `shell: true` quotes nothing. So we start cmd.exe with quoted words, or refuse.
 */
export function startOf(
  [name, ...args]: readonly [string, ...string[]],
  system: System,
  exists: (path: string) => boolean = isExecutable,
): Start | { readonly refused: string } {
  if (!isWindows(system)) return { file: name, args, verbatim: false }
  const file = programPaths(name, system).find(exists)
  if (file === undefined || !/\.(?:cmd|bat)$/i.test(file)) return { file: file ?? name, args, verbatim: false }
  const unsafe = [file, ...args].find((word) => /["%\r\n\0]/.test(word))
  if (unsafe !== undefined)
    return { refused: `${name} is a batch file, and ${JSON.stringify(unsafe)} cannot be passed to one safely` }
  const line = [file, ...args].map(quoted).join(' ')
  return { file: variable(system, 'COMSPEC') || 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], verbatim: true }
}

/** Double quotes suffice for the remaining characters; backslashes before the closing quote are doubled. */
const quoted = (word: string): string =>
  /^[\w./\\:@+-]+$/.test(word) ? word : `"${word.replace(/(?<!\\)(\\+)$/, '$1$1')}"`
