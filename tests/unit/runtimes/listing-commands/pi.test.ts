// What the client printed when it was asked, read as the row reads it. The texts are its own.
import { describe, expect, it } from 'vitest'
import { pi } from '../../../../lib/runtimes/clients/pi.js'

const [piCommands] = pi.listingCommands

const ANSWER =
  '{"id":"1","type":"response","command":"get_commands","success":true,"data":{"commands":[{"name":"gsd-next","description":"d","source":"prompt","sourceInfo":{"path":"/h/.pi/agent/prompts/gsd-next.md","scope":"user"}},{"name":"skill:gsd-quick","description":"d","source":"skill"}]}}\n'
const REFUSAL =
  '{"id":"1","type":"response","command":"get_commands","success":false,"error":"Unknown command: get_commands"}\n'

const read = (stdout: string, stderr = '') => piCommands.read({ stdout, stderr, status: 0 })

describe('the commands a person could type', () => {
  it('are prompts and skills alike, by their installed names', () => {
    expect(read(ANSWER)).toEqual({ commands: ['gsd-next', 'gsd-quick'], agents: null, warnings: [] })
  })

  it('are known as soon as the answer is there, and not before', () => {
    const { isEnough } = piCommands
    expect(['', '{"type":"event"}\n', ANSWER.slice(0, 60), `noise\n${ANSWER}`].map((text) => isEnough?.(text))).toEqual(
      [false, false, false, true],
    )
  })

  it.each(['', REFUSAL, 'Unknown option: --mode\n'])('are not known by %j', (stdout) => {
    expect(read(stdout).commands).toBeNull()
  })
})
