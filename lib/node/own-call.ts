// How our programs are called on this machine: an installed pack is not on the PATH by itself.
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Spelling } from '../std/calls.js'
import { slashed } from '../std/paths.js'
import { shellQuoted } from '../std/text.js'
import { plainText } from './disk.js'
import type { Variables } from './home.js'
import { findProgram } from './programs.js'

/** Name of the file that describes a payload. */
export const PAYLOAD_FACTS = 'payload.json'

export const callOf = (script: string): string => `node ${shellQuoted(slashed(script))}`

/** The payload around the running bundle; null if the bundle is not an installed copy. */
export function payloadAround(bin: string): string | null {
  const payload = dirname(bin)
  return existsSync(join(payload, PAYLOAD_FACTS)) ? payload : null
}

/** Spells calls by path, as in clients' permissions; by name in a checkout. `tools`: the called script. */
export const installedSpelling = (bin: string, tools?: string): Spelling => {
  const payload = payloadAround(bin)
  if (payload === null) return (program) => program
  return (program) => callOf((program === 'gsd-tools' ? tools : undefined) ?? join(payload, 'bin', `${program}.cjs`))
}

/** The marker line of our shims, and where npm's links and wrappers lead. */
const OURS = /gsd install --shim|[\\/]gsd-pack[\\/]|[\\/]bin[\\/](?:install|gsd-tools)\.js/
const MAX = 4096

/** Spells calls for the user's terminal: by name if the PATH leads to our programs. */
export const personalSpelling = (bin: string, env: Variables, tools?: string): Spelling => {
  const installed = installedSpelling(bin, tools)
  return (program) => (isOnPath(program, env) ? program : installed(program))
}

/** How the user calls gsd in a shell, even from a checkout. */
export const callOfGsd = (bin: string, env: Variables): string =>
  isOnPath('gsd', env) ? 'gsd' : callOf(join(bin, 'gsd.cjs'))

function isOnPath(program: string, env: Variables): boolean {
  const found = findProgram(program, env)
  return found !== null && (OURS.test(realpathSync(found)) || OURS.test(plainText(found, { maxBytes: MAX }) ?? ''))
}
