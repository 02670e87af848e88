// A board that a person started at a terminal of their own, so that its page may do something.
import { vi } from 'vitest'
import { environmentOf, PACKAGE } from './gsd.js'
import type { TempProject } from './project.js'
import { openTerminal } from './terminal.js'

export interface StartedBoard {
  readonly url: URL
  /** All that was printed. */
  shown(): string
  /** By an interrupt, as a person ends it. */
  end(): Promise<number | null>
}

export async function boardWithActions({ root, home }: Pick<TempProject, 'root' | 'home'>): Promise<StartedBoard> {
  const terminal = openTerminal({
    cwd: root,
    env: { ...environmentOf(home), TERM: 'xterm' },
    argv: ['exec', process.execPath, PACKAGE, 'board', '--actions'],
  })
  const url = await vi.waitFor(
    () => {
      const found = /http:\/\/127\S+/.exec(terminal.shown())?.[0]
      if (found === undefined) throw new Error(`no address: ${terminal.shown()}`)
      return new URL(found)
    },
    { timeout: 20_000, interval: 50 },
  )
  return {
    url,
    shown: terminal.shown,
    end() {
      terminal.type('\u0003')
      return terminal.exit
    },
  }
}
