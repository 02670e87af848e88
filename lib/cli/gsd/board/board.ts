// `gsd board`: serves the project as a live page on this machine.

import { join } from 'node:path'
import { type Args, arg } from '../../../core/verb.js'
import { gsdError } from '../../../errors.js'
import { rootFrom } from '../../../node/project.js'
import { plainAction } from '../action.js'
import { type GivenOf, JSON_FLAG, PROJECT } from '../flags.js'
import { inFolder } from '../folder.js'
import { requireUser } from '../refusals.js'
import type { Answer, World } from '../world.js'
import { answerHandlerFor } from './acting.js'
import { runStamp } from './at-work.js'
import { exitCodeOnSignal } from './changes.js'
import { headStamp, phaseCommits } from './commits.js'
import { readBoard } from './read-board.js'

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
  if (actions) await requireUser(world, WHY_TERMINAL, 'gsd board --actions')
  const end = exitCodeOnSignal()
  // Reports a missing project here rather than in a page.
  let lastBoard = await readBoard(world)
  const root = rootFrom(world.env, world.cwd)
  const project = {
    folder: join(root, '.planning'),
    script: gallery.boardScript(world.bin),
    readBoard: async () => (lastBoard = await readBoard(world)),
    commits: async (id: string) => {
      const phases = lastBoard.phases.filter((phase) => phase.id === id)
      return (await phaseCommits(root, phases))[id] ?? []
    },
    extraStamp: () => `${headStamp(root)} ${runStamp(root, world)}`,
    onAnswer: actions ? answerHandlerFor(world) : null,
  }
  const served = await gallery.serveBoard(project, number)
  const { url } = served
  world.out(
    json
      ? `${JSON.stringify({ event: 'serving', url })}\n`
      : `${url}\n${actions ? ACTIONS_WARNING : 'The page is read-only.'} Press Ctrl-C to stop.\n`,
  )
  const exit = await end
  await served.close()
  return { exit, result: { action: 'board', url }, text: '' }
}

const ACTIONS_WARNING = 'Answers on the page are recorded as yours, so keep the address secret.'

/** The address grants the user's permissions, so only the user may see it: an agent could read it in its shell. */
const WHY_TERMINAL =
  "answers on the page are recorded as the user's, so the address must be shown on a terminal (plain gsd board is read-only)"

function portOf(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port
  throw gsdError('USAGE', `--port must be a number from 0 to 65535; got "${text}"`, 'omit --port to use a free one')
}

export const action = plainAction('Serve the project as a live page on this machine, until Ctrl-C', ARGS, board)
