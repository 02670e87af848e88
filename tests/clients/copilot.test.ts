// Copilot CLI after an installation, tested in the real client.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copilot } from '../../lib/runtimes/clients/copilot.js'
import type { Sandbox } from '../support/clients/client.js'
import { clientContract, complaintsIn } from '../support/clients/contract.js'
import { logsBelow } from '../support/clients/logs.js'
import { ask, callEntry, hasClient, prompt } from '../support/clients/run.js'
import { put } from '../support/home.js'
import { startModel } from '../support/model/server.js'
import { silent } from '../support/model/turn.js'
import { install, newSandbox } from '../support/sandbox.js'

const [copilotSkills] = copilot.listingCommands

interface Tool {
  readonly function: {
    readonly name: string
    readonly parameters: { readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] }>> }
  }
}

/** Returns the complaints about files, which the client writes only to its log. */
const complaintsOf = ({ out }: Sandbox): readonly string[] =>
  complaintsIn(logsBelow(join(out, 'logs'))).filter((line) => /\[(WARN|ERR)/.test(line))

clientContract('copilot', {
  shown: {
    command: null,
    agent: ({ body }) =>
      (body['tools'] as Tool[]).find((tool) => tool.function.name === 'task')?.function.parameters.properties[
        'agent_type'
      ]?.enum ?? [],
  },
  complaints: (_ran, sandbox) => complaintsOf(sandbox),
})

const NEXT = { path: '.copilot/skills/gsd-next/SKILL.md', body: 'The text of the entry.' }

describe.runIf(hasClient('copilot'))('Copilot CLI', () => {
  it('complains about an invalid skill and an invalid agent, so silence means that ours are valid', async () => {
    const sandbox = newSandbox()
    put(sandbox.home, '.copilot/skills/gsd-odd/SKILL.md', '---\nname: gsd-odd\ndescription: a: b\n---\nx\n')
    put(sandbox.home, '.copilot/agents/gsd-odd.agent.md', '---\nname: gsd-odd\ndescription: "d"\ncolor: red\n---\nx\n')
    const model = await startModel(silent)
    const { commands, warnings } = await ask('copilot', sandbox, model.url, copilotSkills)
    await prompt('copilot', sandbox, model.url, 'say hello')
    await model.close()
    expect(commands).not.toContain('gsd-odd')
    expect(warnings).toEqual([expect.stringContaining('gsd-odd/SKILL.md: failed to parse')])
    expect(complaintsOf(sandbox)).toEqual([expect.stringMatching(/gsd-odd.*color/)])
  })

  it('treats a command as plain text in a headless prompt, and as a command if typed', async () => {
    const sandbox = newSandbox()
    put(
      sandbox.home,
      NEXT.path,
      `---\nname: gsd-next\ndescription: "d"\ndisable-model-invocation: true\n---\n${NEXT.body}\n`,
    )
    const model = await startModel(silent)
    await prompt('copilot', sandbox, model.url, '/gsd-next alpha')
    await callEntry('copilot', sandbox, model.url, 'gsd-next', 'alpha')
    await model.close()
    const tasks = model.requests.flatMap(({ turn }) => (turn === null || turn.tools.length === 0 ? [] : [turn.task]))
    expect(tasks.map((task) => [task.includes(NEXT.body), task.includes('alpha')])).toEqual([
      [false, true],
      [true, true],
    ])
  })

  it('uses another client’s commands and agents in a project, and lists each command once', async () => {
    const sandbox = newSandbox()
    install(sandbox, ['--claude', '--copilot', '--local'])
    const model = await startModel(silent)
    const { commands, warnings } = await ask('copilot', sandbox, model.url, copilotSkills)
    await callEntry('copilot', sandbox, model.url, 'gsd-next', 'alpha beta')
    await model.close()
    const ours = (commands ?? []).filter((name) => name.startsWith('gsd-'))
    expect([new Set(ours).size, ours.includes('gsd-next'), warnings]).toEqual([ours.length, true, []])
    const first = model.requests.find(({ turn }) => (turn?.tools.length ?? 0) > 0)
    expect(first?.turn?.task).toContain('.agents/get-shit-done/bin/gsd-tools.cjs" begin next')
    expect(first?.turn?.task).toContain("The user's words: alpha beta")
    expect(JSON.stringify(first?.body['tools'])).toContain('gsd-planner')
  })
})
