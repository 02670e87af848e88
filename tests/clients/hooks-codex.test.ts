// The hooks of Codex, tested in the real client.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { firstSession, type HookPart, hookContract } from '../support/clients/hooks.js'
import { hasClient } from '../support/clients/run.js'

const exec = (script: string) => ({ tool: 'exec', input: script })

const patch = (path: string, content: string) =>
  [
    '*** Begin Patch',
    `*** Add File: ${path}`,
    ...content
      .trimEnd()
      .split('\n')
      .map((line) => `+${line}`),
    '*** End Patch',
  ].join('\n')

const CONTRACT = {
  read: null,
  write: (path, content) => exec(`text(await tools.apply_patch(${JSON.stringify(patch(path, content))}));`),
  trusting: ([first, ...rest]) => [first ?? '', '--dangerously-bypass-hook-trust', ...rest],
  // Codex reads a project's hooks only if the user trusts the project.
  prepare: ({ home, project }) => {
    mkdirSync(join(home, '.codex'), { recursive: true })
    writeFileSync(join(home, '.codex/config.toml'), `[projects."${project}"]\ntrust_level = "trusted"\n`)
  },
} satisfies HookPart

hookContract('codex', CONTRACT)

describe.runIf(hasClient('codex'))('Codex whose hooks nobody has approved', () => {
  it('silently starts none of them, and works as without hooks', async () => {
    const { ran, started, seen } = await firstSession('codex', { ...CONTRACT, trusting: (argv) => argv })
    expect([ran.exitCode, started]).toEqual([0, []])
    expect(seen.get('print secret')?.results.join('\n')).toContain('the-amber-key')
    expect(`${ran.stdout}${ran.stderr}`).not.toMatch(/hook/i)
  })
})
