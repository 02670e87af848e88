// Reads a whole project and its current work for the board, the report and other displays.
import { BOARD_READS, boardOf } from '../../../core/board/board.js'
import type { Board, WholeBoard } from '../../../core/board/shown.js'
import { derive } from '../../../core/derivation/derive.js'
import { verb } from '../../../core/verb.js'
import { any } from '../../../std/shape.js'
import { healthOf } from '../../../verbs/health/health.js'
import { callVerb } from '../call-tools.js'
import type { World } from '../world.js'
import { fetchedClaims, runNewsAt, withRunSessions, withUsage } from './at-work.js'
import { commitsOf } from './commits.js'

interface BoardReading {
  readonly root: string
  readonly board: Board
  readonly health: () => WholeBoard['health']
}

const READ_BOARD = verb('board', {
  about: 'The whole project, for displays',
  result: any(),
  reads: [...BOARD_READS, 'project', 'milestone'],
  // Health uses a fresh view, so that problems in files that only the board reads do not count.
  run: ({ view }): { readonly result: BoardReading } => ({
    result: {
      root: view.projectRoot,
      board: boardOf(view, derive(view), fetchedClaims(view.projectRoot)),
      health: () => healthOf(view.withEmptyCaches()),
    },
  }),
})

export async function readBoard(world: World): Promise<WholeBoard> {
  const { result } = await callVerb(READ_BOARD, {}, world)
  const { root, board, health } = result as BoardReading
  const run = runNewsAt(root, world)
  const workers = withUsage(withRunSessions(board.workers, run), root, world)
  return { ...board, workers, lane: run.lane, health: health(), commits: await commitsOf(root) }
}
