// Rewrites the commands in advice so that they work as the reader types them.
import { installedSpelling, payloadAround, personalSpelling, scriptCommand } from '../node/own-call.js'
import { type Spelling, withCalls } from '../std/calls.js'
import type { World } from './world.js'

/** Fields whose text tells the reader which command to run. */
const ADVICE: ReadonlySet<string> = new Set(['fix', 'resume', 'redo'])

/** The bundle's folder, the caller's environment and, for `gsd-tools`, the script that was started. */
type Invocation = Pick<World, 'bin' | 'env'> & Partial<Pick<World, 'script'>>

/** Returns how to name our programs: in a checkout by name; otherwise by path, as clients' permissions do, or by name to users if on PATH. */
export const spellingFor = async (world: Invocation): Promise<Spelling> =>
  payloadAround(world.bin) === null || (await recognisedHost(world)) !== null
    ? installedSpelling(world.bin, world.script)
    : personalSpelling(world.bin, world.env, world.script)

/** Returns the command of `gsd-tools` for the pack's prompts; by path in a checkout, which is not on PATH. */
export const toolsCommand = async (world: World): Promise<string> =>
  payloadAround(world.bin) === null ? scriptCommand(world.script) : (await spellingFor(world))('gsd-tools')

/** Returns the runtime whose client started this process, by the variables in its row; null if there is none. */
export async function recognisedHost({ env }: Pick<World, 'env'>): Promise<string | null> {
  const { CALLERS } = await import('../runtimes/rows.js')
  return (
    Object.entries(CALLERS).find(([, { recognisedBy }]) => recognisedBy.some((name) => Boolean(env[name])))?.[0] ?? null
  )
}

/** Returns the value with runnable commands in all advice; the same value if no advice names one. */
export async function withRunnableCommands<T>(value: T, world: Invocation): Promise<T> {
  let hasAdvice = false
  withMappedAdvice(value, null, (text) => {
    hasAdvice ||= text.includes('gsd')
    return text
  })
  if (!hasAdvice) return value
  const spelling = await spellingFor(world)
  return withMappedAdvice(value, null, (text) => withCalls(text, spelling)) as T
}

function withMappedAdvice(value: unknown, key: string | null, advice: (text: string) => string): unknown {
  if (typeof value === 'string') return key !== null && ADVICE.has(key) ? advice(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withMappedAdvice(item, null, advice))
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withMappedAdvice(field, name, advice)]))
}
