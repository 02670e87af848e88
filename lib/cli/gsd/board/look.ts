// One look at the project around the caller, as every picture of it needs it. Not a verb: nothing but pictures asks for so much at once.
import { BOARD_READS, boardOf } from '../../../core/board/board.js'
import type { Board, BoardUsage, WholeBoard } from '../../../core/board/shown.js'
import { readMetrics } from '../../../core/captures/metrics.js'
import { derive } from '../../../core/derivation/derive.js'
import { readClaims } from '../../../core/dispatch/claims.js'
import { ranIn } from '../../../core/usage/ran.js'
import { usageRows } from '../../../core/usage/usage-report.js'
import { distinct, type Span, spansOf, startOf, workOf } from '../../../core/usage/use.js'
import { runtimeOf } from '../../../runtimes/all.js'
import { once } from '../../../std/once.js'
import { any } from '../../../std/shape.js'
import { healthOf } from '../../../verbs/health/findings.js'
import { query } from '../../../verbs/verb.js'
import { call } from '../../call.js'
import { usesIn } from '../usage/found.js'
import type { World } from '../world.js'
import { commitsAgain, commitsOf } from './commits.js'

interface Looked {
  readonly board: Board
  readonly health: () => WholeBoard['health']
  readonly root: string
  readonly spans: readonly Span[]
}

const LOOK = query('look', {
  about: 'The whole project, for pictures of it',
  result: any(),
  reads: [...BOARD_READS, 'project', 'milestone'],
  needs: ['suspects'],
  run(_given, view): { readonly result: Looked } {
    const spans = spansOf(readMetrics(view), readClaims(view), view.clock.now())
    // By a view of its own: what the board reads beyond is nothing that hinders work.
    const health = () => healthOf(view.apart())
    return { result: { board: boardOf(view, derive(view)), health, spans, root: view.projectRoot } }
  },
})

/** Looks again and again. */
export function lookingAt(world: World): () => Promise<WholeBoard> {
  const commits = commitsAgain()
  return () => look(world, commits)
}

/** What takes long and stands in one view alone is worked out when somebody asks for it. */
export async function look(world: World, commitsIn = commitsOf): Promise<WholeBoard> {
  const { env, cwd, bin } = world
  const { result } = await call(LOOK, { args: {}, flags: {} }, { argv: [], env, cwd, bin, script: '' })
  const { root, spans, board, health } = result as Looked
  const commits = await commitsIn(root)
  const late = { health: once(health), usage: once(() => usageIn(root, spans, world)) }
  return {
    ...board,
    commits,
    get health() {
      return late.health()
    },
    get usage() {
      return late.usage()
    },
  }
}

function usageIn(root: string, spans: readonly Span[], world: World): BoardUsage {
  if (spans.length === 0) return { ran: [], differing: [], unread: [] }
  const { uses, clients } = usesIn(root, startOf(spans), { ...world, project: root })
  const requests = distinct(uses)
  return {
    ran: ranIn(requests, workOf(requests, spans)),
    differing: usageRows(requests, spans, 'unit')
      .filter(({ ran }) => ran.some(({ asAsked }) => asAsked === false))
      .map(({ key, ran }) => ({ unit: key, ran })),
    unread: clients.flatMap(({ client, unread }) => (unread === null ? [] : [`${runtimeOf(client).title} ${unread}`])),
  }
}
