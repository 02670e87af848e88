// The hooks of Augment, as its command-line client shows them: a session without a terminal starts none.
import { describe, expect, it } from 'vitest'
import { runtimeOf } from '../../lib/runtimes/all.js'
import { firstSession } from '../support/clients/hooks.js'
import { hasClient } from '../support/clients/run.js'

describe.runIf(hasClient('auggie'))('Augment, hooks', () => {
  it('takes the registrations without a word and starts none of them headless', async () => {
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
