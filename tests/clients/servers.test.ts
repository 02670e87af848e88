// Servers in real clients: ours, which `--mcp` registers, and third-party ones, which `gsd extras` adds. The model calls their tools, and after removal they
// are no longer listed.
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { CLIENTS, type ClientId } from '../support/clients/all.js'
import { hasClient, pinnedFolder, runClient } from '../support/clients/run.js'
import { startModel } from '../support/model/server.js'
import type { Call, Script } from '../support/model/turn.js'
import { extras, gitInit, install, newSandbox, uninstall } from '../support/sandbox.js'

const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'
const FETCHED = dirname(pinnedFolder('extras'))
/** Texts that show that each server has answered. */
const ANSWERS = { gsd: 'no-project', playwright: '### ', context7: 'libraryId' } as const
type Server = keyof typeof ANSWERS
const OTHERS = ['playwright', 'context7'] as const satisfies readonly Server[]

const directCall = (tool: string): Call => ({ tool, input: {} })
const codeCall = (tool: string): Call => ({
  tool: 'exec',
  input: `const r = await tools.${tool}({}); text(JSON.stringify(r))`,
})

/** Calls of a tool of each server that need neither network nor browser. */
const CALLS = {
  claude: {
    gsd: directCall('mcp__gsd__next'),
    playwright: directCall('mcp__playwright__browser_close'),
    context7: directCall('mcp__context7__query-docs'),
  },
  codex: {
    gsd: codeCall('mcp__gsd__next'),
    playwright: codeCall('mcp__playwright__browser_close'),
    context7: codeCall('mcp__context7__query_docs'),
  },
  gemini: {
    gsd: directCall('mcp_gsd_next'),
    playwright: directCall('mcp_playwright_browser_close'),
    context7: directCall('mcp_context7_query-docs'),
  },
  opencode: {
    gsd: directCall('gsd_next'),
    playwright: directCall('playwright_browser_close'),
    context7: directCall('context7_query-docs'),
  },
  kilo: { gsd: directCall('gsd_next') },
} as const satisfies Partial<Record<ClientId, Partial<Record<Server, Call>>>>

describe.each(Object.entries(CALLS) as [keyof typeof CALLS, Partial<Record<Server, Call>>][])('%s', (client, calls) => {
  const servers = Object.keys(calls) as Server[]
  const others = OTHERS.filter((name) => servers.includes(name))

  it.runIf(required || (hasClient(client) && existsSync(FETCHED)))(
    `lets its model call ${servers.join(', ')} after registration, and lists none after removal`,
    async () => {
      const sandbox = newSandbox()
      gitInit(sandbox.project)
      const answers: string[] = []
      function* script(): Script {
        // A client may start the conversation before its servers are ready.
        for (const [at, name] of servers.entries())
          for (let tries = 0; tries < 40 && answers.length === at; tries++) {
            const { results } = yield { calls: [calls[name] as Call], afterMs: tries === 0 ? 0 : 500 }
            answers.push(...results.filter((result) => result.includes(ANSWERS[name])))
          }
        return 'done'
      }
      const model = await startModel(() => script())
      const list = async () => {
        const { stdout, stderr } = await runClient(client, sandbox, model.url, ['mcp', 'list'])
        return stripVTControlCharacters(`${stdout}${stderr}`)
      }
      const isNamed = (listing: string) => (name: Server) =>
        name === 'gsd' ? listing.includes('gsd.cjs') : new RegExp(`\\b${name}\\b`).test(listing)
      // A client may cache the list, so two clients also list before the registration.
      if (client === 'claude' || client === 'codex') expect(servers.filter(isNamed(await list()))).toEqual([])
      install(sandbox, [`--${client}`, '--global', '--mcp'])
      if (others.length > 0) {
        mkdirSync(join(sandbox.home, '.gsd/extras'), { recursive: true })
        for (const name of others) symlinkSync(FETCHED, join(sandbox.home, '.gsd/extras', name))
        extras(sandbox, ['add', ...others])
      }
      const listing = await list()
      expect(servers.filter(isNamed(listing)), listing).toEqual(servers)
      expect(listing).toMatch(/^\W*gsd\b.*\b(connected|enabled)/im)
      await runClient(client, sandbox, model.url, CLIENTS[client].prompt({ ...sandbox, url: model.url }, 'go'))
      expect(answers).toEqual(servers.map((name) => expect.stringContaining(ANSWERS[name])))
      if (others.length > 0) {
        extras(sandbox, ['remove', ...others])
        expect(servers.filter(isNamed(await list()))).toEqual(['gsd'])
      }
      uninstall(sandbox, [`--${client}`, '--global'])
      expect(servers.filter(isNamed(await list()))).toEqual([])
      await model.close()
    },
    400_000,
  )
})
