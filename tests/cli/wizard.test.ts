// The questions of an installation on a real terminal: the preselection, the effect of Enter, and that cancelling changes nothing.
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { startGsd } from '../support/gsd.js'
import { snapshotOf, temporaryHome, text } from '../support/home.js'
import { CTRL_C, CTRL_D, DOWN, ENTER, hasTerminal, pressKeys, SPACE, UP } from '../support/talk.js'
import { describeWhere } from '../support/where.js'

describeWhere(hasTerminal)('on a terminal', () => {
  it('Enter at each question installs for the clients found, for all projects, after one confirmation', async () => {
    const home = temporaryHome()
    mkdirSync(join(home, '.claude'))
    const { exit, output } = await pressKeys(home, '', [
      ['Install for', ENTER],
      ['Where', ENTER],
      ['Which commands', ENTER],
      ["clients' settings", ENTER],
      ['so that you can type them', ENTER],
      ['Go ahead', ENTER],
    ])
    expect(output).toContain('found')
    expect([exit, readdirSync(home).sort()]).toEqual([0, ['.agents', '.claude', '.gsd', '.local']])
    expect(readdirSync(join(home, '.local/bin'))).toEqual(['gsd', 'gsd-tools'])
    expect(existsSync(join(home, '.claude/commands/gsd-next.md'))).toBe(true)
  })

  it.each([
    ['Ctrl-C at the first question', [['Install for', CTRL_C]], 130],
    [
      'Ctrl-C at the last question',
      [
        ['Install for', ENTER],
        ['Where', ENTER],
        ['Which commands', ENTER],
        ["clients' settings", ENTER],
        ['so that you can type them', `n${ENTER}`],
        ['Go ahead', CTRL_C],
      ],
      130,
    ],
    ['the end of the input', [['Install for', CTRL_D]], 4],
    [
      'no',
      [
        ['Install for', ENTER],
        ['Where', ENTER],
        ['Which commands', ENTER],
        ["clients' settings", ENTER],
        ['so that you can type them', `n${ENTER}`],
        ['Go ahead', `n${ENTER}`],
      ],
      4,
    ],
  ] as const)('%s leaves everything as it was', async (_, keys, status) => {
    const home = temporaryHome()
    mkdirSync(join(home, '.claude'))
    const before = snapshotOf(home, { times: true })
    const { exit, output } = await pressKeys(home, '', keys)
    expect([exit, snapshotOf(home, { times: true })]).toEqual([status, before])
    expect(stripVTControlCharacters(output).trimEnd().split('\r\n').at(-1)).toBe('gsd: ended; no changes were made')
  })

  it('an installation with --shim does not ask for the scope', async () => {
    const home = temporaryHome()
    mkdirSync(join(home, '.claude'))
    const { exit, output } = await pressKeys(home, 'install --shim', [
      ['Install for', ENTER],
      ['Which commands', ENTER],
      ["clients' settings", ENTER],
      ['Go ahead', ENTER],
    ])
    expect([exit, readdirSync(join(home, '.local/bin'))]).toEqual([0, ['gsd', 'gsd-tools']])
    expect(output).not.toContain('Where')
  })

  it('explains hooks and permissions, and applies the answer', async () => {
    const home = temporaryHome()
    mkdirSync(join(home, '.claude'))
    const settings = () => JSON.parse(text(home, '.claude/settings.json')) as Readonly<Record<string, unknown>>
    const asked = (words: string, offers: string) =>
      pressKeys(home, words, [
        ['Install for', ENTER],
        ['Where', ENTER],
        ['Which commands', ENTER],
        ["clients' settings", offers],
        ['so that you can type them', `n${ENTER}`],
        ['Go ahead', ENTER],
      ])
    // The order: permissions, instructions, hooks (preselected).
    const first = await asked('', `${SPACE}${DOWN}${DOWN}${SPACE}${ENTER}`)
    const said = stripVTControlCharacters(first.output).replace(/\s+/g, ' ')
    expect(said).toContain('lets sessions call gsd-tools')
    expect(said).toContain('refuses calls that would break a plan')
    expect(first.exit).toBe(0)
    expect(Object.keys(settings()).sort()).toEqual(['permissions', 'statusLine'])
    // The answer is preselected the next time.
    expect((await asked('', ENTER)).exit).toBe(0)
    expect(Object.keys(settings()).sort()).toEqual(['permissions', 'statusLine'])
    expect((await asked('', `${SPACE}${DOWN}${DOWN}${SPACE}${ENTER}`)).exit).toBe(0)
    expect(Object.keys(settings()).sort()).toEqual(['hooks', 'statusLine'])
  })

  it('does not ask what a flag has answered', async () => {
    const home = temporaryHome()
    mkdirSync(join(home, '.claude'))
    const { exit, output } = await pressKeys(
      home,
      '--no-hooks --permissions --no-instructions --no-mcp --no-statusline --no-shim',
      [
        ['Install for', ENTER],
        ['Where', ENTER],
        ['Which commands', ENTER],
        ['Go ahead', ENTER],
      ],
    )
    expect([exit, output.includes("clients' settings")]).toEqual([0, false])
    expect(text(home, '.claude/settings.json')).not.toContain('hooks')
  })

  it('begins with name and version, and describes the profile under the cursor', async () => {
    const home = temporaryHome()
    mkdirSync(join(home, '.claude'))
    const { output } = await pressKeys(home, '', [
      ['Install for', ENTER],
      ['Where', ENTER],
      ['Which commands', `${UP}`],
      ['commands: ', CTRL_C],
    ])
    expect(output).toMatch(/GSD Pack \d+\.\d+\.\d+/)
    expect(output).toMatch(/\d+ commands: all of core, /)
  })

  it('shows the folders and settings that would change, and changes nothing without confirmation', async () => {
    const home = temporaryHome()
    for (const folder of ['.claude', '.codex', '.gemini']) mkdirSync(join(home, folder))
    const { output } = await pressKeys(home, '', [
      ['Install for', ENTER],
      ['Where', ENTER],
      ['Which commands', ENTER],
      ["clients' settings", ENTER],
      ['so that you can type them', `n${ENTER}`],
      ['Go ahead', `n${ENTER}`],
    ])
    const shown = /Changes:[\s\S]*?(?=\? .{0,9}Go ahead)/.exec(stripVTControlCharacters(output))?.[0] ?? ''
    expect(shown.trim().split(/\r?\n/).length).toBeLessThanOrEqual(20)
    for (const line of ['~/.claude/settings.json', '~/.gemini/settings.json', '~/.codex/hooks.json', '~/.agents ('])
      expect(shown).toContain(line)
    expect(readdirSync(home).sort()).toEqual(['.claude', '.codex', '.gemini'])
  })

  it('uninstall asks for the scope if no flag names it', async () => {
    const home = temporaryHome()
    startGsd(home, ['--claude'])
    const { exit } = await pressKeys(home, 'uninstall', [
      ['Where to uninstall', ENTER],
      ['Go ahead', `y${ENTER}`],
    ])
    expect([exit, existsSync(join(home, '.claude'))]).toEqual([0, false])
  })

  it('Enter does not confirm a removal', async () => {
    const home = temporaryHome()
    startGsd(home, ['--claude'])
    const before = snapshotOf(home, { times: true })
    const { exit } = await pressKeys(home, 'uninstall -g', [['Go ahead', ENTER]])
    expect([exit, snapshotOf(home, { times: true })]).toEqual([4, before])
  })
})
