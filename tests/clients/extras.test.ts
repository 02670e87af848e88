// Servers of others that `gsd extras` registers are started by the real clients, whose models are offered their tools, and are gone from their list when removed.
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ClientId } from '../support/clients/all.js'
import { CLIENTS } from '../support/clients/all.js'
import { hasClient, pinnedFolder, runClient } from '../support/clients/run.js'
import { startModel } from '../support/model/server.js'
import type { Call, Script } from '../support/model/turn.js'
import { extras, gitInit, install, newSandbox } from '../support/sandbox.js'

const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'
const FETCHED = dirname(pinnedFolder('extras'))
const NAMES = ['playwright', 'context7'] as const
/** What shows that each has answered: a report about its browser, a complaint about what is missing. */
const ANSWERS = ['### ', 'libraryId'] as const

/** How the model of a client calls a tool of each; both answer without a network and without a browser. */
const CALLS = {
  claude: [
    { tool: 'mcp__playwright__browser_close', input: {} },
    { tool: 'mcp__context7__query-docs', input: {} },
  ],
  codex: ['mcp__playwright__browser_close', 'mcp__context7__query_docs'].map((tool) => ({
    tool: 'exec',
    input: `const r = await tools.${tool}({}); text(JSON.stringify(r))`,
  })),
  gemini: [
    { tool: 'mcp_playwright_browser_close', input: {} },
    { tool: 'mcp_context7_query-docs', input: {} },
  ],
  opencode: [
    { tool: 'playwright_browser_close', input: {} },
    { tool: 'context7_query-docs', input: {} },
  ],
} as const satisfies Partial<Record<ClientId, readonly Call[]>>

describe.each(Object.entries(CALLS) as [keyof typeof CALLS, readonly Call[]][])('%s', (client, calls) => {
  it.runIf(required || (hasClient(client) && existsSync(FETCHED)))(
    'starts the servers that were added, offers their tools to its model, and lists them no more once they are removed',
    async () => {
      const sandbox = newSandbox()
      gitInit(sandbox.project)
      const told: string[] = []
      function* script(): Script {
        // A client may begin to talk before its servers have answered.
        for (const [at, call] of calls.entries())
          for (let tries = 0; tries < 20 && told.length === at; tries++) {
            const { results } = yield { calls: [call] }
            told.push(...results.filter((result) => result.includes(ANSWERS[at] as string)))
          }
        return 'done'
      }
      const model = await startModel(() => script())
      const listed = async () => {
        const { stdout, stderr } = await runClient(client, sandbox, model.url, ['mcp', 'list'])
        return NAMES.filter((name) => new RegExp(`\\b${name}\\b`).test(`${stdout}${stderr}`))
      }
      expect(await listed()).toEqual([])
      install(sandbox, [`--${client}`, '--global', '--no-canary'])
      mkdirSync(join(sandbox.home, '.gsd/extras'), { recursive: true })
      for (const name of NAMES) symlinkSync(FETCHED, join(sandbox.home, '.gsd/extras', name))
      extras(sandbox, ['add', ...NAMES, '--no-canary'])
      expect(await listed()).toEqual(NAMES)
      await runClient(client, sandbox, model.url, CLIENTS[client].prompt({ ...sandbox, url: model.url }, 'go'))
      expect(told).toEqual(ANSWERS.map((answer) => expect.stringContaining(answer)))
      extras(sandbox, ['remove', ...NAMES, '--no-canary'])
      expect(await listed()).toEqual([])
      await model.close()
    },
    400_000,
  )
})
