// The client's errors about agents, which it prints while it lists skills.
import { describe, expect, it } from 'vitest'
import { gemini } from '../../../../lib/runtimes/clients/gemini.js'

const [geminiAgents] = gemini.listingCommands

const STDERR = `[AgentRegistry] Error loading user agent: Failed to load agent from /h/.gemini/agents/gsd-x.md: Validation failed: Agent Definition:
tools.1: Invalid tool name
Agent loading error: Failed to load agent from /h/.gemini/agents/gsd-x.md: Validation failed: Agent Definition:
tools.1: Invalid tool name
Ripgrep is not available. Falling back to GrepTool.
Project hooks disabled because the folder is not trusted.
`

describe('the answer about agents', () => {
  it('names each refused agent once, with the reason from the next line', () => {
    expect(geminiAgents.read({ stdout: '', stderr: STDERR, status: 0 })).toEqual({
      commands: null,
      agents: null,
      warnings: [
        'Failed to load agent from /h/.gemini/agents/gsd-x.md: Validation failed: Agent Definition: tools.1: Invalid tool name',
      ],
    })
  })

  it('has no warnings if the client has none', () => {
    const stderr = 'Ripgrep is not available. Falling back to GrepTool.\n'
    expect(geminiAgents.read({ stdout: 'No skills discovered.\n', stderr, status: 0 }).warnings).toEqual([])
  })
})
