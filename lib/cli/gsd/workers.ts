// `gsd workers`: shows who works on which unit, here and, if claims are shared, on other machines; then the submitted work.
import type { Worker } from '../../core/board/shown.js'
import { type Args, arg } from '../../core/verb.js'
import { gsdError } from '../../errors.js'
import { rootFrom } from '../../node/project.js'
import { workerFacts } from '../../pictures/words.js'
import { objectIn } from '../../std/json.js'
import { visibleLine } from '../../std/visible.js'
import { plainAction } from './action.js'
import { branchOf } from './auto/git.js'
import { type RemoteState, readRemote } from './auto/submitted-work.js'
import { readBoard } from './board/read-board.js'
import { callTools } from './call-tools.js'
import { type GivenOf, JSON_FLAG, PROJECT } from './flags.js'
import { inFolder } from './folder.js'
import type { Answer, World } from './world.js'

const ARGS = {
  ...PROJECT,
  remote: arg.text('Read claims and submitted work on this remote; default: claims.remote, or local claims only'),
  json: JSON_FLAG,
} as const satisfies Args

export async function workers(given: GivenOf<typeof ARGS>, around: World): Promise<Answer> {
  const world = inFolder(given.dir, around)
  const remote = given.remote ?? (await configuredRemote(world))
  const remoteState = remote === null ? null : await readRemoteWork(world, remote)
  const { workers: found, at } = await readBoard(world)
  const submissions = remoteState?.submissions.all ?? []
  const lines = [
    ...found.map((worker: Worker) => `${worker.unit}: ${workerFacts(worker, Date.parse(at))}`),
    ...submissions.map(({ name, turn, reason }) =>
      [name.replace('--', '/'), TURNS[turn], reason].filter(Boolean).join(': '),
    ),
  ]
  return {
    exit: 0,
    result: { action: 'workers', workers: found, handed: submissions },
    text: lines.length === 0 ? 'No agent is working.\n' : `${lines.map(visibleLine).join('\n')}\n`,
  }
}

const TURNS = {
  in: 'submitted, to be checked and merged',
  back: 'returned to a worker',
  held: 'waiting for the user',
} as const

async function configuredRemote(world: World): Promise<string | null> {
  const { stdout } = await callTools(world, 'config', 'get', 'claims.remote', '--origin')
  const name = objectIn(stdout)?.['value']
  return typeof name === 'string' && name !== '' ? name : null
}

/** Fetches the remote's claims, which all views of the project then show, and the submitted work. */
async function readRemoteWork(world: World, remote: string): Promise<RemoteState> {
  const root = rootFrom(world.env, world.cwd)
  const branch = await branchOf(root)
  const seen = await readRemote({ cwd: root, remote, branch })
  if (seen.is === 'seen') return seen
  const message = `${remote} does not answer: ${seen.reason}`
  throw gsdError('REMOTE_AWAY', message, `run git fetch ${remote} ${branch} to see why`)
}

export const action = plainAction('Show running and submitted work, here and on other machines', ARGS, workers)
