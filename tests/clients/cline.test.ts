// Cline CLI after an installation, tested in the real client.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Sandbox } from '../support/clients/client.js'
import { clientContract, complaintsIn } from '../support/clients/contract.js'
import { logsBelow } from '../support/clients/logs.js'
import { hasClient, prompt } from '../support/clients/run.js'
import { put } from '../support/home.js'
import { type Recorded, startModel } from '../support/model/server.js'
import { silent } from '../support/model/turn.js'
import { newSandbox } from '../support/sandbox.js'

interface Tool {
  readonly function: { readonly name: string; readonly description: string }
}
const toolsOf = ({ body }: Recorded) => (body['tools'] as Tool[]).map((tool) => tool.function)

const AGENT = /^subagent_(gsd_.*)$/

const skillsIn = (first: Recorded): readonly string[] =>
  /Available skills: ([^.]*)\./
    .exec(toolsOf(first).find(({ name }) => name === 'skills')?.description ?? '')?.[1]
    ?.split(', ') ?? []
const agentsIn = (first: Recorded): readonly string[] =>
  toolsOf(first).flatMap(({ name }) => AGENT.exec(name)?.[1]?.replaceAll('_', '-') ?? [])

/** Returns the complaints about files, which the client writes only to its log. */
const complaintsOf = ({ home }: Sandbox): readonly string[] => complaintsIn(logsBelow(join(home, '.cline/data/logs')))

clientContract('cline', {
  shown: { command: skillsIn, agent: agentsIn },
  opens: (name) => ({ tool: 'skills', input: { skill: name, args: null } }),
  // The client turns every agent into a tool with its own schema.
  maxTokens: 1700,
  complaints: (ran, sandbox) => [...complaintsIn(`${ran.stdout}\n${ran.stderr}`), ...complaintsOf(sandbox)],
})

describe.runIf(hasClient('cline'))('Cline CLI', () => {
  it('complains about an invalid agent, reads agents only from .yml files, and cannot hide a skill', async () => {
    const sandbox = newSandbox()
    const agent = (name: string) => `---\nname: ${name}\ndescription: "d"\ntools: ["read_files"]\n---\nx\n`
    put(sandbox.home, '.cline/agents/gsd-fine.yml', agent('gsd-fine'))
    put(sandbox.home, '.cline/agents/gsd-other.md', agent('gsd-other'))
    put(sandbox.home, '.cline/agents/gsd-odd.yml', '---\nname: gsd-odd\n---\nx\n')
    put(
      sandbox.home,
      '.cline/skills/gsd-next/SKILL.md',
      '---\nname: gsd-next\ndescription: "d"\ndisable-model-invocation: true\n---\nx\n',
    )
    const model = await startModel(silent)
    await prompt('cline', sandbox, model.url, '/gsd-next alpha')
    await model.close()
    const first = model.requests.find(({ turn }) => (turn?.tools.length ?? 0) > 0) as Recorded
    expect([agentsIn(first), skillsIn(first), first.turn?.task]).toEqual([
      ['gsd-fine'],
      ['gsd-next'],
      '/gsd-next alpha',
    ])
    expect(complaintsOf(sandbox)).toEqual([expect.stringContaining('gsd-odd.yml')])
  })
})
