// Programs that run what follows them, and programs that run a text: how the command within is found.
import { wordTable } from '../../std/text.js'

export interface Wrapper {
  /** Letters of options that take the next word. */
  readonly valued: string
  /** Long options that do. */
  readonly long: readonly string[]
  /** Words in front of the command that are none of it. */
  readonly skips: number
  /** Takes `NAME=value` in front of the command. */
  readonly assigns: boolean
}

const wrapper = (valued = '', skips = 0, assigns = false, long: readonly string[] = []): Wrapper => ({
  valued,
  long,
  skips,
  assigns,
})

export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  sudo: wrapper('ugCDhpRrTtU', 0, true, ['--user', '--group', '--host', '--prompt', '--chdir', '--chroot']),
  doas: wrapper('uC'),
  env: wrapper('uCS', 0, true, ['--unset', '--chdir', '--split-string']),
  command: wrapper(),
  builtin: wrapper(),
  exec: wrapper('a'),
  nohup: wrapper(),
  setsid: wrapper(),
  time: wrapper('fo', 0, false, ['--format', '--output']),
  nice: wrapper('n', 0, false, ['--adjustment']),
  ionice: wrapper('cnp'),
  timeout: wrapper('ks', 1, false, ['--kill-after', '--signal']),
  gtimeout: wrapper('ks', 1, false, ['--kill-after', '--signal']),
  stdbuf: wrapper('ioe'),
  chronic: wrapper(),
  watch: wrapper('nd', 0, false, ['--interval']),
  flock: wrapper('wEc', 1),
  chroot: wrapper('', 1),
  strace: wrapper('eopsuEaPIO'),
  ltrace: wrapper('eopsuEaPIO'),
  xargs: wrapper('IEeLlnPsadJR', 0, false, [
    '--max-args',
    '--max-procs',
    '--delimiter',
    '--replace',
    '--arg-file',
    '--max-lines',
  ]),
  parallel: wrapper('jaNn', 0, false, ['--jobs']),
  busybox: wrapper(),
  toybox: wrapper(),
}

/** Programs with options of many kinds: a command is looked for among their words, by the programs that are known. */
export const SEARCHED: ReadonlySet<string> = new Set(
  wordTable(`
    find gfind fd fdfind docker podman nerdctl kubectl oc docker-compose ssh lxc vagrant script unbuffer entr gosu su
    runuser su-exec tmux screen wsl cmd cmd.exe git poetry pipenv uv pdm rye conda npm npx bunx bun pnpm yarn bundle mise asdf
    rbenv direnv nix nix-shell nodemon hyperfine concurrently ssh-agent
  `),
)

export const SHELLS: ReadonlySet<string> = new Set(
  wordTable('sh bash zsh dash ksh mksh ash fish rbash csh tcsh xonsh nu pwsh powershell'),
)

/** Words of a shell that are no command: where its options end, and the text it is told to run. */
export interface ShellCode {
  readonly code: string | null
  readonly file: string | null
  /** Where its `$0` stands among the words, or stood: those behind it are `$1`, `$2`, … */
  readonly from: number
}

export function shellCode(words: readonly string[]): ShellCode {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string
    if (/^(?:-[A-Za-z]*c|-command|--command|-Command)$/.test(word)) {
      const rest = words.slice(at + 1)
      // What follows further options of the shell is the text.
      const first = rest.findIndex((one) => !/^[-+][A-Za-z]+$/.test(one))
      const from = at + 1 + first + 1
      return { code: first < 0 ? null : (rest[first] as string), file: null, from }
    }
    if (word === '-o' || word === '+o' || word === '-O' || word === '--rcfile' || word === '--init-file') at += 1
    else if (!/^[-+]/.test(word)) return { code: null, file: word, from: at }
  }
  return { code: null, file: null, from: words.length }
}

/** Where the command of a wrapper begins among the words behind it, and what is assigned in front of it. */
export function commandWithin(
  words: readonly string[],
  { valued, long, skips, assigns }: Wrapper,
): { readonly at: number; readonly assigned: readonly string[] } {
  const assigned: string[] = []
  let left = skips
  let at = 0
  for (; at < words.length; at++) {
    const word = words[at] as string
    if (word === '--') {
      if (left === 0) return { at: at + 1, assigned }
    } else if (word.startsWith('--')) {
      if (long.includes(word)) at += 1
    } else if (/^-./.test(word)) {
      // A value in the same word belongs to it.
      const letter = [...word.slice(1)].findIndex((one) => valued.includes(one))
      if (letter >= 0 && letter === word.length - 2) at += 1
    } else if (assigns && /^[A-Za-z_]\w*=/.test(word)) assigned.push(word)
    else if (left > 0) left -= 1
    else return { at, assigned }
  }
  return { at, assigned }
}

/** Options of `find` that choose among the files of a folder. */
export const FILTER = /^-(?:i?(?:name|path|wholename|regex)|newer.*|[acm](?:time|min)|size|empty|user|perm)$/

/** Folders in which `find` looks. */
export function searchedFolders(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => /^[-(!]/.test(word))
  return words.slice(0, end < 0 ? undefined : end)
}
