// What a client is given beside others: from whose folder, and how a command is then spelled.
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
  // In a project it reads that client's commands and agents; at home it does not.
  { client: 'copilot', beside: ['claude'], scope: 'local', host: 'claude', agents: 'claude' },
  { client: 'copilot', beside: ['claude'], scope: 'global', host: 'copilot', agents: 'copilot' },
  { client: 'cline', beside: [], scope: 'local', host: 'cline', agents: 'cline' },
  { client: 'cline', beside: ['codex'], scope: 'local', host: 'agents', agents: 'cline' },
  { client: 'pi', beside: [], scope: 'local', host: 'pi', agents: null },
  { client: 'pi', beside: ['codex'], scope: 'global', host: 'agents', agents: null },
  { client: 'kimi-code', beside: [], scope: 'global', host: 'kimi-code', agents: 'kimi-code' },
  { client: 'kimi-code', beside: ['codex'], scope: 'local', host: 'agents', agents: 'kimi-code' },
  // It reads the shared folder of a project, and none at home.
  { client: 'hermes', beside: ['codex'], scope: 'local', host: 'agents', agents: null },
  { client: 'hermes', beside: ['codex'], scope: 'global', host: 'hermes', agents: null },
  { client: 'codebuddy', beside: ['codex', 'claude'], scope: 'local', host: 'codebuddy', agents: 'codebuddy' },
  // Of the shared root its palette shows nothing.
  { client: 'crush', beside: ['codex', 'claude'], scope: 'global', host: 'crush', agents: null },
  { client: 'crush', beside: ['codex', 'cursor'], scope: 'local', host: 'crush', agents: null },
  { client: 'zcode', beside: ['codex', 'claude'], scope: 'local', host: 'zcode', agents: 'zcode' },
]

describe('a client', () => {
  it.each(CASES)('$client beside $beside, $scope: entries of $host, agents of $agents', (one) => {
    const seat = layoutOf([one.client, ...one.beside], one.scope).get(one.client)
    expect(seat).toEqual({ entries: one.host, agents: one.agents })
  })

  it('that types skills otherwise than its own commands says so', () => {
    expect(runtimeOf('pi').invoke).toEqual({
      own: { prefix: '/', separator: '-' },
      shared: { prefix: '/skill:', separator: '-' },
    })
  })
})
