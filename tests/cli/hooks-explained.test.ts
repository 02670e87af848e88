// `gsd hooks explain` says what is registered where, which checks run, and where the clients' settings differ from the record.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { askGsd } from '../support/gsd.js'
import { temporaryHome, text } from '../support/home.js'

interface Explained {
  readonly registered: readonly {
    readonly moments: readonly { readonly event: string; readonly file: string }[]
    readonly changed: readonly string[]
  }[]
  readonly checks: readonly { readonly id: string; readonly on: boolean; readonly registered: boolean }[]
}

const explained = async (home: string) => {
  const { out } = await askGsd(home, ['hooks', 'explain'])
  const { registered, checks } = (await askGsd<Explained>(home, ['hooks', 'explain', '--json'])).json()
  const events = registered.flatMap(({ moments }) => moments.map(({ event }) => event))
  const changed = registered.flatMap((one) => one.changed.map((path) => path.slice(home.length + 1)))
  return { out, checks, events, changed }
}
const installed = async (...flags: readonly string[]) => {
  const home = temporaryHome()
  await askGsd(home, ['install', '--global', ...flags])
  return home
}
const SETTINGS = '.claude/settings.json'

describe('what is registered', () => {
  it('is no moment of a session where hooks were left out, and no check counts as registered', async () => {
    const { out, events, checks } = await explained(await installed('--claude', '--no-hooks'))
    expect(events).toEqual(['status-line'])
    expect(out).toContain('gsd install --global --claude --hooks')
    expect(out).not.toMatch(/^ {2}(?:PreToolUse|SessionStart)/m)
    expect(checks.filter(({ registered }) => registered).map(({ id }) => id)).toEqual(['status-line'])
    expect(out).toMatch(/^- {2} secret-guard:/m)
  })

  it('is told with the file, and where something of it is gone or changed', async () => {
    const home = await installed('--claude')
    expect((await explained(home)).changed).toEqual([])
    const settings = JSON.parse(text(home, SETTINGS))
    delete settings.hooks.PreToolUse
    writeFileSync(join(home, SETTINGS), JSON.stringify(settings))
    const { out, changed } = await explained(home)
    expect(changed).toEqual([SETTINGS])
    expect(out).toMatch(/! some of it is gone or changed there .* --restore\n/)
    await askGsd(home, ['install', '--global', '--claude', '--restore'])
    expect((await explained(home)).changed).toEqual([])
  })

  it('is told also where the registration is a file of its own, or one a moment', async () => {
    const home = await installed('--copilot', '--cline')
    const { events } = await explained(home)
    expect(events).toEqual(expect.arrayContaining(['preToolUse', 'PreToolUse', 'TaskStart']))
    rmSync(join(home, '.copilot/hooks/gsd.json'))
    writeFileSync(join(home, '.cline/hooks/PreToolUse.mjs'), '// mine\n')
    expect((await explained(home)).changed.sort()).toEqual(['.cline/hooks/PreToolUse.mjs', '.copilot/hooks/gsd.json'])
  })
})

it('names what switches each check, and of a guard only where its setting lies', async () => {
  const { out } = await explained(await installed('--claude'))
  expect(out).toMatch(/secret-guard: .*\(hooks\.secret_guard, off only in your own ~\/\.gsd\/config\.json\)/)
  expect(out).toMatch(/\(hooks\.update_check, on only in your own ~\/\.gsd\/config\.json\)/)
  expect(out).not.toMatch(/config set hooks\.(?:secret_guard|update_check)/)
  const lines = out.split('\n').filter((line) => /^(?:on |off|- ) /.test(line))
  expect(lines.filter((line) => !/\((?:[^()]*)\)$/.test(line))).toEqual([])
})
