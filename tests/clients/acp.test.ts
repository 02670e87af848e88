// What each client can do over the Agent Client Protocol, shown by the driver of `gsd auto` with the client itself: its row says exactly that.
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { recordedSince } from '../../lib/cli/gsd/auto/tokens.js'
import type { World } from '../../lib/cli/gsd/world.js'
import { usageSum } from '../../lib/core/usage/usage-report.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../lib/runtimes/all.js'
import type { Acp, Measure, Permission } from '../../lib/runtimes/runtime.js'
import {
  canSpeak,
  type Opened,
  openClient,
  resumed,
  SPOKEN,
  type Spoken,
  type Talk,
  talk,
} from '../support/clients/acp.js'
import { CLIENTS } from '../support/clients/all.js'
import type { Sandbox } from '../support/clients/client.js'
import { recordFact } from '../support/clients/facts.js'
import { hookProgramIn } from '../support/clients/hooks.js'
import { type ModelServer, startModel } from '../support/model/server.js'
import { type Casting, type Script, silent } from '../support/model/turn.js'
import { gitInit, install, newSandbox } from '../support/sandbox.js'

const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'
const ROLE = 'gsd-verifier'
const SEEN = 'The lighthouse is seen.'
const CHILD = 'ruby it is'

it('is tried with every client whose row says how it speaks the protocol', () => {
  expect(Object.keys(SPOKEN).sort()).toEqual(RUNTIME_IDS.filter((id) => runtimeOf(id).acp !== null).sort())
})

const making = (name: string) => `node -e 1 && touch ${name}.txt`
const isMade = ({ project }: Sandbox, name: string) => existsSync(join(project, `${name}.txt`))

interface Ground {
  readonly at: Opened
  readonly model: ModelServer
}

/** The client in a home of its own, against a model that plays by `casting`. */
async function grounded<T>(
  [id, spoken]: readonly [RuntimeId, Spoken],
  permissions: Permission,
  casting: Casting,
  act: (ground: Ground) => Promise<T>,
  isInstalled = false,
): Promise<T> {
  const sandbox = newSandbox()
  gitInit(sandbox.project)
  if (isInstalled) install(sandbox, [`--${id}`, '--global'])
  const model = await startModel(casting)
  try {
    return await act({ at: openClient(id, spoken, sandbox, { url: model.url, permissions }), model })
  } finally {
    await model.close()
  }
}

/** Puts a program in the place of the hooks' that leaves a mark. */
function listening(sandbox: Sandbox): string {
  const program = hookProgramIn(sandbox)
  const mark = join(sandbox.out, 'hooked')
  mkdirSync(sandbox.out, { recursive: true })
  renameSync(program, join(dirname(program), 'real.cjs'))
  writeFileSync(program, `require('node:fs').appendFileSync(${JSON.stringify(mark)}, 'x')\n`)
  return mark
}

/** Of a client that has none, nothing is asked. */
function* work({ client }: Spoken, heard: string[]): Script {
  const { shell, spawn } = CLIENTS[client]
  yield { calls: [shell(making('made'))] }
  if (spawn !== null) heard.push(...(yield* spawn([{ agent: ROLE, prompt: 'Say ruby.' }])))
  yield { text: SEEN }
  return 'It is seen once more.'
}

function* child(): Script {
  yield* silent()
  return CHILD
}

/** Counts the requests of a script. */
function* counting(script: Script, count: () => void): Script {
  for (let step = script.next(); ; ) {
    if (step.done === true) return step.value
    count()
    step = script.next(yield step.value)
  }
}

/** What the client says in full: for each request of every agent ten tokens read anew, twenty from a cache, and ten written. */
function toldIn(log: string, requests: number, dollars: number | null): readonly Measure[] {
  const lines = log.split('\n').flatMap((line) => (line.startsWith('{"jsonrpc"') ? [JSON.parse(line)] : []))
  const { totalTokens, outputTokens } = lines.find(({ result }) => result?.stopReason)?.result.usage ?? {}
  const paid = lines.flatMap(({ params }) => params?.update?.cost?.amount ?? []).at(-1) ?? 0
  return [
    ...(totalTokens === 40 * requests && outputTokens === 10 * requests ? (['tokens'] as const) : []),
    ...(dollars !== null && paid > dollars * (requests - 0.5) ? (['cost'] as const) : []),
  ]
}

const sessionIn = (log: string): string => /"sessionId":"([^"]+)"/.exec(log)?.[1] ?? ''

