// The hooks of Copilot CLI: its own, and Claude Code's in a project, which it also runs.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { POINTS } from '../../lib/runtimes/hooks.js'
import { ADDED, firstSession, type HookPart, hookContract } from '../support/clients/hooks.js'
import { hasClient } from '../support/clients/run.js'
import { install } from '../support/sandbox.js'

const PART: HookPart = {
  read: (path) => ({ tool: 'view', input: { path } }),
  write: (path, content) => ({ tool: 'create', input: { path, file_text: content } }),
}

hookContract('copilot', PART)

describe.runIf(hasClient('copilot'))('GitHub Copilot next to Claude Code in a project', () => {
  it('starts Claude Code’s hooks once per event, and shows the model their texts and refusals', async () => {
    const { ran, seen, started, sandbox } = await firstSession(
      'copilot',
      { ...PART, runtime: 'claude', prepare: (at) => install(at, ['--copilot', '--local']) },
      'local',
    )
    const calls = seen.size - 1
    const counts = POINTS.map((point) => [point, started.filter((one) => one.point === point).length] as const)
    expect([ran.exitCode, existsSync(join(sandbox.project, '.github/hooks'))]).toEqual([0, false])
    expect(Object.fromEntries(counts)).toMatchObject({
      'session-start': 1,
      'prompt-submit': 1,
      'pre-tool': calls,
      'turn-end': 1,
      'session-end': 1,
    })
    const bodies = JSON.stringify([...seen.values()].map(({ body }) => body))
    expect(Object.values(ADDED).filter((text) => !bodies.includes(text))).toEqual([])
    expect(seen.get('shrink')?.results.join('\n')).toContain('PLANNING_SHRINK')
    expect(seen.get('print secret')?.results.join('\n')).toContain('SECRET_FILE')
  })
})
