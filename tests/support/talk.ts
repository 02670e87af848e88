// Runs `gsd` on a pseudo terminal and presses keys.
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathOfNode } from './node-path.js'

const PROGRAM = join(import.meta.dirname, '../../bin/install.js')
export const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0

export const ENTER = '\r'
export const SPACE = ' '
export const UP = '\u001b[A'
export const DOWN = '\u001b[B'
export const CTRL_C = '\u0003'
export const CTRL_D = '\u0004'

/** Starts `gsd` on a pseudo terminal; `keys` are pairs of a text to wait for and the keys to press then. */
export async function pressKeys(home: string, words: string, keys: readonly (readonly [string, string])[]) {
  const child = spawn('script', ['-qefc', `"${process.execPath}" "${PROGRAM}" ${words}`, '/dev/null'], {
    cwd: home,
    env: { PATH: pathOfNode(), HOME: home, TERM: 'xterm' },
  })
  let output = ''
  let from = 0
  const open = [...keys]
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString()
    const next = open[0]
    if (next === undefined || !output.slice(from).includes(next[0])) return
    from = output.length
    open.shift()
    child.stdin.write(next[1])
  })
  const exit = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { exit, output: output }
}
