// The folders and spelling of commands for a client together with others.
import { describe, expect, it } from 'vitest'
import { layoutOf } from '../../../lib/install/layout.js'
import { type RuntimeId, runtimeOf } from '../../../lib/runtimes/all.js'
import type { Scope } from '../../../lib/runtimes/terms.js'

interface Case {
  readonly client: RuntimeId
  readonly beside: readonly RuntimeId[]
  readonly scope: Scope
  readonly host: RuntimeId
  readonly agents: RuntimeId | null
}

const CASES: readonly Case[] = [
  { client: 'copilot', beside: [], scope: 'global', host: 'copilot', agents: 'copilot' },
  { client: 'copilot', beside: ['codex'], scope: 'global', host: 'agents', agents: 'copilot' },
  // In a project the client also reads the other's commands and agents.
  { client: 'copilot', beside: ['claude'], scope: 'local', host: 'claude', agents: 'claude' },
  { client: 'copilot', beside: ['claude'], scope: 'global', host: 'copilot', agents: 'copilot' },
  { client: 'cline', beside: [], scope: 'local', host: 'cline', agents: 'cline' },
  { client: 'cline', beside: ['codex'], scope: 'local', host: 'agents', agents: 'cline' },
  { client: 'pi', beside: [], scope: 'local', host: 'pi', agents: null },
  { client: 'pi', beside: ['codex'], scope: 'global', host: 'agents', agents: null },
  { client: 'kimi-code', beside: [], scope: 'global', host: 'kimi-code', agents: 'kimi-code' },
  { client: 'kimi-code', beside: ['codex'], scope: 'local', host: 'agents', agents: 'kimi-code' },
  // The client reads the shared folder only in a project.
  { client: 'hermes', beside: ['codex'], scope: 'local', host: 'agents', agents: null },
  { client: 'hermes', beside: ['codex'], scope: 'global', host: 'hermes', agents: null },
  { client: 'codebuddy', beside: ['codex', 'claude'], scope: 'local', host: 'codebuddy', agents: 'codebuddy' },
  // The client's palette shows nothing of the shared root.
  { client: 'crush', beside: ['codex', 'claude'], scope: 'global', host: 'crush', agents: null },
  { client: 'crush', beside: ['codex', 'cursor'], scope: 'local', host: 'crush', agents: null },
  { client: 'zcode', beside: ['codex', 'claude'], scope: 'local', host: 'zcode', agents: 'zcode' },
]

describe('a client', () => {
  it.each(CASES)('$client beside $beside, $scope: entries of $host, agents of $agents', (one) => {
    const seat = layoutOf([one.client, ...one.beside], one.scope).get(one.client)
    expect(seat).toEqual({ entries: one.host, agents: one.agents })
  })

  it('with different spellings for skills and commands explains it', () => {
    expect(runtimeOf('pi').invoke).toEqual({
      own: { prefix: '/', separator: '-' },
      shared: { prefix: '/skill:', separator: '-' },
    })
  })
})
