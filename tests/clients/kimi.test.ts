// Kimi Code after an install, shown by itself.
import { join } from 'node:path'
import type { OracleQuestion } from '../../lib/runtimes/runtime.js'
import { clientContract, complaintsIn } from '../support/clients/contract.js'
import { offeredCommands } from '../support/clients/editor.js'
import { logsBelow } from '../support/clients/logs.js'

/** What it offers an editor. A session is needed for that, hence an account. */
const offer = (project: string): OracleQuestion => ({
  args: ['acp'],
  env: {},
  input: [
    { id: 1, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } },
    { id: 2, method: 'session/new', params: { cwd: project, mcpServers: [] } },
  ]
    .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    .join(''),
  isEnough: (stdout) => stdout.includes('available_commands_update'),
  read: ({ stdout }) => ({
    commands: offeredCommands(stdout).map((name) => name.replace(/^skill:/, '')),
    agents: null,
    complaints: [],
  }),
})

interface Tool {
  readonly function: { readonly name: string; readonly description: string }
}

clientContract('kimi', {
  runtime: 'kimi-code',
  asks: ({ project }) => [offer(project)],
  shown: {
    command: null,
    agent: ({ body }) =>
      (body['tools'] as Tool[])
        .find((tool) => tool.function.name === 'Agent')
        ?.function.description.split('\n')
        .flatMap((line) => /^- (gsd-[a-z-]+): /.exec(line)?.[1] ?? []) ?? [],
  },
  // What it skips stands in its logs alone.
  complaints: (_ran, { home }) =>
    complaintsIn(logsBelow(join(home, '.kimi-code'))).filter((line) => / (WARN|ERROR) /.test(line)),
})
