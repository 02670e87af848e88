// The server that --mcp registers is started by the real clients, whose models call its tools, and it is gone from their list after an uninstall.
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { ClientId } from '../support/clients/all.js'
import { CLIENTS } from '../support/clients/all.js'
import { hasClient, runClient } from '../support/clients/run.js'
import { startModel } from '../support/model/server.js'
import type { Call, Script } from '../support/model/turn.js'
import { gitInit, install, newSandbox, uninstall } from '../support/sandbox.js'

const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'

/** How the model of a client calls `next` of the server. */
const CALLS = {
  claude: { tool: 'mcp__gsd__next', input: {} },
  codex: { tool: 'exec', input: 'const r = await tools.mcp__gsd__next({}); text(JSON.stringify(r))' },
  gemini: { tool: 'mcp_gsd_next', input: {} },
  opencode: { tool: 'gsd_next', input: {} },
  kilo: { tool: 'gsd_next', input: {} },
} as const satisfies Partial<Record<ClientId, Call>>

describe.each(Object.entries(CALLS) as [keyof typeof CALLS, Call][])('%s', (client, call) => {
  it.runIf(required || hasClient(client))(
    'has its model ask the engine when that was asked for, and lists the server no more after an uninstall',
    async () => {
      const sandbox = newSandbox()
      gitInit(sandbox.project)
      const told: string[] = []
      function* script(): Script {
        const { results } = yield { calls: [call] }
        told.push(...results)
        return 'done'
      }
      const model = await startModel(() => script())
      const listed = async () => {
        const { stdout, stderr } = await runClient(client, sandbox, model.url, ['mcp', 'list'])
        const said = stripVTControlCharacters(`${stdout}${stderr}`)
        return said.includes('gsd.cjs') ? said : ''
      }
      // The client has been there before.
      expect(await listed()).toBe('')
      install(sandbox, [`--${client}`, '--global', '--no-canary', '--mcp'])
      expect(await listed()).toMatch(/\bconnected|enabled/i)
      await runClient(client, sandbox, model.url, CLIENTS[client].prompt({ ...sandbox, url: model.url }, 'go'))
      expect(told.join('\n')).toContain('no-project')
      uninstall(sandbox, [`--${client}`, '--global'])
      expect(await listed()).toBe('')
      await model.close()
    },
    400_000,
  )
})
