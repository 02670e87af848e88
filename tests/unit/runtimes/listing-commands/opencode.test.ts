// Real output of the debug commands, and its reading.
import { describe, expect, it } from 'vitest'
import { kilo } from '../../../../lib/runtimes/clients/kilo.js'
import { opencode } from '../../../../lib/runtimes/clients/opencode.js'

const outputOf = (stdout: string, stderr = '', status: number | null = 0) => ({ stdout, stderr, status })

const CONFIG = `{
  "$schema": "https://opencode.ai/config.json",
  "agent": { "gsd-verifier": { "name": "gsd-verifier", "mode": "subagent", "options": {} } },
  "mode": {},
  "plugin": [],
  "command": { "gsd-next": { "description": "d", "template": "t" }, "mine": { "template": "t" } },
  "username": "unknown"
}
`

describe('the merged configuration', () => {
  const { read, env, args } = opencode.listingCommands[0]

  it('names commands and agents', () => {
    expect(read(outputOf(CONFIG))).toEqual({ commands: ['gsd-next', 'mine'], agents: ['gsd-verifier'], warnings: [] })
  })

  it.each(['', CONFIG.slice(0, 90)])('shows nothing if it is truncated: %j', (stdout) => {
    expect(read(outputOf(stdout))).toEqual({ commands: null, agents: null, warnings: [] })
  })

  it('has no commands if there are none', () => {
    expect(read(outputOf('{"agent":{}}'))).toMatchObject({ commands: [], agents: [] })
  })

  it('has a warning in the words of the client if it is invalid', () => {
    const stderr =
      'Error: Configuration is invalid at /h/.config/opencode/agents/gsd-x.md\n↳ Expected object | undefined, got "Read" tools\n'
    expect(read(outputOf('', stderr, 1)).warnings).toEqual([
      'Error: Configuration is invalid at /h/.config/opencode/agents/gsd-x.md',
    ])
  })

  it('is requested without downloads or storage', () => {
    expect(args.slice(0, 2)).toEqual(['debug', 'config'])
    expect(env).toMatchObject({ OPENCODE_CONFIG_CONTENT: '{}', OPENCODE_DB: ':memory:', OPENCODE_PURE: '1' })
    expect(Object.keys(kilo.listingCommands[0].env).filter((name) => name.startsWith('OPENCODE'))).toEqual([])
  })
})

describe('the list of skills', () => {
  const { read } = kilo.listingCommands[1]

  it('names each skill as often as it is listed', () => {
    const skills = [
      { name: 'gsd-next', location: '/a' },
      { name: 'gsd-next', location: '/b' },
    ]
    expect(read(outputOf(JSON.stringify(skills)))).toEqual({
      commands: ['gsd-next', 'gsd-next'],
      agents: null,
      warnings: [],
    })
  })

  it('reports files that the client’s log says it skips', () => {
    const line = 'ERROR 2026-11-22 service=kilocode.config agent=/h/agents/gsd-x.md failed to load agent'
    expect(read(outputOf('[]', line)).warnings).toEqual([line])
  })
})
