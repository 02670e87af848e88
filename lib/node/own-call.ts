// Finds the commands of our programs on this machine: an installed pack is not on the PATH by itself.
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Spelling } from '../std/calls.js'
import { slashed } from '../std/paths.js'
import { shellQuoted } from '../std/text.js'
import { plainText } from './disk.js'
import type { Variables } from './home.js'
import { findProgram } from './programs.js'

/** The name of the file that describes a payload. */
export const PAYLOAD_FILE = 'payload.json'

/** The command that runs a script with node. */
export const scriptCommand = (script: string): string => `node ${shellQuoted(slashed(script))}`

/** The payload around the running bundle; null if the bundle is not an installed copy. */
export function payloadAround(bin: string): string | null {
  const payload = dirname(bin)
  return existsSync(join(payload, PAYLOAD_FILE)) ? payload : null
}

/** Names our programs by path, as clients' permissions do; in a checkout by name. `tools`: the running script. */
export const installedSpelling = (bin: string, tools?: string): Spelling => {
  const payload = payloadAround(bin)
  if (payload === null) return (program) => program
  return (program) =>
    scriptCommand((program === 'gsd-tools' ? tools : undefined) ?? join(payload, 'bin', `${program}.cjs`))
}

/** Matches the marker line of our shims, and the paths to which npm's links and wrappers lead. */
const OUR_PROGRAM = /gsd install --shim|[\\/]gsd-pack[\\/]|[\\/]bin[\\/](?:install|gsd-tools)\.js/
const MAX_BYTES = 4096

/** Names our programs for the user's terminal: by name if the PATH leads to them, else as `installedSpelling` does. */
export const personalSpelling = (bin: string, env: Variables, tools?: string): Spelling => {
  const byPath = installedSpelling(bin, tools)
  return (program) => (isOnPath(program, env) ? program : byPath(program))
}

/** The command of `gsd` in the user's shell, even from a checkout. */
export const gsdCommand = (bin: string, env: Variables): string =>
  isOnPath('gsd', env) ? 'gsd' : scriptCommand(join(bin, 'gsd.cjs'))

function isOnPath(program: string, env: Variables): boolean {
  const found = findProgram(program, env)
  return (
    found !== null &&
    (OUR_PROGRAM.test(realpathSync(found)) || OUR_PROGRAM.test(plainText(found, { maxBytes: MAX_BYTES }) ?? ''))
  )
}
