// Reads the whole project for board, report and watch. Not a verb: nothing else needs so much at once.
import { BOARD_READS, boardOf } from '../../../core/board/board.js'
import type { Board, WholeBoard } from '../../../core/board/shown.js'
import { derive } from '../../../core/derivation/derive.js'
import { verb } from '../../../core/verb.js'
import { any } from '../../../std/shape.js'
import { healthOf } from '../../../verbs/health/health.js'
import { callVerb } from '../of-verb.js'
import type { World } from '../world.js'
import { commitsOf } from './commits.js'

interface Looked {
  readonly root: string
  readonly board: Board
  readonly health: () => WholeBoard['health']
}

const LOOK = verb('look', {
  about: 'The whole project, for pictures of it',
  result: any(),
  reads: [...BOARD_READS, 'project', 'milestone'],
  // Health has a view of its own: what the board reads beyond is nothing that hinders work.
  run: ({ view }): { readonly result: Looked } => ({
    result: {
      root: view.projectRoot,
      board: boardOf(view, derive(view)),
      health: () => healthOf(view.apart()),
    },
  }),
})

async function looked(world: World): Promise<Looked> {
  const { result } = await callVerb(LOOK, {}, world)
  return result as Looked
}

/** The plan alone, as a terminal shows it. */
export const boardIn = async (world: World): Promise<Board> => (await looked(world)).board

export async function look(world: World): Promise<WholeBoard> {
  const { root, board, health } = await looked(world)
  return { ...board, health: health(), commits: await commitsOf(root) }
}
