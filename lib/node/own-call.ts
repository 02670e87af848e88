// How our programs are called where a text is read. An installed pack lies on no PATH by itself.
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Spelling } from '../std/calls.js'
import { slashed } from '../std/paths.js'
import { shellQuoted } from '../std/text.js'
import type { Variables } from './home.js'
import { plainText } from './plain-file.js'
import { findProgram } from './programs.js'

/** Name of the file that says what a payload is. */
export const PAYLOAD_FACTS = 'payload.json'

export const callOf = (script: string): string => `node ${shellQuoted(slashed(script))}`

/** The payload folder around the folder of the running bundle, or null when it is no installed copy. */
export function payloadAround(bin: string): string | null {
  const payload = dirname(bin)
  return existsSync(join(payload, PAYLOAD_FACTS)) ? payload : null
}

/** By path, as permissions of clients have it; in a checkout by name. `tools`: the script `gsd-tools` was called by. */
export const installedSpelling = (bin: string, tools?: string): Spelling => {
  const payload = payloadAround(bin)
  if (payload === null) return (program) => program
  return (program) => callOf((program === 'gsd-tools' ? tools : undefined) ?? join(payload, 'bin', `${program}.cjs`))
}

/** What a shell file of ours says, and the package that others were made for. */
const OURS = /gsd install --shim|[\\/]gsd-pack[\\/]/
const MOST = 4096

/** For a person at a terminal: by their names where the PATH leads to ours. */
export const personalSpelling = (bin: string, env: Variables, tools?: string): Spelling => {
  const installed = installedSpelling(bin, tools)
  return (program) => (isOnPath(program, env) ? program : installed(program))
}

function isOnPath(program: string, env: Variables): boolean {
  const found = findProgram(program, env)
  return found !== null && (OURS.test(realpathSync(found)) || OURS.test(plainText(found, { most: MOST }) ?? ''))
}
