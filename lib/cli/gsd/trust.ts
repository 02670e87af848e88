// `gsd trust`: lists the commands this project can run on this machine, and approves or revokes them.

import { type Args, arg } from '../../core/verb.js'
import { isJsonObject } from '../../std/json.js'
import { plainAction } from './action.js'
import { callTools } from './call-tools.js'
import { type GivenOf, JSON_FLAG } from './flags.js'
import type { Answer, World } from './world.js'

const ARGS = {
  revoke: arg.flag('Revoke your agreement'),
  json: JSON_FLAG,
} as const satisfies Args

export async function trust({ revoke, json }: GivenOf<typeof ARGS>, world: World): Promise<Answer> {
  const listed = await callTools(world, 'trust', '--pretty')
  if (!json && listed.exit === 0) world.out(listed.stdout)
  const { exit, stdout, stderr } = await callTools(world, 'trust', revoke ? '--revoke' : '--agree')
  if (stderr !== '') world.err(stderr)
  const document: unknown = json ? JSON.parse(stdout) : {}
  const done = revoke ? 'None of these commands may run here.\n' : 'All of these commands may run here.\n'
  return { exit, result: isJsonObject(document) ? document : {}, text: exit === 0 ? done : '' }
}

export const action = plainAction('List, approve or revoke the commands this project can run here', ARGS, trust)
