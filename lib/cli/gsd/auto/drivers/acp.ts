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
type UseBase = Pick<Use, 'client' | 'from' | 'model'>

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
    start(options) {
      const { cwd, prompt } = options
      const wanted = { cwd, prompt, mode, model: settings.model === 'protocol' ? options.model : null }
      const begun = Date.now()
      const dialog = dialogFor(options, client.id, (child, permit) => protocol.converse(child, { ...wanted, permit }))
      let all: readonly Use[] | null = null
      const used = () =>
        (all ??= dialog.used().map((use) => withRecords(use, usage, () => recordedSince(begun, cwd, client, world))))
      const env = { ...options.env, ...client.env }
      return { ...startWatched(argv(prompt, options.model), { ...options, env }, dialog), used }
    },
  }
}

function dialogFor(options: SessionOptions, client: string, open: Open): Dialog & { used(): readonly Use[] } {
  const from = Date.now()
  const ending = new AbortController()
  let uses: readonly Use[] = []
  let refused: string | null = null
  let conversation: Conversation | null = null
  return {
    used: () => uses,
    requestEnd: async () => conversation?.cancel(),
    async talk({ child, hold }) {
      conversation = open(child, async (query) => {
        const release = hold()
        const why = await options.permit(query, ending.signal).finally(release)
        refused = why ?? refused
        return why
      })
      const answered = await conversation.result
      ending.abort()
      uses = usesOf(answered, { client, from, model: options.model ?? answered.model })
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

function usesOf({ session, tokens, dollars }: TurnResult, base: UseBase): readonly Use[] {
  if (tokens === null && dollars === null) return []
  const { input, cached, output } = tokens ?? { input: 0, cached: 0, output: 0 }
  const what = { requests: 1, input, cached, output, cost: dollars }
  return [{ ...base, ...what, id: null, tree: null, session, to: Date.now() }]
}

/** Adds the tokens or model that a session's usage report lacks, from the client's records. */
function withRecords(use: Use, reported: readonly Measure[], recorded: () => readonly Use[]): Use {
  if (reported.length === MEASURE_COUNT) return use
  const rest = recorded().filter(({ tree }) => tree === null)
  const { input, cached, output } = reported.includes('tokens') ? use : usageSum(rest)
  return { ...use, input, cached, output, model: use.model ?? rest.at(-1)?.model ?? null }
}
const MEASURE_COUNT = 2
