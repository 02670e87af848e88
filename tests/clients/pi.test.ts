// Pi after an installation, tested in the real client.
import { describe, expect, it } from 'vitest'
import { pi } from '../../lib/runtimes/clients/pi.js'
import { clientContract } from '../support/clients/contract.js'
import { ask, callEntry, hasClient } from '../support/clients/run.js'
import { put } from '../support/home.js'
import { startModel } from '../support/model/server.js'
import { silent } from '../support/model/turn.js'
import { install, newSandbox } from '../support/sandbox.js'

const [piCommands] = pi.listingCommands

clientContract('pi', { maxTokens: 0 })

describe.runIf(hasClient('pi'))('Pi', () => {
  it('does not list an invalid prompt, so listed prompts are valid', async () => {
    const sandbox = newSandbox()
    put(sandbox.home, '.pi/agent/prompts/gsd-odd.md', '---\ndescription: a: b [\n---\nx\n')
    put(sandbox.home, '.pi/agent/prompts/gsd-fine.md', '---\ndescription: "d"\n---\nx\n')
    const { commands } = await ask('pi', sandbox, 'http://127.0.0.1:9', piCommands)
    expect(commands).toEqual(['gsd-fine'])
  })

  it('lists the entries of the shared folder once, in another spelling, and appends the user’s words to their text', async () => {
    const sandbox = newSandbox()
    install(sandbox, ['--pi', '--agents', '--global'])
    const model = await startModel(silent)
    const { commands } = await ask('pi', sandbox, model.url, piCommands)
    await callEntry('pi', sandbox, model.url, 'skill:gsd-next', 'alpha beta')
    await model.close()
    const ours = commands ?? []
    expect([new Set(ours).size, ours.includes('gsd-next')]).toEqual([ours.length, true])
    const [first] = model.requests
    expect(first?.turn?.task).toContain('.agents/get-shit-done/bin/gsd-tools.cjs" begin next')
    expect(first?.turn?.task).toMatch(/alpha beta$/)
    // Neither prompts nor hidden skills add to a request.
    expect(first?.turn?.system).not.toContain('available_skills')
  })
})
