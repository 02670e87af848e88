// `gsd usage` with the records of real clients about requests to the loopback model, which reports the usage of each.

import { describe, expect, it } from 'vitest'
import type { ClientRecords } from '../../lib/cli/gsd/usage/client-records.js'
import type { UsageSum } from '../../lib/core/usage/usage-report.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../lib/runtimes/all.js'
import type { ClientId } from '../support/clients/all.js'
import { hasClient, prompt } from '../support/clients/run.js'
import { askGsd } from '../support/gsd.js'
import { startModel } from '../support/model/server.js'
import type { Script } from '../support/model/turn.js'
import { writeNotes } from '../support/notes.js'
import { Player } from '../support/player.js'
import { gitInit, newSandbox } from '../support/sandbox.js'

const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'

/** The clients whose records are read. */
const READ: Readonly<Partial<Record<RuntimeId, ClientId>>> = {
  claude: 'claude',
  codex: 'codex',
  qwen: 'qwen',
  gemini: 'gemini',
  copilot: 'copilot',
  cline: 'cline',
  pi: 'pi',
  'kimi-code': 'kimi',
}
/** Tested clients without readable records. */
const UNREAD: Readonly<Partial<Record<RuntimeId, ClientId>>> = { opencode: 'opencode', augment: 'auggie' }

it('every client whose records are read is tested', () => {
  expect(Object.keys(READ).sort()).toEqual(RUNTIME_IDS.filter((id) => typeof runtimeOf(id).records !== 'string').sort())
})

/** Plays three requests: two tool calls and the end. */
function* work(client: ClientId): Script {
  const player = new Player(client)
  yield* player.shell('echo amber')
  yield* player.shell('echo lighthouse')
  return 'done'
}

interface Used {
  readonly total: UsageSum
  readonly clients: readonly ClientRecords[]
}

/** Runs a session of three requests, then `gsd usage`. */
async function usageOf(client: ClientId) {
  const sandbox = newSandbox()
  gitInit(sandbox.project)
  writeNotes(sandbox.project, 'Adding')
  const model = await startModel(() => work(client))
  // By default, tests start Pi so that it stores no session.
  const withStorage = (argv: readonly string[]) => argv.filter((word) => word !== '--no-session')
  const { exitCode } = await prompt(client, sandbox, model.url, 'Look at the amber lighthouse.', withStorage)
  await model.close()
  const counted = model.requests.filter(({ turn }) => turn !== null && turn.tools.length > 0).length
  const words = ['usage', '--by', 'client', '--since', '2020-01-01', '--json']
  const { json } = await askGsd<Used>(sandbox.home, words, { cwd: sandbox.project })
  const { out: typed } = await askGsd(sandbox.home, ['usage', '--said'], { cwd: sandbox.project })
  return { exitCode, counted, result: json(), typed }
}

describe.each(Object.entries(READ))('%s', (id, client) => {
  it.runIf(required || hasClient(client))('records each request once, with its usage', async () => {
    const { exitCode, counted, result, typed } = await usageOf(client)
    expect([exitCode, counted]).toEqual([0, 3])
    const records = runtimeOf(id as RuntimeId).records
    const isTyped = typeof records !== 'string' && records.readTyped !== null
    expect(typed.match(/Look at the amber lighthouse\./g)?.length ?? 0, typed).toBe(isTyped ? 1 : 0)
    const { requests, input, cached, output } = result.total
    // A side request, such as one for a title, may be recorded too.
    expect(requests).toBeGreaterThanOrEqual(counted)
    expect([input, cached, output]).toEqual([10 * requests, 20 * requests, 10 * requests])
    expect(result.clients).toContainEqual(expect.objectContaining({ client: id, sessions: 1, unread: null }))
  })
})

describe.each(Object.entries(UNREAD))('%s', (id, client) => {
  it.runIf(required || hasClient(client))('is reported as a client without readable records', async () => {
    const { exitCode, result } = await usageOf(client)
    expect([exitCode, result.total.requests]).toEqual([0, 0])
    expect(result.clients).toContainEqual(
      expect.objectContaining({ client: id, unread: runtimeOf(id as RuntimeId).records }),
    )
  })
})
