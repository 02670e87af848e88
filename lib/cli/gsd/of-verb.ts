// Calls of `gsd-tools` within this process, and what a verb answered as a person who called `gsd` reads it.
import { join } from 'node:path'
import { type ErrorBody, type Exit, GsdError } from '../../errors.js'
import { isJsonObject, parsedJson } from '../../std/json.js'
import { execute } from '../execute.js'
import type { Answer, World } from './world.js'

export const callTools = ({ env, cwd, bin }: Pick<World, 'env' | 'cwd' | 'bin'>, ...argv: readonly string[]) =>
  execute({ argv, env, cwd, bin, script: join(bin, 'gsd-tools.cjs') })

interface Called {
  readonly exit: Exit
  readonly stdout: string
  readonly stderr: string
}

/** Throws what the verb refused, so that a person reads it as any error of this program. */
export function ofVerb({ exit, stdout, stderr }: Called, json: boolean, world: World): Answer {
  const document = parsedJson(stdout)
  const result = isJsonObject(document) ? document : {}
  const error = result['error'] as ErrorBody | undefined
  if (error !== undefined && !json) throw new GsdError(error, { exit })
  // The verb says for itself what a person must know.
  if (stderr !== '') world.err(stderr)
  return { exit, result, text: stdout }
}
