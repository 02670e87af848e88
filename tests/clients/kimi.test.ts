// Kimi Code after an installation, tested in the real client.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ListingCommand } from '../../lib/runtimes/runtime.js'
import type { Sandbox } from '../support/clients/client.js'
import { clientContract, complaintsIn } from '../support/clients/contract.js'
import { offeredCommands } from '../support/clients/editor.js'
import { logsBelow } from '../support/clients/logs.js'
import { ask, callEntry, hasClient, prompt } from '../support/clients/run.js'
import { put } from '../support/home.js'
import { startModel } from '../support/model/server.js'
import { silent } from '../support/model/turn.js'
import { install, newSandbox } from '../support/sandbox.js'

/** Lists the commands that the client offers to an editor; this needs a session, and thus an account. */
const offer = (project: string): ListingCommand => ({
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
    warnings: [],
  }),
})

interface Tool {
  readonly function: { readonly name: string; readonly description: string }
}

/** Returns the complaints about skipped files, which the client names only in its logs. */
const complaintsOf = ({ home }: Sandbox): readonly string[] =>
  complaintsIn(logsBelow(join(home, '.kimi-code'))).filter((line) => / (WARN|ERROR) /.test(line))

clientContract('kimi', {
  runtime: 'kimi-code',
  asks: ({ project }) => [offer(project)],
  reads: ({ exitCode, ...said }, { project }) => offer(project).read({ ...said, status: exitCode }),
  shown: {
    command: null,
    agent: ({ body }) =>
      (body['tools'] as Tool[])
        .find((tool) => tool.function.name === 'Agent')
        ?.function.description.split('\n')
        .flatMap((line) => /^- (gsd-[a-z-]+): /.exec(line)?.[1] ?? []) ?? [],
  },
  complaints: (_ran, sandbox) => complaintsOf(sandbox),
})

describe.runIf(hasClient('kimi'))('Kimi Code', () => {
  it('complains about an invalid skill and an invalid agent, so silence means that ours are valid', async () => {
    const sandbox = newSandbox()
    put(sandbox.home, '.kimi-code/skills/gsd-odd/SKILL.md', '---\nname: gsd-odd\ndescription: a: b\n---\nx\n')
    put(sandbox.home, '.kimi-code/agents/gsd-bare.md', 'no front matter\n')
    const model = await startModel(silent)
    await prompt('kimi', sandbox, model.url, 'say hello')
    const { commands } = await ask('kimi', sandbox, model.url, offer(sandbox.project))
    await model.close()
    expect(commands).not.toContain('gsd-odd')
    expect(new Set(complaintsOf(sandbox).map((line) => /gsd-(odd|bare)/.exec(line)?.[0]))).toEqual(
      new Set(['gsd-odd', 'gsd-bare']),
    )
  })

  it('offers the entries of the shared folder once, and runs them if typed', async () => {
    const sandbox = newSandbox()
    install(sandbox, ['--kimi-code', '--agents', '--global'])
    const model = await startModel(silent)
    const { commands } = await ask('kimi', sandbox, model.url, offer(sandbox.project))
    await callEntry('kimi', sandbox, model.url, 'skill:gsd-next', 'alpha beta')
    await model.close()
    const ours = (commands ?? []).filter((name) => name.startsWith('gsd-'))
    expect([new Set(ours).size, ours.includes('gsd-next')]).toEqual([ours.length, true])
    const first = model.requests.find(({ turn }) => (turn?.tools.length ?? 0) > 0)
    expect(first?.turn?.task).toContain('.agents/get-shit-done/bin/gsd-tools.cjs" begin next')
    expect(first?.turn?.task).toContain('ARGUMENTS: alpha beta')
  })
})
