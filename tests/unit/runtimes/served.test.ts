// Whose entries and agents a client uses if others are installed too, and the spelling of its commands.
import { describe, expect, it } from 'vitest'
import { layoutOf } from '../../../lib/install/layout.js'
import { type RuntimeId, runtimeOf } from '../../../lib/runtimes/all.js'
import type { Scope } from '../../../lib/runtimes/terms.js'

interface Case {
  readonly client: RuntimeId
  readonly others: readonly RuntimeId[]
  readonly scope: Scope
  readonly host: RuntimeId
  readonly agents: RuntimeId | null
}

const CASES: readonly Case[] = [
  { client: 'copilot', others: [], scope: 'global', host: 'copilot', agents: 'copilot' },
  { client: 'copilot', others: ['codex'], scope: 'global', host: 'agents', agents: 'copilot' },
  // In a project the client also reads the other's commands and agents.
  { client: 'copilot', others: ['claude'], scope: 'local', host: 'claude', agents: 'claude' },
  { client: 'copilot', others: ['claude'], scope: 'global', host: 'copilot', agents: 'copilot' },
  { client: 'cline', others: [], scope: 'local', host: 'cline', agents: 'cline' },
  { client: 'cline', others: ['codex'], scope: 'local', host: 'agents', agents: 'cline' },
  { client: 'pi', others: [], scope: 'local', host: 'pi', agents: null },
  { client: 'pi', others: ['codex'], scope: 'global', host: 'agents', agents: null },
  { client: 'kimi-code', others: [], scope: 'global', host: 'kimi-code', agents: 'kimi-code' },
  { client: 'kimi-code', others: ['codex'], scope: 'local', host: 'agents', agents: 'kimi-code' },
  // The client reads the shared folder only in a project.
  { client: 'hermes', others: ['codex'], scope: 'local', host: 'agents', agents: null },
  { client: 'hermes', others: ['codex'], scope: 'global', host: 'hermes', agents: null },
  { client: 'codebuddy', others: ['codex', 'claude'], scope: 'local', host: 'codebuddy', agents: 'codebuddy' },
  // The client's palette shows nothing of the shared root.
  { client: 'crush', others: ['codex', 'claude'], scope: 'global', host: 'crush', agents: null },
  { client: 'crush', others: ['codex', 'cursor'], scope: 'local', host: 'crush', agents: null },
  { client: 'zcode', others: ['codex', 'claude'], scope: 'local', host: 'zcode', agents: 'zcode' },
]

describe('a client', () => {
  it.each(CASES)('$client with $others, $scope: entries of $host, agents of $agents', (one) => {
    const served = layoutOf([one.client, ...one.others], one.scope).get(one.client)
    expect(served).toEqual({ entries: one.host, agents: one.agents })
  })

  it('can have different spellings of its own and the shared commands', () => {
    expect(runtimeOf('pi').invoke).toEqual({
      own: { prefix: '/', separator: '-' },
      shared: { prefix: '/skill:', separator: '-' },
    })
  })
})
