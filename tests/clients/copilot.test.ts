// Copilot CLI after an install, shown by itself.
import { join } from 'node:path'
import { clientContract, complaintsIn } from '../support/clients/contract.js'
import { logsBelow } from '../support/clients/logs.js'

interface Tool {
  readonly function: {
    readonly name: string
    readonly parameters: { readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] }>> }
  }
}

clientContract('copilot', {
  shown: {
    command: null,
    agent: ({ body }) =>
      (body['tools'] as Tool[]).find((tool) => tool.function.name === 'task')?.function.parameters.properties[
        'agent_type'
      ]?.enum ?? [],
  },
  // What it thinks of a file stands in its log alone.
  complaints: (_ran, { out }) => complaintsIn(logsBelow(join(out, 'logs'))).filter((line) => /\[(WARN|ERR)/.test(line)),
})
