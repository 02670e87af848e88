// The first event of a session, as the client printed it.
import { describe, expect, it } from 'vitest'
import { qwen } from '../../../../lib/runtimes/clients/qwen.js'

const [qwenSession] = qwen.listingCommands

const INIT =
  '{"type":"system","subtype":"init","tools":["skill"],"slash_commands":["clear","gsd-next"],"agents":["gsd-verifier","Explore"]}'

describe('the first event of a session', () => {
  it('names commands and agents, and ends the wait', () => {
    expect(qwenSession.isEnough?.(`${INIT}\n`)).toBe(true)
    expect(qwenSession.read({ stdout: `${INIT}\n{"type":"result"}\n`, stderr: '', status: null })).toEqual({
      commands: ['clear', 'gsd-next'],
      agents: ['gsd-verifier', 'Explore'],
      warnings: [],
    })
  })

  it.each(['', INIT.slice(0, 60), '{"type":"assistant"}\n'])('is waited for after %j', (stdout) => {
    expect(qwenSession.isEnough?.(stdout)).toBe(false)
    expect(qwenSession.read({ stdout, stderr: '', status: 1 })).toMatchObject({ commands: null, agents: null })
  })
})
