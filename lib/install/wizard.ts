// The questions of an installation on a terminal. Nothing is written before the last answer.
import checkbox from '@inquirer/checkbox'
import confirm from '@inquirer/confirm'
import select from '@inquirer/select'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../runtimes/all.js'
import type { Scope } from '../runtimes/terms.js'
import { visibleLine } from '../std/visible.js'
import { Ended } from './ended.js'
import type { Roots } from './target.js'

export interface Question {
  readonly detected: readonly RuntimeId[]
  readonly installed: readonly RuntimeId[]
  /** Of the global scope. */
  readonly roots: Roots
  /** `null`: not settled by a flag, so it is asked. */
  readonly scope: Scope | null
  readonly profile: readonly string[] | null
  readonly profiles: readonly string[]
  readonly project: string
}

export interface Chosen {
  readonly runtimes: readonly RuntimeId[]
  readonly scope: Scope
  /** `null`: what is recorded, or the default. */
  readonly profile: readonly string[] | null
}

/** Throws `Ended` when the person left: 130 by Ctrl-C, 4 where the terminal went away. */
export async function orEnded<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    if (!(error instanceof Error) || !/^(ExitPromptError|AbortPromptError)$/.test(error.name)) throw error
    throw new Ended(error.message.includes('SIGINT') ? 130 : 4, error)
  }
}

const noteOf = (id: RuntimeId, { detected, installed }: Question): string =>
  installed.includes(id) ? ', installed' : detected.includes(id) ? ', found' : ''

async function askRuntimes(question: Question): Promise<readonly RuntimeId[]> {
  const { detected, installed, roots } = question
  return checkbox({
    message: 'Install for',
    required: true,
    choices: RUNTIME_IDS.map((id) => ({
      value: id,
      name: visibleLine(`${runtimeOf(id).title} (${roots[id]}${noteOf(id, question)})`),
      checked: installed.includes(id) || detected.includes(id),
    })),
  })
}

const askScope = ({ project }: Question): Promise<Scope> =>
  select({
    message: 'Where',
    choices: [
      { value: 'global', name: 'For me, in every project' },
      { value: 'local', name: visibleLine(`Only in this project (${project})`) },
    ],
    default: 'global',
  })

const askProfile = ({ profiles }: Question): Promise<string> =>
  select({ message: 'Which commands', choices: profiles.map((name) => ({ value: name, name })), default: 'standard' })

export const askChoice = (question: Question): Promise<Chosen> =>
  orEnded(
    (async () => {
      const runtimes = await askRuntimes(question)
      const scope = question.scope ?? (await askScope(question))
      const profile = question.profile ?? [await askProfile(question)]
      return { runtimes, scope, profile }
    })(),
  )

/** Shows what will happen and asks once. What takes files away is not the default answer. Throws `Ended` on no. */
export async function askConsent(summary: string, removes: boolean, show: (text: string) => void): Promise<void> {
  show(`\n${summary}\n`)
  if (!(await orEnded(confirm({ message: 'Go ahead', default: !removes })))) throw new Ended(4)
}
