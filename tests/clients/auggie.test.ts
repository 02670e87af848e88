// Auggie, the command-line client of Augment, after an installation, tested in the real client.
import { describe, expect, it } from 'vitest'
import { runtimeOf } from '../../lib/runtimes/all.js'
import type { ListingCommand } from '../../lib/runtimes/runtime.js'
import { clientContract } from '../support/clients/contract.js'
import { ask, hasClient, prompt } from '../support/clients/run.js'
import { type Recorded, startModel } from '../support/model/server.js'
import type { Script, Turn } from '../support/model/turn.js'
import { install, newSandbox } from '../support/sandbox.js'

const AGENT = /^sub-agent-(gsd-.*)$/
const agentsIn = ({ turn }: Recorded) => (turn?.tools ?? []).flatMap((name) => AGENT.exec(name)?.[1] ?? [])

clientContract('auggie', {
  runtime: 'augment',
  // The client adds a tool for every agent, with about 400 tokens of its own text each.
  maxTokens: 6000,
  shown: { command: null, agent: agentsIn },
})

/** Starts the verifier, which reports its tools. */
function* startVerifier(turn: Turn, index: number): Script {
  if (index > 0) return turn.tools.join(' ')
  const answer = yield {
    calls: [{ tool: 'sub-agent-gsd-verifier', input: { action: 'run', name: 'v', instruction: 'Say your tools.' } }],
  }
  return answer.results.join(' ')
}

describe.runIf(hasClient('auggie'))('Auggie next to Claude Code, whose folders it reads', () => {
  const sandbox = newSandbox()

  it('uses Claude Code’s commands, lists each once, and has its own agents, which have tools', async () => {
    install(sandbox, ['--augment', '--claude', '--global'])
    const model = await startModel(startVerifier)
    const [question] = runtimeOf('augment').listingCommands
    const { commands } = await ask('auggie', sandbox, model.url, question as ListingCommand)
    const ran = await prompt('auggie', sandbox, model.url, 'start the verifier')
    await model.close()
    const ours = (commands ?? []).filter((name) => name.startsWith('gsd-'))
    expect(new Set(ours).size).toBe(ours.length)
    expect(ours).toContain('gsd-next')
    const agents = model.requests.map(agentsIn).find((names) => names.length > 0) ?? []
    expect(new Set(agents).size).toBe(agents.length)
    expect(ran.stdout).toContain('launch-process')
    expect(model.scriptErrors).toEqual([])
  })

  it('runs Claude Code’s agents without any tool if the pack is installed for Claude Code alone', async () => {
    const other = newSandbox()
    install(other, ['--claude', '--global'])
    const model = await startModel(startVerifier)
    await prompt('auggie', other, model.url, 'start the verifier')
    await model.close()
    const child = model.requests.find(({ body }) => body['parent_conversation_id'] !== undefined)
    expect(child?.turn?.tools).toEqual([])
  })
})
