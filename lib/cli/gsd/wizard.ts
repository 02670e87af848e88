// The questions of an installation on a terminal. Nothing is written before the last answer.
import checkbox from '@inquirer/checkbox'
import confirm from '@inquirer/confirm'
import select from '@inquirer/select'
import { offersOf } from '../../install/registered.js'
import type { Roots } from '../../install/target.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import { OFFERS, type OfferName } from '../../runtimes/offers.js'
import type { Scope } from '../../runtimes/terms.js'
import { visibleLine } from '../../std/visible.js'
import { Cancelled } from './refusals.js'
import type { World } from './world.js'

export interface Question {
  readonly detected: readonly RuntimeId[]
  readonly installed: readonly RuntimeId[]
  readonly roots: Roots
  /** `null` without a flag, so it is asked. */
  readonly scope: Scope | null
  readonly profile: readonly string[] | null
  /** Profiles from smallest to largest; `about`: the additions of each. */
  readonly profiles: readonly { readonly name: string; readonly about: string }[]
  /** Offers settled by flags, which are not asked. */
  readonly settled: readonly OfferName[]
  readonly taken: (scope: Scope) => readonly OfferName[]
  readonly project: string
  /** The user's own program folder, for the launchers; null if settled. */
  readonly shims: string | null
}

export interface Chosen {
  readonly runtimes: readonly RuntimeId[]
  readonly scope: Scope
  /** `null` for the recorded one, or the default. */
  readonly profile: readonly string[] | null
  readonly offers: Offers
  readonly shims: boolean | null
}

type Offers = Readonly<Partial<Record<OfferName, boolean>>>

const MEANINGS: Readonly<Record<OfferName, readonly [name: string, meaning: string]>> = {
  permissions: [
    'Permissions: no question before each call of gsd-tools',
    "A rule in the client's settings lets sessions call gsd-tools and, if it has such rules, change .planning/. It still asks before everything else.",
  ],
  instructions: [
    "Instructions: where to find a project's plans",
    "Two sentences between markers, in the client's instruction file.",
  ],
  hooks: [
    'Hooks: checks at certain moments of a session',
    'The client starts our small program when a session begins, around tools and when a turn ends. It refuses calls that would break a plan or read secrets, and informs the model.',
  ],
  statusline: ['Status line: current work, and context usage', 'If the client has one and you have not set your own.'],
  mcp: [
    'MCP server: the engine as tools of the client',
    'Every session starts it and sends its tool descriptions; commands and hooks do not need it.',
  ],
}

/** Throws `Cancelled` if the user left: 130 by Ctrl-C, 4 if the terminal was closed. */
export async function orEnded<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    if (!(error instanceof Error) || !/^(ExitPromptError|AbortPromptError)$/.test(error.name)) throw error
    throw new Cancelled(error.message.includes('SIGINT') ? 130 : 4, error)
  }
}

const noteOf = (id: RuntimeId, { detected, installed }: Question): string =>
  installed.includes(id) ? ', installed' : detected.includes(id) ? ', found' : ''

function askRuntimes(question: Question): Promise<readonly RuntimeId[]> {
  const before = [...question.detected, ...question.installed]
  return checkbox({
    message: 'Install for',
    required: true,
    choices: RUNTIME_IDS.map((id) => ({
      value: id,
      name: visibleLine(`${runtimeOf(id).title} (${question.roots[id]}${noteOf(id, question)})`),
      checked: before.includes(id),
    })),
  })
}

const askWhere = (message: string, project: string): Promise<Scope> =>
  select({
    message,
    choices: [
      { value: 'global', name: 'For me, in every project' },
      { value: 'local', name: visibleLine(`Only in this project (${project})`) },
    ],
    default: 'global',
  })

const askProfile = ({ profiles }: Question): Promise<string> =>
  select({
    message: 'Which commands',
    choices: profiles.map(({ name, about }) => ({ value: name, name, description: about })),
    default: 'standard',
  })

const isOffered = (name: OfferName, runtimes: readonly RuntimeId[], scope: Scope): boolean =>
  runtimes.some((id) => {
    const row = runtimeOf(id)
    return (name === 'hooks' && row.hooks !== null) || offersOf(row, scope).some((offer) => offer.name === name)
  })

async function askOffers({ settled, taken }: Question, runtimes: readonly RuntimeId[], scope: Scope): Promise<Offers> {
  const open = OFFERS.filter((name) => !settled.includes(name) && isOffered(name, runtimes, scope))
  if (open.length === 0) return {}
  const usual = taken(scope)
  const chosen = await checkbox({
    message: "Changes allowed in the clients' settings",
    choices: open.map((name) => ({
      value: name,
      name: MEANINGS[name][0],
      description: MEANINGS[name][1],
      checked: usual.includes(name),
    })),
  })
  return Object.fromEntries(open.map((name) => [name, chosen.includes(name)]))
}

const askShims = (folder: string): Promise<boolean> =>
  confirm({
    message: visibleLine(`Add gsd and gsd-tools to ${folder}, so that you can type them`),
    default: true,
  })

/** Asks about shims only, if the call named the clients. */
export const askShimsAlone = (folder: string): Promise<boolean> => orEnded(askShims(folder))

export const askChoice = (question: Question): Promise<Chosen> => orEnded(chosenBy(question))

async function chosenBy(question: Question): Promise<Chosen> {
  const runtimes = await askRuntimes(question)
  const scope = question.scope ?? (await askWhere('Where', question.project))
  const profile = question.profile ?? [await askProfile(question)]
  const offers = await askOffers(question, runtimes, scope)
  const shims = question.shims === null || scope === 'local' ? null : await askShims(question.shims)
  return { runtimes, scope, profile, offers, shims }
}

export const askRemovalScope = (project: string): Promise<Scope> => orEnded(askWhere('Uninstall', project))

/** Shows the plan and asks once. Removing files is not the default answer. Throws `Cancelled` on no. */
export async function askConsent(text: string, removes: boolean, { err }: World): Promise<void> {
  err(`\n${text}\n`)
  if (!(await orEnded(confirm({ message: 'Go ahead', default: !removes })))) throw new Cancelled(4)
}
