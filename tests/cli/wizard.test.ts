// The questions of an installation, on a real terminal: what is preselected, what Enter does, and that leaving changes nothing.
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startGsd } from '../support/gsd.js'
import { picture, temporaryHome } from '../support/home.js'
import { CTRL_C, CTRL_D, ENTER, hasTerminal, talk } from '../support/talk.js'
import { describeWhere } from '../support/where.js'

describeWhere(hasTerminal)('on a terminal', () => {
  it('Enter installs for what was found, for every project, as standard, after one consent', async () => {
    const home = temporaryHome()
    mkdirSync(join(home, '.claude'))
    const { exit, said } = await talk(home, '', [
      ['Install for', ENTER],
      ['Where', ENTER],
      ['Which commands', ENTER],
      ['Go ahead', ENTER],
    ])
    expect(said).toContain('found')
    expect([exit, readdirSync(home).sort()]).toEqual([0, ['.claude', '.gsd']])
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
        ['Go ahead', `n${ENTER}`],
      ],
      4,
    ],
  ] as const)('%s leaves everything as it was', async (_, keys, status) => {
    const home = temporaryHome()
    mkdirSync(join(home, '.claude'))
    const before = picture(home, { times: true })
    const { exit } = await talk(home, '', keys)
    expect([exit, picture(home, { times: true })]).toEqual([status, before])
  })

  it('removal is not what Enter does', async () => {
    const home = temporaryHome()
    startGsd(home, ['--claude'])
    const before = picture(home, { times: true })
    const { exit } = await talk(home, 'uninstall -g', [['Go ahead', ENTER]])
    expect([exit, picture(home, { times: true })]).toEqual([4, before])
  })
})
