// `gsd cost`: estimates the tokens that the pack's files add to every request of a client, and to each run of a command.

import type { Args } from '../../core/verb.js'
import { costsOf, type RuntimeCost } from '../../install/cost.js'
import { realDisk } from '../../node/files.js'
import { runtimeOf } from '../../runtimes/all.js'
import type { Scope } from '../../runtimes/terms.js'
import { clientAction } from './action.js'
import { type CommonGiven, type GivenOf, JSON_FLAG, TARGET_FLAGS } from './flags.js'
import { blocks, colours } from './report.js'
import { installTargets, namedRuntimes, noneInstalled } from './selection.js'
import type { Answer, World } from './world.js'

const ARGS = { ...TARGET_FLAGS, json: JSON_FLAG } as const satisfies Args

export async function cost(asked: GivenOf<typeof ARGS>, world: World): Promise<Answer> {
  const given = asked as CommonGiven
  const named = namedRuntimes(given)
  const places = installTargets(given, world)
  const found = places.flatMap(({ scope, installed }) =>
    (installed === null ? [] : costsOf(realDisk, installed))
      .filter(({ runtime }) => named.length === 0 || named.includes(runtime))
      .map((one) => ({ ...one, scope })),
  )
  const paint = colours(world)
  return {
    exit: found.length === 0 ? 1 : 0,
    result: {
      action: 'cost',
      unit: 'tokens, counted as a quarter of the bytes',
      runtimes: found.map(({ alwaysOn, onUse, ...one }) => ({ ...one, always_on: alwaysOn, on_use: onUse })),
    },
    text:
      found.length === 0 ? `${noneInstalled(named)}\n` : blocks(...found.map((one) => costLines(one, paint)), [NOTE]),
  }
}

const NOTE =
  'Tokens are estimates, a quarter of the bytes. text: sent to the model by the client; brief: printed by the command, all parts.'

function costLines(
  { runtime, scope, alwaysOn, onUse }: RuntimeCost & { readonly scope: Scope },
  paint: ReturnType<typeof colours>,
): readonly string[] {
  const { title } = runtimeOf(runtime)
  const parts = (['command', 'agent'] as const).map((kind) =>
    alwaysOn[kind] > 0 ? `${onUse[kind].length} ${kind}s: ${alwaysOn[kind]}` : `${kind}s are not shown to the model`,
  )
  const row = (name: string, ...figures: readonly (number | string)[]) =>
    `  ${name.padEnd(26)}${figures.map((figure) => String(figure || '-').padStart(8)).join('')}`
  return [
    paint.bold(`${title} (${scope}): about ${alwaysOn.total} tokens in every request (${parts.join(', ')})`),
    paint.dim(row('tokens per run', 'text', 'brief')),
    ...[...onUse.command, ...onUse.agent].map(({ name, text, brief }) => row(name, text, brief)),
  ]
}

export const action = clientAction(
  'Tokens that each client sends in every request, and that a command adds when it runs',
  ARGS,
  cost,
)
