// The hooks of Augment's command-line client: a headless session starts none.
import { describe, expect, it } from 'vitest'
import { runtimeOf } from '../../lib/runtimes/all.js'
import { firstSession } from '../support/clients/hooks.js'
import { hasClient } from '../support/clients/run.js'

describe.runIf(hasClient('auggie'))('Augment, hooks', () => {
  it('accepts the registrations silently, and starts no hook in a headless session', async () => {
    const { ran, started, seen } = await firstSession('auggie', {
      runtime: 'augment',
      read: (path) => ({ tool: 'view', input: { path, type: 'file' } }),
      write: (path, content) => ({ tool: 'save-file', input: { path, file_content: content } }),
    })
    expect([ran.exitCode, started, seen.has('shell')]).toEqual([0, [], true])
    expect(runtimeOf('augment').headless?.hooks).toBe(false)
    expect(`${ran.stdout}\n${ran.stderr}`).not.toMatch(/hook/i)
  })
})
