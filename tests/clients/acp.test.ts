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

type Client = readonly [RuntimeId, AcpSetup]

const commandFor = (name: string) => `node -e 1 && touch ${name}.txt`
const isMade = ({ project }: Sandbox, name: string) => existsSync(join(project, `${name}.txt`))

interface Ground {
  readonly at: Opened
  readonly model: ModelServer
}

/** Runs `act` with the client in a separate home and a model that plays the scripts of `casting`. */
async function withClient<T>(
  [id, setup]: Client,
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
    return await act({ at: openClient(id, setup, sandbox, { url: model.url, permissions }), model })
  } finally {
    await model.close()
  }
}

/** Replaces the hook program with one that writes a file; returns the path of that file. */
function plantHook(sandbox: Sandbox): string {
  const program = hookProgramIn(sandbox)
  const mark = join(sandbox.out, 'hooked')
  mkdirSync(sandbox.out, { recursive: true })
  renameSync(program, join(dirname(program), 'real.cjs'))
  writeFileSync(program, `require('node:fs').appendFileSync(${JSON.stringify(mark)}, 'x')\n`)
  return mark
}

/** Runs a command, starts a subagent if the client has any, and says `SEEN`. */
function* work({ client }: AcpSetup, fromSubagent: string[]): Script {
  const { shell, spawn } = CLIENTS[client]
  yield { calls: [shell(commandFor('made'))] }
  if (spawn !== null) fromSubagent.push(...(yield* spawn([{ agent: ROLE, prompt: 'Say ruby.' }])))
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

/** Returns which usage the client reports completely: the model counts 10 input, 20 cached and 10 output tokens per request, at a price of `dollars`. */
function completeUsageIn(log: string, requests: number, dollars: number | null): readonly Measure[] {
  const lines = log.split('\n').flatMap((line) => (line.startsWith('{"jsonrpc"') ? [JSON.parse(line)] : []))
  const { totalTokens, outputTokens } = lines.find(({ result }) => result?.stopReason)?.result.usage ?? {}
  const paid = lines.flatMap(({ params }) => params?.update?.cost?.amount ?? []).at(-1) ?? 0
  return [
    ...(totalTokens === 40 * requests && outputTokens === 10 * requests ? (['tokens'] as const) : []),
    ...(dollars !== null && paid > dollars * (requests - 0.5) ? (['cost'] as const) : []),
  ]
}

const sessionIn = (log: string): string => /"sessionId":"([^"]+)"/.exec(log)?.[1] ?? ''

/** Measures usage, resuming, subagents and hooks in a session with all permissions and the pack installed. */
function measureSession(client: Client) {
  const [id, setup] = client
  const fromSubagent: string[] = []
  let own = 0
  const casting: Casting = (_, index) => (index === 0 ? counting(work(setup, fromSubagent), () => own++) : child())
  const act = async ({ at, model }: Ground) => {
    const mark = plantHook(at.sandbox)
    const { end, uses, log } = await runSession(at, { permit: () => null })
    expect([end.exit, end.hadOutput, end.line, isMade(at.sandbox, 'made')], log).toEqual([0, true, SEEN, true])
    const subagents = fromSubagent.some((text) => text.includes(CHILD))
    const requests = own + (subagents ? 1 : 0)
    const usage = completeUsageIn(log, requests, setup.dollars)
    recordFact(id, 'acp usage', `${usage.join(' ')} (${requests} requests, ${usageSum(uses).output} tokens written)`)
    const { home, project } = at.sandbox
    const world = { env: at.env, home, cwd: project } as unknown as World
    const used = usage.length > 0 ? uses : recordedSince(0, project, at.client, world)
    // Not every client records the usage of its subagents.
    if (usage.includes('tokens') || typeof runtimeOf(id).records !== 'string')
      expect(usageSum(used).output).toBeGreaterThanOrEqual(10 * own)
    const before = model.requests.length
    setup.left(at.sandbox)
    const sendsEarlierText = () => model.requests.slice(before).some(({ body }) => JSON.stringify(body).includes(SEEN))
    const resume = (await resumeSession(at, sessionIn(log))) && sendsEarlierText()
    return { usage, resume, subagents, hooks: existsSync(mark) }
  }
  return withClient(client, 'all', casting, act, true)
}

const LONG = 'touch begun.txt; sleep 100; touch made.txt'

/** Waits until the long command is running or the session is over. */
const waitForCommand = async (sandbox: Sandbox, isOver: () => boolean): Promise<void> => {
  while (!isMade(sandbox, 'begun') && !isOver()) await new Promise((done) => setTimeout(done, 100))
}

/** Expects that cancelling a turn during a command ended both; returns whether the turn's stop reason was `cancelled`. */
function expectEnded({ at }: Ground, { end, log }: SessionResult): boolean {
  expect([end.exit === 0, isMade(at.sandbox, 'made')], log).toEqual([false, false])
  return log.includes('"stopReason":"cancelled"')
}

/**
 * Returns whether a client that must ask for permission does ask, and expects that it obeys the answers. Most clients continue after a refusal and are then
 * cancelled; for the others, `cancel` is null.
 */
function measureAsking(client: Client) {
  const [, { asking }] = client
  function* main(): Script {
    yield { calls: [asking(commandFor('allowed'))] }
    yield { calls: [asking(commandFor('rejected'))] }
    yield { calls: [asking(LONG)] }
    return 'done'
  }
  return withClient(client, 'client', main, async (ground) => {
    const { sandbox } = ground.at
    const permit = (what: string) => (what.includes('rejected') ? 'nobody wants it' : null)
    const result = await runSession(ground.at, { permit, ending: (isOver) => waitForCommand(sandbox, isOver) })
    const cancel = isMade(sandbox, 'begun') ? expectEnded(ground, result) : null
    const names = ['allowed', 'rejected'].filter((name) => result.asked.some((what) => what.includes(commandFor(name))))
    if (names.length === 0) return { permission: false, cancel }
    const made = ['allowed', 'rejected'].map((name) => isMade(sandbox, name))
    expect([names, made, result.end.line]).toEqual([
      ['allowed', 'rejected'],
      [true, false],
      'a permission was refused: nobody wants it',
    ])
    return { permission: true, cancel }
  })
}

/** Cancels a session with all permissions during a command, for a client that `measureAsking` could not cancel. */
function measureCancelling(client: Client): Promise<boolean> {
  const [, setup] = client
  function* main(): Script {
    yield { calls: [CLIENTS[setup.client].shell(LONG)] }
    return 'done'
  }
  return withClient(client, 'all', main, async (ground) => {
    const ending = (isOver: () => boolean) => waitForCommand(ground.at.sandbox, isOver)
    return expectEnded(ground, await runSession(ground.at, { permit: () => null, ending }))
  })
}

describe.each(Object.entries(ACP_SETUPS) as [RuntimeId, AcpSetup][])('%s', (id, setup) => {
  it.runIf(required || canTest(id, setup))(
    'has exactly the abilities of its row over the protocol',
    async () => {
      const client = [id, setup] as const
      const measured = { ...(await measureSession(client)), ...(await measureAsking(client)) }
      const cancel = measured.cancel ?? (await measureCancelling(client))
      expect({ ...measured, cancel }).toEqual((runtimeOf(id).acp as Acp).abilities)
    },
    600_000,
  )
})
