// One look at the project around the caller, as every picture of it needs it. Not a verb: nothing but pictures asks for so much at once.
import { BOARD_READS, boardOf } from '../../../core/board/board.js'
import type { WholeBoard } from '../../../core/board/shown.js'
import { derive } from '../../../core/derivation/derive.js'
import { any } from '../../../std/shape.js'
import { healthOf } from '../../../verbs/validate/health.js'
import { query } from '../../../verbs/verb.js'
import { call } from '../../call.js'
import type { World } from '../world.js'
import { commitsOf } from './commits.js'

type Looked = Omit<WholeBoard, 'commits'> & { readonly root: string }

const LOOK = query({
  name: 'look',
  about: 'The whole project, for pictures of it',
  args: {},
  result: any(),
  reads: [...BOARD_READS, 'project', 'milestone'],
  needs: ['suspects'],
  run(_given, view): { readonly result: Looked } {
    const derivation = derive(view)
    // First, because what the board reads beyond is nothing that hinders work.
    const health = healthOf(view, derivation)
    return { result: { ...boardOf(view, derivation), health, root: view.projectRoot } }
  },
})

export async function look({ env, cwd, bin }: World): Promise<WholeBoard> {
  const { result } = await call(LOOK, { args: {}, flags: {} }, { argv: [], env, cwd, bin, script: '' })
  const { root, ...board } = result as Looked
  return { ...board, commits: await commitsOf(root) }
}
