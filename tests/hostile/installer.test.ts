// Pipes at paths that the installer reads: it leaves them alone, and exits.
import { execFileSync, spawn } from 'node:child_process'
import { lstatSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { askGsd, environmentOf } from '../support/gsd.js'
import { temporaryHome } from '../support/home.js'
import { pathOfNode } from '../support/node-path.js'
import { endOf } from '../support/siege.js'

const PROGRAM = join(import.meta.dirname, '../../bin/install.js')
const gsd = (home: string, ...words: readonly string[]) =>
  endOf(
    spawn(process.execPath, [PROGRAM, ...words], { cwd: home, env: environmentOf(home, { PATH: pathOfNode() }) }),
    '',
  )

function pipe(path: string): void {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(dirname(path), { recursive: true })
  execFileSync('mkfifo', [path])
}

const WORDS = ['--claude', '--global', '--yes'] as const
const CALLS = [
  ['install', ...WORDS, '--hooks', '--permissions'],
  ['doctor', '--json'],
  ['uninstall', ...WORDS],
] as const

const PLACES = [
  '.claude/settings.json',
  '.claude/commands/gsd-next.md',
  '.claude/agents/gsd-planner.md',
  '.agents/get-shit-done/VERSION',
  '.claude/gsd-file-manifest.json',
  '.claude/CLAUDE.md',
] as const

describe('a pipe', () => {
  it.each(PLACES)(
    'in place of ~/%s, before and after an installation: blocks no action, and is kept',
    async (place) => {
      const home = temporaryHome()
      const path = join(home, place)
      for (const isBeforeInstall of [true, false]) {
        if (isBeforeInstall) pipe(path)
        else {
          await askGsd(home, CALLS[0])
          pipe(path)
        }
        for (const words of CALLS.slice(isBeforeInstall ? 0 : 1)) {
          expect([words[0], (await gsd(home, ...words)).timedOut]).toEqual([words[0], false])
        }
        expect(lstatSync(path).isFIFO()).toBe(true)
        rmSync(path)
      }
    },
  )
})
