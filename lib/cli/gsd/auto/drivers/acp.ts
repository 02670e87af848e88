// Runs sessions over the Agent Client Protocol: answers their permission requests and reads their usage reports.
import type { ChildProcess } from 'node:child_process'
import { usageSum } from '../../../../core/usage/usage-report.js'
import type { Use } from '../../../../core/usage/use.js'
import { packedProgram } from '../../../../node/packed.js'
import type { Argv } from '../../../../node/start.js'
import type { Acp, Measure } from '../../../../runtimes/runtime.js'
import type { Conversation, converse, TurnRequest, TurnResult } from '../../../acp-client.js'
import type { World } from '../../world.js'
import type { AutoGiven } from '../args.js'
import { type Client, permissionOf } from '../client.js'
import { recordedSince, whyUsageUnknown } from '../tokens.js'
import type { Driver, SessionOptions } from './driver.js'
import { type Dialog, type DialogEnd, startWatched } from './watched.js'

type Open = (child: ChildProcess, permit: TurnRequest['permit']) => Conversation
type Protocol = { readonly converse: typeof converse }

export function acp(client: Client, given: AutoGiven, world: World): Driver {
  const protocol = packedProgram<Protocol>(world.bin, 'gsd-protocols')
  const settings = client.row.acp as Acp
  const { usage } = settings.abilities
  const permission = permissionOf(given)
  const mode = permission === 'client' ? null : settings.modes[permission]
  const argv = (_: string, model: string | null): Argv => {
    const named = model === null || settings.model === null || settings.model === 'protocol' ? [] : settings.model
    return [client.program, ...[...settings.args, ...named].map((word) => word.replace('{model}', () => model ?? ''))]
  }
  const records = whyUsageUnknown(client)
  return {
    takesModel: settings.model !== null,
    reportsUsage: usage.length > 0,
    unknownUsage: { tokens: usage.includes('tokens') ? null : records, cost: usage.length > 0 ? null : records },
    argv,
    start(order) {
      const { cwd, prompt } = order
      const wanted = { cwd, prompt, mode, model: settings.model === 'protocol' ? order.model : null }
      const begun = Date.now()
      const talk = dialogFor(order, client.id, (child, permit) => protocol.converse(child, { ...wanted, permit }))
      let all: readonly Use[] | null = null
      const used = () =>
        (all ??= talk.used().map((use) => withRecords(use, usage, () => recordedSince(begun, cwd, client, world))))
      const env = { ...order.env, ...client.env }
      return { ...startWatched(argv(prompt, order.model), { ...order, env }, talk), used }
    },
  }
}

function dialogFor(order: SessionOptions, client: string, open: Open): Dialog & { used(): readonly Use[] } {
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
      const answered = await going.result
      over.abort()
      uses = usesOf(answered, { client, from, model: order.model ?? answered.model })
      return dialogEnd(answered, refused)
    },
  }
}

function dialogEnd({ stopReason, error, hadOutput, text }: TurnResult, refused: string | null): DialogEnd {
  if (stopReason === null) return { exit: 1, hadOutput, line: error }
  // Some clients report a provider's refusal as text, and end the turn normally.
  const exit = stopReason === 'cancelled' ? null : /^(?:API )?Error: /.test(text) ? 1 : 0
  if (refused !== null) return { exit, hadOutput, line: `a permission was refused: ${refused}` }
  return { exit, hadOutput, line: stopReason === 'end_turn' ? text : `the turn stopped: ${stopReason}` }
}

function usesOf({ session, tokens, dollars }: TurnResult, of: Pick<Use, 'client' | 'from' | 'model'>): readonly Use[] {
  if (tokens === null && dollars === null) return []
  const { input, cached, output } = tokens ?? { input: 0, cached: 0, output: 0 }
  const what = { requests: 1, input, cached, output, cost: dollars }
  return [{ ...of, ...what, id: null, tree: null, session, to: Date.now() }]
}

/** Completes the session's usage report from the client's records. */
function withRecords(use: Use, reported: readonly Measure[], recorded: () => readonly Use[]): Use {
  if (reported.length === MEASURE_COUNT) return use
  const rest = recorded().filter(({ tree }) => tree === null)
  const { input, cached, output } = reported.includes('tokens') ? use : usageSum(rest)
  return { ...use, input, cached, output, model: use.model ?? rest.at(-1)?.model ?? null }
}
const MEASURE_COUNT = 2
