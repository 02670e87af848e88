// The rules of --permissions in real clients: they allow the CLI, and no other script of the same program.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RuntimeId } from '../../lib/runtimes/all.js'
import type { ClientId } from '../support/clients/all.js'
import { CLIENTS } from '../support/clients/all.js'
import type { Place, Sandbox } from '../support/clients/client.js'
import { hasClient, runClient } from '../support/clients/run.js'
import { startModel } from '../support/model/server.js'
import type { Script } from '../support/model/turn.js'
import { Player } from '../support/player.js'
import { gitInit, install, newSandbox } from '../support/sandbox.js'

const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'

interface Strict {
  readonly client: ClientId
  readonly runtime: RuntimeId
  /** The client's settings in the home of a careful user. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly path: string
  /** Returns the arguments without the one by which the client runs any command unasked. */
  readonly careful: (args: readonly string[]) => readonly string[]
}

const without =
  (...words: readonly string[]) =>
  (args: readonly string[]): readonly string[] =>
    args.filter((word) => !words.includes(word))

const CASES: readonly Strict[] = [
  {
    client: 'claude',
    runtime: 'claude',
    settings: { permissions: { allow: ['WebSearch'] } },
    path: '.claude/settings.json',
    careful: without('--permission-mode', 'bypassPermissions'),
  },
  {
    client: 'gemini',
    runtime: 'gemini',
    settings: { security: { auth: { selectedType: 'gemini-api-key' } }, general: { enableAutoUpdate: false } },
    path: '.gemini/settings.json',
    careful: without('--approval-mode', 'yolo'),
  },
  {
    client: 'opencode',
    runtime: 'opencode',
    settings: { permission: { bash: { '*': 'deny' } } },
    path: '.config/opencode/opencode.json',
    careful: without('--auto'),
  },
  {
    client: 'kilo',
    runtime: 'kilo',
    settings: { permission: { bash: { '*': 'deny' } } },
    path: '.config/kilo/kilo.json',
    careful: without('--auto'),
  },
]

/** Returns the shell's results for a call of the CLI and for another command of the same program. */
async function shellResults(one: Strict): Promise<readonly string[]> {
  const sandbox: Sandbox = newSandbox()
  gitInit(sandbox.project)
  const settings = join(sandbox.home, one.path)
  mkdirSync(dirname(settings), { recursive: true })
  writeFileSync(settings, `${JSON.stringify(one.settings, null, 2)}\n`)
  install(sandbox, [`--${one.runtime}`, '--global', '--permissions'])
  const results: string[] = []
  function* script(): Script {
    const player = new Player(one.client)
    const cli = `node "${join(sandbox.home, '.agents/get-shit-done/bin/gsd-tools.cjs')}"`
    results.push(yield* player.shell(`${cli} config path`))
    results.push(yield* player.shell('node -p "6*7+100000"'))
    return 'done'
  }
  const model = await startModel(() => script())
  const place: Place = { ...sandbox, url: model.url }
  await runClient(one.client, sandbox, model.url, one.careful(CLIENTS[one.client].prompt(place, 'go')))
  await model.close()
  expect(model.scriptErrors).toEqual([])
  return results
}

describe.each(CASES)('$client', (one) => {
  it.runIf(required || hasClient(one.client))(
    'lets sessions run the CLI, but no other command of node',
    async () => {
      const [cli, other] = await shellResults(one)
      expect(cli).toContain('"')
      expect(cli).toMatch(/\{.*config/s)
      expect(other ?? '').not.toContain('100042')
    },
    400_000,
  )
})

describe('claude, without settings that allow it', () => {
  it.runIf(required || hasClient('claude'))(
    'runs the CLI in a command of the pack, but no other command of node',
    async () => {
      const sandbox: Sandbox = newSandbox()
      gitInit(sandbox.project)
      install(sandbox, ['--claude', '--global', '--no-permissions'])
      const results: string[] = []
      function* script(): Script {
        const player = new Player('claude')
        const cli = `node "${join(sandbox.home, '.agents/get-shit-done/bin/gsd-tools.cjs')}"`
        results.push(yield* player.shell(`${cli} config path`))
        results.push(yield* player.shell('node -p "6*7+100000"'))
        return 'done'
      }
      const model = await startModel(() => script())
      const words = CLIENTS.claude.prompt({ ...sandbox, url: model.url }, '/gsd-progress')
      await runClient('claude', sandbox, model.url, without('--permission-mode', 'bypassPermissions')(words))
      await model.close()
      expect(model.scriptErrors).toEqual([])
      expect(results[0]).toMatch(/\{.*config/s)
      expect(results[1] ?? '').not.toContain('100042')
    },
    400_000,
  )
})