/** A session that may do everything, where the pack is installed. */
function able(of: readonly [RuntimeId, Spoken]) {
  const [id] = of
  const heard: string[] = []
  let own = 0
  const casting: Casting = (_, index) => (index === 0 ? counting(work(of[1], heard), () => own++) : child())
  const act = async ({ at, model }: Ground) => {
    const mark = listening(at.sandbox)
    const { how, uses, log } = await talk(at, { permit: () => null })
    expect([how.exit, how.hadOutput, how.line, isMade(at.sandbox, 'made')], log).toEqual([0, true, SEEN, true])
    const subagents = heard.some((text) => text.includes(CHILD))
    const requests = own + (subagents ? 1 : 0)
    const usage = toldIn(log, requests, of[1].dollars)
    recordFact(id, 'acp usage', `${usage.join(' ')} (${requests} requests, ${usageSum(uses).output} tokens written)`)
    const { home, project } = at.sandbox
    const world = { env: at.env, home, cwd: project } as unknown as World
    const used = usage.length > 0 ? uses : recordedSince(0, project, at.client, world)
    // Not every client writes down what its subagents used.
    if (usage.includes('tokens') || typeof runtimeOf(id).records !== 'string')
      expect(usageSum(used).output).toBeGreaterThanOrEqual(10 * own)
    const before = model.requests.length
    of[1].left(at.sandbox)
    const said = () => model.requests.slice(before).some(({ body }) => JSON.stringify(body).includes(SEEN))
    const isResumed = (await resumed(at, sessionIn(log))) && said()
    return {
      usage,
      resume: isResumed,
      subagents,
      hooks: existsSync(mark),
    }
  }
  return grounded(of, 'all', casting, act, true)
}

const LONG = 'touch begun.txt; sleep 100; touch made.txt'

/** Settles in the midst of the long command, or when the session is over without it. */
const begun = async (sandbox: Sandbox, isOver: () => boolean): Promise<void> => {
  while (!isMade(sandbox, 'begun') && !isOver()) await new Promise((done) => setTimeout(done, 100))
}

/** A turn that is cancelled in the midst of a command ends, and so does the command. */
function isCancelled({ at }: Ground, { how, log }: Talk): boolean {
  expect([how.exit === 0, isMade(at.sandbox, 'made')], log).toEqual([false, false])
  return log.includes('"stopReason":"cancelled"')
}

/**
 * A session that must ask: what it was allowed is done, and what it was not is not done. Most clients go on behind a refusal, and are cancelled then; of the
 * others that is not known (null).
 */
function careful(of: readonly [RuntimeId, Spoken]) {
  const [, { asking }] = of
  function* main(): Script {
    yield { calls: [asking(making('allowed'))] }
    yield { calls: [asking(making('rejected'))] }
    yield { calls: [asking(LONG)] }
    return 'done'
  }
  return grounded(of, 'client', main, async (ground) => {
    const { sandbox } = ground.at
    const permit = (what: string) => (what.includes('rejected') ? 'nobody wants it' : null)
    const said = await talk(ground.at, { permit, ending: (isOver) => begun(sandbox, isOver) })
    const cancel = isMade(sandbox, 'begun') ? isCancelled(ground, said) : null
    const names = ['allowed', 'rejected'].filter((name) => said.asked.some((what) => what.includes(making(name))))
    if (names.length === 0) return { permission: false, cancel }
    const made = ['allowed', 'rejected'].map((name) => isMade(sandbox, name))
    expect([names, made, said.how.line]).toEqual([
      ['allowed', 'rejected'],
      [true, false],
      'a permission was refused: nobody wants it',
    ])
    return { permission: true, cancel }
  })
}

/** The same of a client whose turn is over with a refusal. */
function cancelled(of: readonly [RuntimeId, Spoken]): Promise<boolean> {
  const [, { client }] = of
  function* main(): Script {
    yield { calls: [CLIENTS[client].shell(LONG)] }
    return 'done'
  }
  return grounded(of, 'all', main, async (ground) => {
    const ending = (isOver: () => boolean) => begun(ground.at.sandbox, isOver)
    return isCancelled(ground, await talk(ground.at, { permit: () => null, ending }))
  })
}

describe.each(Object.entries(SPOKEN) as [RuntimeId, Spoken][])('%s', (id, spoken) => {
  it.runIf(required || canSpeak(id, spoken))(
    'does over the protocol what its row says',
    async () => {
      const of = [id, spoken] as const
      const shown = { ...(await able(of)), ...(await careful(of)) }
      const cancel = shown.cancel ?? (await cancelled(of))
      expect({ ...shown, cancel }).toEqual((runtimeOf(id).acp as Acp).abilities)
    },
    600_000,
  )
})
