// Starts `gsd board --actions` at a terminal, as the user does, so that its page may take actions.
import { vi } from 'vitest'
import { environmentOf, PACKAGE } from './gsd.js'
import type { TempProject } from './project.js'
import { openTerminal } from './terminal.js'

export interface StartedBoard {
  readonly url: URL
  shown(): string
  /** Ends the board with Ctrl-C; returns its exit code. */
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
      if (found === undefined) throw new Error(`no URL was printed: ${terminal.shown()}`)
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
