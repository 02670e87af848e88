// Cline CLI after an install, shown by itself.
import { join } from 'node:path'
import { clientContract, complaintsIn } from '../support/clients/contract.js'
import { logsBelow } from '../support/clients/logs.js'
import type { Recorded } from '../support/model/server.js'

interface Tool {
  readonly function: { readonly name: string; readonly description: string }
}
const toolsOf = ({ body }: Recorded) => (body['tools'] as Tool[]).map((tool) => tool.function)

const AGENT = /^subagent_(gsd_.*)$/

clientContract('cline', {
  shown: {
    command: (first) =>
      /Available skills: ([^.]*)\./
        .exec(toolsOf(first).find(({ name }) => name === 'skills')?.description ?? '')?.[1]
        ?.split(', ') ?? [],
    agent: (first) => toolsOf(first).flatMap(({ name }) => AGENT.exec(name)?.[1]?.replaceAll('_', '-') ?? []),
  },
  opens: (name) => ({ tool: 'skills', input: { skill: name, args: null } }),
  // Every agent is a whole tool to it, with a schema of its own.
  mostTokens: 1300,
  complaints: (ran, { home }) => complaintsIn(`${ran.stdout}\n${ran.stderr}\n${logsBelow(join(home, '.cline'))}`),
})
