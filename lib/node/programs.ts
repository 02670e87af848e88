// Finds executables as a shell would, and prepares to start them without a shell.
import { constants, statSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import { attempt } from '../std/attempt.js'
import { slashed } from '../std/paths.js'
import { shellQuoted } from '../std/text.js'
import { canAccess } from './disk.js'

export interface System {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** Folder for names that contain a slash. */
  readonly cwd: string
}

const isWindows = ({ platform }: System) => platform === 'win32'

/** The value of a variable; on Windows, names are case-insensitive. */
const variable = (system: System, name: string): string => {
  const key = isWindows(system) ? Object.keys(system.env).find((other) => other.toUpperCase() === name) : name
  return (key === undefined ? undefined : system.env[key]) ?? ''
}

const PATHEXT = '.COM;.EXE;.BAT;.CMD'

/** The paths at which a program of this name may be, in search order. */
export function programPaths(name: string, system: System): readonly string[] {
  const { join, delimiter, resolve } = isWindows(system) ? win32 : posix
  const isPath = isWindows(system) ? /[\\/:]/.test(name) : name.includes('/')
  const folders = variable(system, 'PATH')
    .split(delimiter)
    .filter((folder) => folder !== '')
  // The current folder is not searched, because it may contain a file of that name by chance.
  const places = isPath ? [resolve(system.cwd, name)] : folders.map((folder) => join(folder, name))
  if (!isWindows(system)) return places
  const endings = (variable(system, 'PATHEXT') || PATHEXT).split(';').filter((ending) => ending !== '')
  const hasEnding = endings.some((ending) => name.toLowerCase().endsWith(ending.toLowerCase()))
  return places.flatMap((place) => (hasEnding ? [place] : endings.map((ending) => place + ending.toLowerCase())))
}

/** Whether a file can be run. False for app execution aliases of Windows, because `stat` fails on them. */
const isExecutable = (path: string): boolean =>
  canAccess(path, constants.X_OK) && attempt(() => statSync(path).isFile(), false)

/** The absolute path of the first program of this name on PATH, or null. Starts nothing. */
export const findProgram = (name: string, env: System['env']): string | null =>
  programPaths(name, { platform: process.platform, env, cwd: process.cwd() }).find(isExecutable) ?? null

/** The path of the first of several programs that exists, or null. */
export const firstProgram = (names: readonly string[], env: System['env']): string | null =>
  names.map((name) => findProgram(name, env)).find((path) => path !== null) ?? null

/** The command of node in prompts and shims. */
export const nodeCommand = (env: System['env']): string =>
  findProgram('node', env) === null ? shellQuoted(slashed(process.execPath)) : 'node'

/** How to start a program. */
export interface ProgramStart {
  readonly file: string
  readonly args: readonly string[]
  /** On Windows: whether the last argument is a raw command line. */
  readonly verbatim: boolean
}

/**
 * Works out how to start a program. On Windows, `npm` and the like are batch files: Node does not start those without a
 * shell, and `shell: true` quotes nothing. So cmd.exe is started with quoted arguments, or the start is refused.
 */
export function programStart(
  [name, ...args]: readonly [string, ...string[]],
  system: System,
  exists: (path: string) => boolean = isExecutable,
): ProgramStart | { readonly refused: string } {
  if (!isWindows(system)) return { file: name, args, verbatim: false }
  const file = programPaths(name, system).find(exists)
  if (file === undefined || !/\.(?:cmd|bat)$/i.test(file)) return { file: file ?? name, args, verbatim: false }
  const unsafe = [file, ...args].find((word) => /["%\r\n\0]/.test(word))
  if (unsafe !== undefined)
    return { refused: `${name} is a batch file, and ${JSON.stringify(unsafe)} cannot be passed to it safely` }
  const line = [file, ...args].map(quoted).join(' ')
  return { file: variable(system, 'COMSPEC') || 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`], verbatim: true }
}

/** Quotes an argument for cmd.exe. Backslashes before the closing quote are doubled. */
const quoted = (word: string): string =>
  /^[\w./\\:@+-]+$/.test(word) ? word : `"${word.replace(/(?<!\\)(\\+)$/, '$1$1')}"`
