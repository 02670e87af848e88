// Spells the calls in advice so that they work as the reader types them.
import { installedSpelling, payloadAround, personalSpelling, scriptCommand } from '../node/own-call.js'
import { type Spelling, withCalls } from '../std/calls.js'
import type { World } from './world.js'

/** Fields whose text tells the reader what to call. */
const ADVICE: ReadonlySet<string> = new Set(['fix', 'resume', 'redo'])

/** The caller's environment, and the script it called if that is not the program's own. */
type Called = Pick<World, 'bin' | 'env'> & Partial<Pick<World, 'script'>>

/** Clients call by path, as their permissions require; users by name, if their PATH leads here. */
export const spellingFor = async (world: Called): Promise<Spelling> =>
  payloadAround(world.bin) === null || (await recognisedHost(world)) !== null
    ? installedSpelling(world.bin, world.script)
    : personalSpelling(world.bin, world.env, world.script)

/** The call as the pack's texts spell it; by path in a checkout, which is not on PATH. */
export const ownCall = async (world: World): Promise<string> =>
  payloadAround(world.bin) === null ? scriptCommand(world.script) : (await spellingFor(world))('gsd-tools')

/** The runtime whose client started this process, by the variables in its row. */
export async function recognisedHost({ env }: Pick<World, 'env'>): Promise<string | null> {
  const { CALLERS } = await import('../runtimes/rows.js')
  return (
    Object.entries(CALLERS).find(([, { recognisedBy }]) => recognisedBy.some((name) => Boolean(env[name])))?.[0] ?? null
  )
}

/** The answer with all advice spelled; the same value if there is none. */
export async function withRunnableCommands<T>(value: T, world: Called): Promise<T> {
  let isAsked = false
  mapped(value, null, (text) => {
    isAsked ||= text.includes('gsd')
    return text
  })
  if (!isAsked) return value
  const spelling = await spellingFor(world)
  return mapped(value, null, (text) => withCalls(text, spelling)) as T
}

function mapped(value: unknown, key: string | null, advice: (text: string) => string): unknown {
  if (typeof value === 'string') return key !== null && ADVICE.has(key) ? advice(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => mapped(item, null, advice))
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, mapped(field, name, advice)]))
}
