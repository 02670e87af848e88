// Real output of the client, read by its row.
import { describe, expect, it } from 'vitest'
import { copilot } from '../../../../lib/runtimes/clients/copilot.js'

const [copilotSkills] = copilot.listingCommands

const LISTED = `[
  { "name": "gsd-next", "description": "Work out the next step", "source": "personal-copilot", "path": "/h/.copilot/skills/gsd-next", "enabled": true },
  { "name": "customize-cloud-agent", "description": "…", "source": "builtin", "path": "/c/builtin/x", "enabled": true }
]
`
const REFUSED = `✖ The following skills failed to load:
  • /h/.copilot/skills/gsd-colon/SKILL.md: failed to parse YAML frontmatter: mapping values are not allowed in this context at line 2 column 15
  • /h/.copilot/skills/gsd-long/SKILL.md: Skill description must be at most 1024 characters
`

const read = (stdout: string, stderr = '', status = 0) => copilotSkills.read({ stdout, stderr, status })

describe('the list of skills', () => {
  it('names every skill, ours or not', () => {
    expect(read(LISTED)).toEqual({ commands: ['gsd-next', 'customize-cloud-agent'], agents: null, warnings: [] })
  })

  it('gives the client’s reason for each refused file', () => {
    expect(read(LISTED, REFUSED).warnings).toEqual([
      '/h/.copilot/skills/gsd-colon/SKILL.md: failed to parse YAML frontmatter: mapping values are not allowed in this context at line 2 column 15',
      '/h/.copilot/skills/gsd-long/SKILL.md: Skill description must be at most 1024 characters',
    ])
  })

  it.each(['', 'Unknown command: skill\n', '{"name": 1', '{}'])('is unknown after the output %j', (stdout) => {
    expect(read(stdout, '', 1)).toEqual({ commands: null, agents: null, warnings: [] })
  })
})
