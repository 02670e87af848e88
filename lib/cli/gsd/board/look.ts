// One look at the project around the caller, as every picture of it needs it. Not a verb: nothing but pictures asks for so much at once.
import { BOARD_READS, boardOf } from '../../../core/board/board.js'
import type { BoardUsage, WholeBoard } from '../../../core/board/shown.js'
import { readMetrics } from '../../../core/captures/metrics.js'
import { derive } from '../../../core/derivation/derive.js'
import { readClaims } from '../../../core/dispatch/claims.js'
import { ranIn } from '../../../core/usage/ran.js'
import { usageRows } from '../../../core/usage/usage-report.js'
import { distinct, type Span, spansOf, startOf, workOf } from '../../../core/usage/use.js'
import { runtimeOf } from '../../../runtimes/all.js'
import { any } from '../../../std/shape.js'
import { healthOf } from '../../../verbs/validate/health.js'
import { query } from '../../../verbs/verb.js'
import { call } from '../../call.js'
import { usesIn } from '../usage/found.js'
import type { World } from '../world.js'
import { commitsOf } from './commits.js'

type Looked = Omit<WholeBoard, 'commits' | 'usage'> & { readonly root: string; readonly spans: readonly Span[] }

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
    const spans = spansOf(readMetrics(view), readClaims(view), view.clock.now())
    return { result: { ...boardOf(view, derivation), health, spans, root: view.projectRoot } }
  },
})

export async function look(world: World): Promise<WholeBoard> {
  const { env, cwd, bin } = world
  const { result } = await call(LOOK, { args: {}, flags: {} }, { argv: [], env, cwd, bin, script: '' })
  const { root, spans, ...board } = result as Looked
  const commits = await commitsOf(root)
  let usage: BoardUsage | null = null
  return {
    ...board,
    commits,
    get usage() {
      usage ??= usageIn(root, spans, world)
      return usage
    },
  }
}

function usageIn(root: string, spans: readonly Span[], world: World): BoardUsage {
  if (spans.length === 0) return { ran: [], differing: [], unread: [] }
  const { uses, clients } = usesIn(root, startOf(spans), { ...world, project: root })
  const once = distinct(uses)
  return {
    ran: ranIn(once, workOf(once, spans)),
    differing: usageRows(once, spans, 'unit')
      .filter(({ ran }) => ran.some(({ asAsked }) => asAsked === false))
      .map(({ key, ran }) => ({ unit: key, ran })),
    unread: clients.flatMap(({ client, unread }) => (unread === null ? [] : [`${runtimeOf(client).title} ${unread}`])),
  }
}
