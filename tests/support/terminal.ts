// A pseudo terminal, opened by the program `script`, in which a test types like a user.
import { spawn, spawnSync } from 'node:child_process'

/** Whether this machine can open a pseudo terminal. */
export const hasTerminal = (): boolean =>
  process.platform === 'linux' && spawnSync('script', ['--version'], { stdio: 'ignore' }).status === 0

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

interface Typed {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly argv: readonly string[]
  /** Typed once `until` was printed. */
  readonly text: string
  readonly until: string
  /** Typed next, once its own `until` was printed. */
  readonly next?: { readonly text: string; readonly until: string }
  /** Called with everything shown so far, after each output. */
  readonly seen?: (shown: string) => void
}

export interface Terminal {
  shown(): string
  type(text: string): void
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

/** Runs a program on a pseudo terminal and types; returns what was shown and the exit code. */
export async function runAndType({
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
