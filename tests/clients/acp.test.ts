// Tests each client's abilities over the Agent Client Protocol, with the driver of `gsd auto`, against its row.
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { recordedSince } from '../../lib/cli/gsd/auto/tokens.js'
import type { World } from '../../lib/cli/gsd/world.js'
import { usageSum } from '../../lib/core/usage/usage-report.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../lib/runtimes/all.js'
import type { Acp, Measure, Permission } from '../../lib/runtimes/runtime.js'
import {
  ACP_SETUPS,
  type AcpSetup,
  canTest,
  type Opened,
  openClient,
  resumeSession,
  runSession,
  type SessionResult,
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

it('every client whose row supports the protocol is tested', () => {
  expect(Object.keys(ACP_SETUPS).sort()).toEqual(RUNTIME_IDS.filter((id) => runtimeOf(id).acp !== null).sort())
})

const making = (name: string) => `node -e 1 && touch ${name}.txt`
const isMade = ({ project }: Sandbox, name: string) => existsSync(join(project, `${name}.txt`))

interface Ground {
  readonly at: Opened
  readonly model: ModelServer
}

/** The client in a separate home, with a model that plays the scripts of `casting`. */
async function grounded<T>(
  [id, spoken]: readonly [RuntimeId, AcpSetup],
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

/** Replaces the hook program by one that leaves a file behind. */
function listening(sandbox: Sandbox): string {
  const program = hookProgramIn(sandbox)
  const mark = join(sandbox.out, 'hooked')
  mkdirSync(sandbox.out, { recursive: true })
  renameSync(program, join(dirname(program), 'real.cjs'))
  writeFileSync(program, `require('node:fs').appendFileSync(${JSON.stringify(mark)}, 'x')\n`)
  return mark
}

/** A client without hooks is not tested. */
function* work({ client }: AcpSetup, heard: string[]): Script {
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

function* counting(script: Script, count: () => void): Script {
  for (let step = script.next(); ; ) {
    if (step.done === true) return step.value
    count()
    step = script.next(yield step.value)
  }
}

/** Complete usage: per request of every agent ten input tokens, twenty from a cache, ten output tokens. */
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

/** A session with all permissions, with the pack installed. */
function able(of: readonly [RuntimeId, AcpSetup]) {
  const [id] = of
  const heard: string[] = []
  let own = 0
  const casting: Casting = (_, index) => (index === 0 ? counting(work(of[1], heard), () => own++) : child())
  const act = async ({ at, model }: Ground) => {
    const mark = listening(at.sandbox)
    const { end, uses, log } = await runSession(at, { permit: () => null })
    expect([end.exit, end.hadOutput, end.line, isMade(at.sandbox, 'made')], log).toEqual([0, true, SEEN, true])
    const subagents = heard.some((text) => text.includes(CHILD))
    const requests = own + (subagents ? 1 : 0)
    const usage = toldIn(log, requests, of[1].dollars)
    recordFact(id, 'acp usage', `${usage.join(' ')} (${requests} requests, ${usageSum(uses).output} tokens written)`)
    const { home, project } = at.sandbox
    const world = { env: at.env, home, cwd: project } as unknown as World
    const used = usage.length > 0 ? uses : recordedSince(0, project, at.client, world)
    // Not every client records the usage of its subagents.
    if (usage.includes('tokens') || typeof runtimeOf(id).records !== 'string')
      expect(usageSum(used).output).toBeGreaterThanOrEqual(10 * own)
    const before = model.requests.length
    of[1].left(at.sandbox)
    const said = () => model.requests.slice(before).some(({ body }) => JSON.stringify(body).includes(SEEN))
    const isResumed = (await resumeSession(at, sessionIn(log))) && said()
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

/** Resolves during the long command, or at the end of the session. */
const begun = async (sandbox: Sandbox, isOver: () => boolean): Promise<void> => {
  while (!isMade(sandbox, 'begun') && !isOver()) await new Promise((done) => setTimeout(done, 100))
}

/** A turn that is cancelled during a command ends, with the command. */
function isCancelled({ at }: Ground, { end, log }: SessionResult): boolean {
  expect([end.exit === 0, isMade(at.sandbox, 'made')], log).toEqual([false, false])
  return log.includes('"stopReason":"cancelled"')
}

/**
 * A session that must ask: what it was allowed is done, and what it was not is not done. Most clients go on behind a refusal, and are cancelled then; of the
 * others that is not known (null).
 */
function careful(of: readonly [RuntimeId, AcpSetup]) {
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
    const said = await runSession(ground.at, { permit, ending: (isOver) => begun(sandbox, isOver) })
    const cancel = isMade(sandbox, 'begun') ? isCancelled(ground, said) : null
    const names = ['allowed', 'rejected'].filter((name) => said.asked.some((what) => what.includes(making(name))))
    if (names.length === 0) return { permission: false, cancel }
    const made = ['allowed', 'rejected'].map((name) => isMade(sandbox, name))
    expect([names, made, said.end.line]).toEqual([
      ['allowed', 'rejected'],
      [true, false],
      'a permission was refused: nobody wants it',
    ])
    return { permission: true, cancel }
  })
}

/** A session that must ask, of a client whose turn ends with a refusal. */
function cancelled(of: readonly [RuntimeId, AcpSetup]): Promise<boolean> {
  const [, { client }] = of
  function* main(): Script {
    yield { calls: [CLIENTS[client].shell(LONG)] }
    return 'done'
  }
  return grounded(of, 'all', main, async (ground) => {
    const ending = (isOver: () => boolean) => begun(ground.at.sandbox, isOver)
    return isCancelled(ground, await runSession(ground.at, { permit: () => null, ending }))
  })
}

describe.each(Object.entries(ACP_SETUPS) as [RuntimeId, AcpSetup][])('%s', (id, spoken) => {
  it.runIf(required || canTest(id, spoken))(
    'has exactly the abilities of its row over the protocol',
    async () => {
      const of = [id, spoken] as const
      const shown = { ...(await able(of)), ...(await careful(of)) }
      const cancel = shown.cancel ?? (await cancelled(of))
      expect({ ...shown, cancel }).toEqual((runtimeOf(id).acp as Acp).abilities)
    },
    600_000,
  )
})
