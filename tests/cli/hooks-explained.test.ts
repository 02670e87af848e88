// `gsd hooks explain` says what stands in the clients' settings now, whatever the record says was put there.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { askGsd } from '../support/gsd.js'
import { temporaryHome, text } from '../support/home.js'

interface Explained {
  readonly registered: readonly {
    readonly runtime: string
    readonly none: string | null
    readonly moments: readonly { readonly event: string; readonly state: string }[]
  }[]
  readonly checks: readonly { readonly id: string; readonly on: boolean; readonly registered: boolean }[]
}

const explained = async (home: string) => {
  const { out } = await askGsd(home, ['hooks', 'explain'])
  const { registered, checks } = (await askGsd<Explained>(home, ['hooks', 'explain', '--json'])).json()
  const moments = registered.flatMap((one) => one.moments.map(({ event, state }) => [event, state] as const))
  return { out, registered, checks, states: Object.fromEntries(moments) }
}
const installed = async (...flags: readonly string[]) => {
  const home = temporaryHome()
  await askGsd(home, ['install', '--global', ...flags])
  return home
}
const SETTINGS = '.claude/settings.json'

describe('what is registered', () => {
  it('is no moment of a session where hooks were left out, and no check counts as registered', async () => {
    const { out, states, checks } = await explained(await installed('--claude', '--no-hooks'))
    expect(states).toEqual({ 'status-line': 'present' })
    expect(out).toContain('gsd install --global --claude --hooks')
    expect(out).not.toMatch(/^ {2}(?:PreToolUse|SessionStart)/m)
    expect(checks.filter(({ registered }) => registered).map(({ id }) => id)).toEqual(['status-line'])
    expect(out).toMatch(/^- {2} secret-guard:/m)
  })

  it('is told apart from what was taken out and what was changed', async () => {
    const home = await installed('--claude')
    const settings = JSON.parse(text(home, SETTINGS))
    delete settings.hooks.PreToolUse
    settings.hooks.Stop[0].hooks[0].timeout = 9
    writeFileSync(join(home, SETTINGS), JSON.stringify(settings))
    const { out, states } = await explained(home)
    expect(states).toMatchObject({ SessionStart: 'present', PreToolUse: 'gone', Stop: 'changed' })
    expect(out).toMatch(/! PreToolUse: not registered any more; .* --restore\n/)
    expect(out).toMatch(/! Stop: not as it was registered/)
    await askGsd(home, ['install', '--global', '--claude', '--restore'])
    expect((await explained(home)).states).toMatchObject({ PreToolUse: 'present' })
  })

  it('is told also where the registration is a file of its own, or one a moment', async () => {
    const home = await installed('--copilot', '--cline')
    const before = (await explained(home)).states
    expect(new Set(Object.values(before))).toEqual(new Set(['present']))
    rmSync(join(home, '.copilot/hooks/gsd.json'))
    writeFileSync(join(home, '.cline/hooks/PreToolUse.mjs'), '// mine\n')
    expect((await explained(home)).states).toMatchObject({
      preToolUse: 'gone',
      PreToolUse: 'changed',
      TaskStart: 'present',
    })
  })
})

it('names what switches each check, and of a guard only where its setting lies', async () => {
  const { out } = await explained(await installed('--claude'))
  expect(out).toMatch(/secret-guard: .*\(hooks\.secret_guard, off only in your own ~\/\.gsd\/config\.json\)/)
  expect(out).not.toContain('config set hooks.secret_guard')
  const lines = out.split('\n').filter((line) => /^(?:on |off|- ) /.test(line))
  expect(lines.filter((line) => !/\((?:[^()]*)\)$/.test(line))).toEqual([])
})
