// `gsd board`: the project as a live page on this machine.

import { join } from 'node:path'
import { type Args, arg } from '../../../core/verb.js'
import { gsdError } from '../../../errors.js'
import { rootFrom } from '../../../node/project.js'
import { plainAction } from '../action.js'
import { type GivenOf, JSON_FLAG, PROJECT } from '../flags.js'
import { inFolder } from '../folder.js'
import { requireUser } from '../refusals.js'
import type { Answer, World } from '../world.js'
import { actingOn } from './acting.js'
import { runStamp } from './at-work.js'
import { ended } from './changes.js'
import { headStamp, phaseCommits } from './commits.js'
import { look } from './look.js'

const ARGS = {
  ...PROJECT,
  port: arg.text('Port on 127.0.0.1; default: a free one'),
  actions: arg.flag('Also answer questions from the page, in your name'),
  json: JSON_FLAG,
} as const satisfies Args

export async function board({ port = '0', json, actions, dir }: GivenOf<typeof ARGS>, around: World): Promise<Answer> {
  const world = inFolder(dir, around)
  const gallery = await import('./pictures.js')
  const number = portOf(port)
  if (actions) await requireUser(world, STRANGER, 'gsd board --actions')
  const end = ended()
  // Reports a missing project here rather than in a page.
  let seen = await look(world)
  const root = rootFrom(world.env, world.cwd)
  const project = {
    folder: join(root, '.planning'),
    script: gallery.boardScript(world.bin),
    look: async () => (seen = await look(world)),
    commits: async (id: string) => {
      const phases = seen.phases.filter((phase) => phase.id === id)
      return (await phaseCommits(root, phases))[id] ?? []
    },
    beside: () => `${headStamp(root)} ${runStamp(root, world)}`,
    acting: actions ? actingOn(world) : null,
  }
  const served = await gallery.serveBoard(project, number)
  const { url } = served
  world.out(
    json
      ? `${JSON.stringify({ event: 'serving', url })}\n`
      : `${url}\n${actions ? DOES : 'It is read-only.'} Ctrl-C ends it.\n`,
  )
  const exit = await end
  await served.close()
  return { exit, result: { action: 'board', url }, text: '' }
}

const DOES = 'Answers there are recorded as yours: keep the address secret.'

/** The address carries the user's rights, so only the user sees it: an agent's shell would read it. */
const STRANGER =
  "answers on the page are recorded as the user's, so the address must be shown on a terminal (plain gsd board is read-only)"

function portOf(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port
  throw gsdError('USAGE', `--port must be a number from 0 to 65535; got "${text}"`, 'omit --port to use a free one')
}

export const action = plainAction('Serve the project as a live page on this machine, until Ctrl-C', ARGS, board)
