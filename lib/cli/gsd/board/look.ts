// Reads a whole project for its views, with the current work; nothing else needs that much at once.
import { BOARD_READS, boardOf } from '../../../core/board/board.js'
import type { Board, WholeBoard } from '../../../core/board/shown.js'
import { derive } from '../../../core/derivation/derive.js'
import { verb } from '../../../core/verb.js'
import { any } from '../../../std/shape.js'
import { healthOf } from '../../../verbs/health/health.js'
import { callVerb } from '../of-verb.js'
import type { World } from '../world.js'
import { claimsFetched, runIn, withRun, withUsage } from './at-work.js'
import { commitsOf } from './commits.js'

interface Looked {
  readonly root: string
  readonly board: Board
  readonly health: () => WholeBoard['health']
}

const LOOK = verb('look', {
  about: 'The whole project, for board and report',
  result: any(),
  reads: [...BOARD_READS, 'project', 'milestone'],
  // Health uses its own view: the board's extra reads are no obstacles to work.
  run: ({ view }): { readonly result: Looked } => ({
    result: {
      root: view.projectRoot,
      board: boardOf(view, derive(view), claimsFetched(view.projectRoot)),
      health: () => healthOf(view.withEmptyCaches()),
    },
  }),
})

export async function look(world: World): Promise<WholeBoard> {
  const { result } = await callVerb(LOOK, {}, world)
  const { root, board, health } = result as Looked
  const run = runIn(root, world)
  const workers = withUsage(withRun(board.workers, run), root, world)
  return { ...board, workers, lane: run.lane, health: health(), commits: await commitsOf(root) }
}
