// The hooks of Codex, shown by itself.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { firstSession, type HookPart, hookContract } from '../support/clients/hooks.js'
import { hasClient } from '../support/clients/run.js'

const exec = (script: string) => ({ tool: 'exec', input: script })

/** The patch that leaves `content` in the file. */
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
  // It reads the hooks of a project only once the person trusts that project.
  prepare: ({ home, project }) => {
    mkdirSync(join(home, '.codex'), { recursive: true })
    writeFileSync(join(home, '.codex/config.toml'), `[projects."${project}"]\ntrust_level = "trusted"\n`)
  },
} satisfies HookPart

hookContract('codex', CONTRACT)

describe.runIf(hasClient('codex'))('of which nobody has approved the hooks', () => {
  it('starts none, says nothing of it, and works as without', async () => {
    const { ran, started, seen } = await firstSession('codex', { ...CONTRACT, trusting: (argv) => argv })
    expect([ran.exitCode, started]).toEqual([0, []])
    expect(seen.get('print secret')?.results.join('\n')).toContain('the-amber-key')
    expect(`${ran.stdout}${ran.stderr}`).not.toMatch(/hook/i)
  })
})
