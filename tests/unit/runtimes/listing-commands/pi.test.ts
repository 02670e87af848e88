// Real output of the client, read by its row.
import { describe, expect, it } from 'vitest'
import { pi } from '../../../../lib/runtimes/clients/pi.js'

const [piCommands] = pi.listingCommands

const ANSWER =
  '{"id":"1","type":"response","command":"get_commands","success":true,"data":{"commands":[{"name":"gsd-next","description":"d","source":"prompt","sourceInfo":{"path":"/h/.pi/agent/prompts/gsd-next.md","scope":"user"}},{"name":"skill:gsd-quick","description":"d","source":"skill"}]}}\n'
const REFUSAL =
  '{"id":"1","type":"response","command":"get_commands","success":false,"error":"Unknown command: get_commands"}\n'

const read = (stdout: string, stderr = '') => piCommands.read({ stdout, stderr, status: 0 })

describe('the commands a user can type', () => {
  it('are prompts and skills alike, by their installed names', () => {
    expect(read(ANSWER)).toEqual({ commands: ['gsd-next', 'gsd-quick'], agents: null, warnings: [] })
  })

  it('are known once the answer is complete', () => {
    const { isEnough } = piCommands
    expect(['', '{"type":"event"}\n', ANSWER.slice(0, 60), `noise\n${ANSWER}`].map((text) => isEnough?.(text))).toEqual(
      [false, false, false, true],
    )
  })

  it.each(['', REFUSAL, 'Unknown option: --mode\n'])('are not read from %j', (stdout) => {
    expect(read(stdout).commands).toBeNull()
  })
})
