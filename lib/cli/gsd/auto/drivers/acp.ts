// Sessions over the Agent Client Protocol: answers their permission requests, and takes their own usage reports.
import type { ChildProcess } from 'node:child_process'
import { usageSum } from '../../../../core/usage/usage-report.js'
import type { Use } from '../../../../core/usage/use.js'
import { packedProgram } from '../../../../node/packed.js'
import type { Argv } from '../../../../node/start.js'
import type { Acp, Measure } from '../../../../runtimes/runtime.js'
import type { Answered, Conversation, converse, Wanted } from '../../../acp-client.js'
import type { World } from '../../world.js'
import type { AutoGiven } from '../args.js'
import { type Client, permissionOf } from '../client.js'
import { recordedSince, whyUsageUnknown } from '../tokens.js'
import type { Driver, SessionOrder } from './driver.js'
import { type Spoken, startWatched, type Talked } from './watched.js'

type Open = (child: ChildProcess, permit: Wanted['permit']) => Conversation
type Protocol = { readonly converse: typeof converse }

export function acp(client: Client, given: AutoGiven, world: World): Driver {
  const protocol = packedProgram<Protocol>(world.bin, 'gsd-protocols')
  const how = client.row.acp as Acp
  const { usage } = how.abilities
  const permission = permissionOf(given)
  const mode = permission === 'client' ? null : how.modes[permission]
  const argv = (_: string, model: string | null): Argv => {
    const named = model === null || how.model === null || how.model === 'protocol' ? [] : how.model
    return [client.program, ...[...how.args, ...named].map((word) => word.replace('{model}', () => model ?? ''))]
  }
  const records = whyUsageUnknown(client)
  return {
    takesModel: how.model !== null,
    reportsUsage: usage.length > 0,
    unknownUsage: { tokens: usage.includes('tokens') ? null : records, cost: usage.length > 0 ? null : records },
    argv,
    start(order) {
      const { cwd, prompt } = order
      const wanted = { cwd, prompt, mode, model: how.model === 'protocol' ? order.model : null }
      const begun = Date.now()
      const talk = talkOf(order, client.id, (child, permit) => protocol.converse(child, { ...wanted, permit }))
      let all: readonly Use[] | null = null
      const used = () =>
        (all ??= talk.used().map((use) => completed(use, usage, () => recordedSince(begun, cwd, client, world))))
      const env = { ...order.env, ...client.env }
      return { ...startWatched(argv(prompt, order.model), { ...order, env }, talk), used }
    },
  }
}

function talkOf(order: SessionOrder, client: string, open: Open): Spoken & { used(): readonly Use[] } {
  const from = Date.now()
  const over = new AbortController()
  let uses: readonly Use[] = []
  let refused: string | null = null
  let going: Conversation | null = null
  return {
    used: () => uses,
    ask: async () => going?.cancel(),
    async talk({ child, hold }) {
      going = open(child, async (asked) => {
        const release = hold()
        const why = await order.permit(asked, over.signal).finally(release)
        refused = why ?? refused
        return why
      })
      const answered = await going.over
      over.abort()
      uses = usesOf(answered, { client, from, model: order.model ?? answered.model })
      return talked(answered, refused)
    },
  }
}

function talked({ stopped, error, spoke, text }: Answered, refused: string | null): Talked {
  if (stopped === null) return { exit: 1, spoke, line: error }
  // Some clients report a provider's refusal as text, and end the turn normally.
  const exit = stopped === 'cancelled' ? null : /^(?:API )?Error: /.test(text) ? 1 : 0
  if (refused !== null) return { exit, spoke, line: `it was refused permissions: ${refused}` }
  return { exit, spoke, line: stopped === 'end_turn' ? text : `it stopped: ${stopped}` }
}

function usesOf({ session, tokens, dollars }: Answered, of: Pick<Use, 'client' | 'from' | 'model'>): readonly Use[] {
  if (tokens === null && dollars === null) return []
  const { input, cached, output } = tokens ?? { input: 0, cached: 0, output: 0 }
  const what = { requests: 1, input, cached, output, cost: dollars }
  return [{ ...of, ...what, id: null, tree: null, session, to: Date.now() }]
}

/** Fills gaps in the session's report from the client's records. */
function completed(use: Use, told: readonly Measure[], recorded: () => readonly Use[]): Use {
  if (told.length === MEASURES) return use
  const rest = recorded().filter(({ tree }) => tree === null)
  const { input, cached, output } = told.includes('tokens') ? use : usageSum(rest)
  return { ...use, input, cached, output, model: use.model ?? rest.at(-1)?.model ?? null }
}
const MEASURES = 2
