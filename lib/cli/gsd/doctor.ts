// `gsd doctor`: everything that could go wrong without anybody noticing.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findForeign } from '../../install/takeover.js'
import { JOURNAL_FOLDER } from '../../install/target.js'
import { visibleTwice } from '../../install/visible.js'
import { chooseReader } from '../../markdown/native.js'
import { realDisk } from '../../node/files.js'
import { VERSION } from '../../node/pack.js'
import { findProgram } from '../../node/programs.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import { ABILITIES, type Ability } from '../../runtimes/runtime.js'
import type { CommonGiven } from './actions.js'
import { isCompiled } from './compiled.js'
import { blocks, colours } from './report.js'
import { placeOf } from './selection.js'
import { targetLines, targetsOf } from './status.js'
import type { Answer, World } from './world.js'

const FALLBACKS: Readonly<Record<Ability, string>> = {
  subagents: 'roles are done in the main conversation, one after another',
  questions: 'questions are asked in plain text',
  worktrees: 'plans of one wave share the working folder',
  hooks: 'nothing runs by itself; the commands do the checks',
}

/** Abilities the client lacks, and what happens instead. */
const fallbacksOf = (id: RuntimeId) =>
  ABILITIES.filter((ability) => !runtimeOf(id).abilities[ability]).map((ability) => ({
    runtime: id,
    ability,
    instead: FALLBACKS[ability],
  }))

export async function doctor(given: CommonGiven, world: World): Promise<Answer> {
  const targets = targetsOf(given, world)
  const runtimes = RUNTIME_IDS.filter((id) => targets.some((target) => target.runtimes.includes(id)))
  const { configDir: _, dir: __, ...everywhere } = given
  const places = (world.cwd === world.home ? (['global'] as const) : (['global', 'local'] as const)).map((scope) =>
    placeOf(scope, everywhere, world),
  )
  const twice = visibleTwice(realDisk, places, runtimes)
  const foreign = places.flatMap(({ roots }) =>
    findForeign(realDisk, roots).map(({ pack, version, path, files }) => ({ pack, version, path, files: files.size })),
  )
  const interrupted = places.flatMap(({ roots }) =>
    Object.values(roots).filter((root) => existsSync(join(root, JOURNAL_FOLDER))),
  )
  const reader = chooseReader().choice()
  const compiled = targets
    .filter(({ scope }) => scope === 'global')
    .map(({ target, record }) => ({ target, present: isCompiled(join(dirname(record), 'bin'), world) }))
  const clients = RUNTIME_IDS.flatMap((id) =>
    runtimeOf(id).programs.map((name) => ({
      runtime: id,
      program: findProgram(name, world.env),
      checked: runtimeOf(id).evidence.with,
    })),
  )
  const fallbacks = runtimes.flatMap(fallbacksOf)
  const node = { version: process.version, path: process.execPath, on_path: findProgram('node', world.env) }
  const drifted = targets.some(({ drift }) => drift.length > 0)
  const isIll = drifted || twice.length > 0 || foreign.length > 0 || interrupted.length > 0
  const paint = colours(given, world)
  return {
    exit: isIll ? 1 : 0,
    result: {
      action: 'doctor',
      ok: !isIll,
      version: VERSION,
      node,
      reader,
      compiled,
      clients,
      targets,
      doubles: twice,
      foreign,
      interrupted,
      fallbacks,
    },
    text: blocks(
      [
        `Version ${VERSION}, node ${node.version}${node.on_path === null ? paint.yellow(' (not on PATH)') : ''}`,
        `Scanner: ${reader.name} (${reader.reason})`,
        ...compiled
          .filter(({ present }) => !present)
          .map(({ target }) => `No compiled code for this node in ${runtimeOf(target).title}; gsd install makes it`),
        ...clients.map(
          ({ runtime, program, checked }) =>
            `${runtimeOf(runtime).title}: ${program ?? 'not on PATH'} (checked with ${checked})`,
        ),
      ],
      ...(targets.length === 0 ? [['Nothing is installed.']] : targets.map((target) => targetLines(target, paint))),
      twice.map(
        ({ runtime, name, paths }) =>
          `${paint.yellow('!')} ${runtimeOf(runtime).title} sees ${name} in ${paths.join(' and ')}`,
      ),
      foreign.map(
        ({ pack, version, path }) => `${paint.yellow('!')} ${pack} ${version} is in ${path}; gsd install replaces it`,
      ),
      interrupted.map(
        (root) => `${paint.yellow('!')} an interrupted run in ${root}; the next gsd command that writes mends it`,
      ),
      fallbacks.map(({ runtime, ability, instead }) => `- ${runtimeOf(runtime).title} without ${ability}: ${instead}`),
      isIll ? [] : [paint.green('All well.')],
    ),
  }
}
