// What the project around the call and the person say and what of it does not count: asked of the CLI, which knows, as a program of its own beside this one.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import type { World } from './world.js'

export interface IdleSetting {
  readonly key: string
  readonly why: string
  readonly fix: string
}

/** Null where it cannot say. */
function answerOf<T>({ env, cwd, bin }: World, ...words: readonly string[]): T | null {
  const argv = [join(bin, 'gsd-tools.cjs'), ...words]
  const { stdout, status } = spawnSync(process.execPath, argv, { env, cwd, encoding: 'utf8' })
  return status === 0 ? (JSON.parse(stdout) as T) : null
}

interface Chosen extends Partial<IdleSetting> {
  readonly value?: unknown
}

/** `runtimes`: those that are installed. */
export function idleSettings(world: World, runtimes: readonly RuntimeId[]): readonly IdleSetting[] {
  const found = answerOf<{ readonly settings: readonly Chosen[] }>(world, 'config', 'list', '--chosen')
  return (found?.settings ?? []).flatMap(({ key, value, why, fix }) => {
    if (key === undefined) return []
    return [...(why === undefined || fix === undefined ? [] : [{ key, why, fix }]), ...notPassed(key, value, runtimes)]
  })
}

/** A model of an agent that the call of a client has no word for: the agent's own file has. */
function notPassed(key: string, value: unknown, runtimes: readonly RuntimeId[]): readonly IdleSetting[] {
  if (!key.startsWith('model_overrides.') || typeof value !== 'string' || value === 'inherit') return []
  const deaf = runtimes.map(runtimeOf).filter(({ models, abilities }) => {
    const takes = models !== null && Object.values(models).includes(value)
    return abilities.subagents && !takes
  })
  if (deaf.length === 0) return []
  return [
    {
      key,
      why: `${deaf.map(({ title }) => title).join(', ')}: a session cannot pass this model when it starts the agent`,
      fix: 'name it in the installed file of the agent; an update keeps your change (gsd reapply-patches)',
    },
  ]
}
