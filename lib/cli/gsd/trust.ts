// `gsd trust`: what this project can make the machine run, and the question whether it may.
import { join } from 'node:path'
import { isJsonObject } from '../../std/json.js'
import { execute } from '../execute.js'
import type { TrustGiven } from './flags.js'
import type { Answer, World } from './world.js'

export async function trust({ revoke, json }: TrustGiven, world: World): Promise<Answer> {
  const { env, cwd, bin } = world
  const call = (...words: readonly string[]) =>
    execute({ argv: ['trust', ...words], env, cwd, bin, script: join(bin, 'gsd-tools.cjs') })
  const listed = await call('--pretty')
  if (!json && listed.exit === 0) world.out(listed.stdout)
  const { exit, stdout, stderr } = await call(revoke ? '--revoke' : '--agree')
  if (stderr !== '') world.err(stderr)
  const document: unknown = json ? JSON.parse(stdout) : {}
  const done = revoke ? 'Nothing of it runs here any more.\n' : 'All of it may run here.\n'
  return { exit, result: isJsonObject(document) ? document : {}, text: exit === 0 ? done : '' }
}
