// The client's printed list of commands.
import { describe, expect, it } from 'vitest'
import { augment } from '../../../../lib/runtimes/clients/augment.js'

const [augmentCommands] = augment.listingCommands

const STDOUT = `
Custom commands are discovered from these locations (in order of precedence):
  ~/.augment/commands/<name>.md                    # User commands
  ./.claude/commands/<name>.md                     # Claude Code workspace commands

For detailed help: auggie command help
Usage: auggie command|commands [options] [command]

Options:
  -h, --help           display help for command

Commands:
  list|ls              List all available custom commands
  gsd-plan-phase [args...]    Plan (.claude)
                       Argument Hint: [x]
  gsd-next [args...]  Next (user)
  help [command]       display help for command
`

describe('the answer about commands', () => {
  it('names every command and nothing of the help around them', () => {
    expect(augmentCommands.read({ stdout: STDOUT, stderr: '', status: 0 })).toEqual({
      commands: ['gsd-plan-phase', 'gsd-next'],
      agents: null,
      warnings: [],
    })
  })

  it('is unknown, with the error as a warning, if the client failed', () => {
    const output = { stdout: '', stderr: 'Error: no\n', status: 1 }
    expect(augmentCommands.read(output)).toEqual({ commands: null, agents: null, warnings: ['Error: no'] })
  })
})
