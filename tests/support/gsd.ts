// Calls of `gsd`: inside this process, which is fast, or as a program, for what only a separate process shows.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { execute } from '../../lib/cli/execute.js'
import { runGsd } from '../../lib/cli/gsd/run.js'
import { homeOf } from '../../lib/cli/gsd/surroundings.js'
import type { EngineCall } from '../../lib/cli/gsd/world.js'
import { pathOfNode } from './node-path.js'

export const REPOSITORY = join(import.meta.dirname, '../..')
/** The installer of the package. */
export const PACKAGE = join(REPOSITORY, 'bin/install.js')

export interface CallSetup {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Path of an installed program; by default that of the package. */
  readonly program?: string | undefined
  /** Whether the user sits at a terminal; only for calls inside this process. */
  readonly person?: boolean
}
export interface RunSetup extends CallSetup {
  readonly input?: string
}

export interface Answer<T> {
  readonly exit: number | null
  readonly out: string
  readonly err: string
  /** Parses the output as JSON; throws if it is not JSON. */
  json(): T
}

const answerOf = <T>(exit: number | null, out: string, err: string): Answer<T> => ({
  exit,
  out,
  err,
  json: () => JSON.parse(out) as T,
})

/** The program that an installation in this home provides. */
export const installedGsd = (home: string): string => join(home, '.agents/get-shit-done/bin/gsd.cjs')

/** Environment variables of a program in a home. */
export const environmentOf = (home: string, env: CallSetup['env'] = {}): Record<string, string> => ({
  PATH: '/usr/bin:/bin',
  HOME: home,
  ...env,
})

/** Answers calls to an installed `gsd-tools` inside this process. */
const engineCall: EngineCall = async (argv, { toolsPath, cwd, env }) =>
  (await execute({ argv, env, cwd, bin: dirname(toolsPath), script: toolsPath, stdin: () => '' })).stdout

/** Calls `gsd` inside this process, as the program in the folder of `program` would run. */
export async function askGsd<T>(
  home: string,
  words: readonly string[],
  { cwd = home, env: more, program, person = false }: CallSetup = {},
): Promise<Answer<T>> {
  const env = environmentOf(home, { PATH: pathOfNode(), ...more })
  let [out, err] = ['', '']
  const exit = await runGsd({
    argv: words,
    env,
    platform: process.platform,
    cwd,
    home: homeOf({ env, platform: process.platform, recorded: null }) ?? '',
    bin: program === undefined ? join(REPOSITORY, 'dist') : dirname(program),
    isInteractive: person,
    isTTY: { out: false, err: false },
    engineCall,
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
  })
  return answerOf<T>(exit, out, err)
}

/** Starts `gsd` as a program: the package or an installed copy. */
export function startGsd<T>(
  home: string,
  words: readonly string[],
  { cwd = home, env, program = PACKAGE, input = '' }: RunSetup = {},
): Answer<T> {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    cwd,
    env: environmentOf(home, { PATH: pathOfNode(), ...env }),
    encoding: 'utf8',
    input,
    timeout: 120_000,
  })
  return answerOf<T>(status, stdout, stderr)
}
