// A terminal of the system's own, in which a test types like a person: a pseudo terminal that the program `script` opens.
import { spawn, spawnSync } from 'node:child_process'

/** Whether one can be opened here. */
export const hasTerminal = (): boolean =>
  process.platform === 'linux' && spawnSync('script', ['--version'], { stdio: 'ignore' }).status === 0

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

interface Typed {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly argv: readonly string[]
  /** Typed when `until` was printed. */
  readonly text: string
  readonly until: string
  /** Typed next, when that was printed in its turn. */
  readonly next?: { readonly text: string; readonly until: string }
  /** Hears all that was shown so far. */
  readonly seen?: (shown: string) => void
}

export interface Terminal {
  /** What was shown so far. */
  shown(): string
  type(text: string): void
  /** How the program ended. */
  readonly exit: Promise<number | null>
}

export function openTerminal({ cwd, env, argv, seen }: Omit<Typed, 'text' | 'until' | 'next'>): Terminal {
  const child = spawn('script', ['--quiet', '--return', '--command', argv.map(quoted).join(' '), '/dev/null'], {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let shown = ''
  child.stdout.on('data', (part: Buffer) => {
    shown += part.toString('utf8')
    seen?.(shown)
  })
  return {
    shown: () => shown,
    type: (text) => child.stdin.write(text),
    exit: new Promise((done, fail) => {
      child.on('error', fail)
      child.on('close', done)
    }),
  }
}

/** What was shown, and how the program ended. */
export async function typeAt({
  cwd,
  env,
  argv,
  text,
  until,
  next,
  seen,
}: Typed): Promise<{ readonly shown: string; readonly exit: number | null }> {
  const waiting = [{ text, until }, ...(next === undefined ? [] : [next])]
  const terminal = openTerminal({
    cwd,
    env,
    argv,
    seen(shown) {
      seen?.(shown)
      const [due] = waiting
      if (due === undefined || !shown.includes(due.until)) return
      waiting.shift()
      terminal.type(due.text)
    },
  })
  const exit = await terminal.exit
  return { shown: terminal.shown(), exit }
}
