// The questions of an installation, on a real terminal: what is preselected, what Enter does, and that leaving changes nothing.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { picture, temporaryHome } from '../support/home.js'
import { describeWhere } from '../support/where.js'

const PROGRAM = join(import.meta.dirname, '../../bin/install.js')
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0

const ENTER = '\r'
const CTRL_C = '\u0003'
const CTRL_D = '\u0004'

/** Starts `gsd` on a terminal of its own and presses a key whenever the next of the texts has appeared. */
async function talk(home: string, words: string, keys: readonly (readonly [string, string])[]) {
  const child = spawn('script', ['-qefc', `"${process.execPath}" "${PROGRAM}" ${words}`, '/dev/null'], {
    cwd: home,
    env: { PATH: '/usr/bin:/bin', HOME: home, TERM: 'xterm' },
  })
  let said = ''
  let from = 0
  const open = [...keys]
  child.stdout.on('data', (data: Buffer) => {
    said += data.toString()
    const next = open[0]
    if (next === undefined || !said.slice(from).includes(next[0])) return
    from = said.length
    open.shift()
    child.stdin.write(next[1])
  })
  const exit = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { exit, said }
}

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
    spawnSync(process.execPath, [PROGRAM, '--claude'], { cwd: home, env: { PATH: '/usr/bin:/bin', HOME: home } })
    const before = picture(home, { times: true })
    const { exit } = await talk(home, 'uninstall -g', [['Go ahead', ENTER]])
    expect([exit, picture(home, { times: true })]).toEqual([4, before])
  })
})
