// `gsd trust`: what this project can make the machine run, and the question whether it may.
import { isJsonObject } from '../../std/json.js'
import type { TrustGiven } from './flags.js'
import { callTools } from './of-verb.js'
import type { Answer, World } from './world.js'

export async function trust({ revoke, json }: TrustGiven, world: World): Promise<Answer> {
  const listed = await callTools(world, 'trust', '--pretty')
  if (!json && listed.exit === 0) world.out(listed.stdout)
  const { exit, stdout, stderr } = await callTools(world, 'trust', revoke ? '--revoke' : '--agree')
  if (stderr !== '') world.err(stderr)
  const document: unknown = json ? JSON.parse(stdout) : {}
  const done = revoke ? 'Nothing of it runs here any more.\n' : 'All of it may run here.\n'
  return { exit, result: isJsonObject(document) ? document : {}, text: exit === 0 ? done : '' }
}
