// Small files in the folders where shells look for completions. Each asks the program for its script when it is first wanted, so that an update needs no new file.
import { isAbsolute, join } from 'node:path'
import type { Disk } from './disk.js'
import { type Bodies, type Marked, withMarked, withoutMarked } from './marked.js'
import type { Notice, Plan } from './operation.js'

/** Shells that look for a program's completions in a folder of the person's. */
export const COMPLETED = ['bash', 'fish'] as const
export type CompletedShell = (typeof COMPLETED)[number]

const PROGRAMS = ['gsd', 'gsd-tools'] as const

const MARK = '# Put here by gsd completion install; gsd completion remove takes it away.'

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
}

/** The folder that a variable names, else the usual one. */
const folderBy = ({ env, home }: Surroundings, name: string, usual: string): string => {
  const named = env[name]
  return named !== undefined && isAbsolute(named) ? named : join(home, usual)
}

interface Where {
  folder(around: Surroundings): string
  /** Folders that may be missing: those below the home. */
  readonly deepest: number
  file(program: string): string
  line(program: string): string
}

const WHERE: Readonly<Record<CompletedShell, Where>> = {
  // Where bash-completion looks, which most systems load for every interactive bash.
  bash: {
    folder: (around) =>
      around.env['BASH_COMPLETION_USER_DIR'] === undefined
        ? join(folderBy(around, 'XDG_DATA_HOME', '.local/share'), 'bash-completion/completions')
        : join(folderBy(around, 'BASH_COMPLETION_USER_DIR', '.local/share/bash-completion'), 'completions'),
    deepest: 4,
    file: (program) => program,
    line: (program) => `command -v ${program} >/dev/null && source <(${program} completion bash)`,
  },
  fish: {
    folder: (around) => join(folderBy(around, 'XDG_CONFIG_HOME', '.config'), 'fish/completions'),
    deepest: 3,
    file: (program) => `${program}.fish`,
    line: (program) => `command -q ${program}; and ${program} completion fish | source`,
  },
}

export const completionFolder = (shell: CompletedShell, around: Surroundings): string => WHERE[shell].folder(around)

const markedFor = (shell: CompletedShell, around: Surroundings): Marked => ({
  folder: completionFolder(shell, around),
  kind: { head: [], mark: MARK, deepest: WHERE[shell].deepest },
})

const bodiesFor = (shell: CompletedShell): Bodies =>
  Object.fromEntries(PROGRAMS.map((program) => [WHERE[shell].file(program), [WHERE[shell].line(program)]]))

/** The plan that also has a shell complete both programs; a file of somebody else's stays, and is named. */
export function withCompletion<P extends Plan>(plan: P, shell: CompletedShell, around: Surroundings, disk: Disk): P {
  const { plan: planned, foreign } = withMarked(plan, markedFor(shell, around), bodiesFor(shell), disk)
  const notices = foreign.map(
    (name): Notice => ({
      level: 'decide',
      path: join(disk.real(completionFolder(shell, around)), name),
      message: 'somebody else wrote this file, and it stays',
      fix: 'remove it and run gsd completion install again',
    }),
  )
  return { ...planned, notices: [...planned.notices, ...notices] }
}

/** The plan that also takes them away, with the folders made for them. */
export const withoutCompletion = <P extends Plan>(
  plan: P,
  shell: CompletedShell,
  around: Surroundings,
  disk: Disk,
): P => withoutMarked(plan, markedFor(shell, around), Object.keys(bodiesFor(shell)), disk)

/** What a person adds to the profile of a shell that has no such folder, or does not look there. */
export const PROFILE_LINES = {
  bash: ['~/.bashrc', PROGRAMS.map((program) => `source <(${program} completion bash)`).join('; ')],
  zsh: [
    '~/.zshrc',
    `autoload -U compinit && compinit; ${PROGRAMS.map((program) => `source <(${program} completion zsh)`).join('; ')}`,
  ],
  fish: ['~/.config/fish/config.fish', PROGRAMS.map((program) => `${program} completion fish | source`).join('; ')],
  pwsh: [
    '$PROFILE',
    PROGRAMS.map((program) => `${program} completion pwsh | Out-String | Invoke-Expression`).join('; '),
  ],
} as const
