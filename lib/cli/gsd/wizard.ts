// The questions that `gsd` asks on a terminal. Nothing is installed or removed before the last answer.
import checkbox from '@inquirer/checkbox'
import confirm from '@inquirer/confirm'
import select from '@inquirer/select'
import { offersOf } from '../../install/registered.js'
import type { Roots } from '../../install/target.js'
import { wrapToTerminal } from '../../node/terminal.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import { OFFERS, type OfferName } from '../../runtimes/offers.js'
import type { Scope } from '../../runtimes/terms.js'
import { visibleLine } from '../../std/visible.js'
import { Cancelled } from './refusals.js'
import type { World } from './world.js'

interface InstallQuestions {
  readonly detected: readonly RuntimeId[]
  readonly installed: readonly RuntimeId[]
  readonly roots: Roots
  /** The scope that flags set; null to ask. */
  readonly scope: Scope | null
  readonly profile: readonly string[] | null
  /** Profiles from smallest to largest; `about`: what each adds to the one before. */
  readonly profiles: readonly { readonly name: string; readonly about: string }[]
  /** Offers that flags accept or refuse; the wizard does not ask about them. */
  readonly offersWithFlag: readonly OfferName[]
  readonly previousOffers: (scope: Scope) => readonly OfferName[]
  readonly project: string
  /** Where to offer shims; null not to ask. */
  readonly shims: string | null
}

interface InstallAnswers {
  readonly runtimes: readonly RuntimeId[]
  readonly scope: Scope
  readonly profile: readonly string[]
  readonly offers: Offers
  readonly shims: boolean | null
}

type Offers = Readonly<Partial<Record<OfferName, boolean>>>

const OFFER_TEXTS: Readonly<Record<OfferName, readonly [name: string, meaning: string]>> = {
  permissions: [
    'Permissions: no question before each call of gsd-tools',
    "A rule in the client's settings lets sessions call gsd-tools and, if the client has rules for files, change .planning/. The client still asks before everything else.",
  ],
  instructions: [
    "Instructions: where to find a project's plans",
    "Two sentences between markers, in the client's instruction file.",
  ],
  hooks: [
    'Hooks: checks at certain moments of a session',
    'The client starts a small program of the pack, for example when a session begins, and before and after tool calls. The program refuses calls that would break a plan or read secrets, and informs the model.',
  ],
  statusline: ['Status line: current work, and context usage', 'Only if you have not set a status line yourself.'],
  mcp: [
    'MCP server: gsd-tools as tools of the client',
    'Every session starts the server and sends its tool descriptions. Commands and hooks do not need it.',
  ],
}

/** Returns the answer. Throws `Cancelled` if the user ended the question: with 130 for Ctrl-C, 4 if the terminal was closed. */
export async function orCancelled<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    if (!(error instanceof Error) || !/^(ExitPromptError|AbortPromptError)$/.test(error.name)) throw error
    throw new Cancelled(error.message.includes('SIGINT') ? 130 : 4, error)
  }
}

const stateNote = (id: RuntimeId, { detected, installed }: InstallQuestions): string =>
  installed.includes(id) ? ', installed' : detected.includes(id) ? ', found' : ''

/** Wraps a description between words. The library would break words. */
const wrapped = (text: string): string => wrapToTerminal(text, { isTTY: true })

function askRuntimes(question: InstallQuestions): Promise<readonly RuntimeId[]> {
  const before = [...question.detected, ...question.installed]
  return checkbox({
    message: 'Install for',
    required: true,
    choices: RUNTIME_IDS.map((id) => ({
      value: id,
      name: visibleLine(`${runtimeOf(id).title} (${question.roots[id]}${stateNote(id, question)})`),
      checked: before.includes(id),
    })),
  })
}

const askScope = (message: string, project: string): Promise<Scope> =>
  select({
    message,
    choices: [
      { value: 'global', name: 'For me, in every project' },
      { value: 'local', name: visibleLine(`Only in this project (${project})`) },
    ],
    default: 'global',
  })

const askProfile = ({ profiles }: InstallQuestions): Promise<string> =>
  select({
    message: 'Which commands',
    choices: profiles.map(({ name, about }) => ({ value: name, name, description: wrapped(about) })),
    default: 'standard',
  })

const isAvailable = (name: OfferName, runtimes: readonly RuntimeId[], scope: Scope): boolean =>
  runtimes.some((id) => {
    const row = runtimeOf(id)
    return (name === 'hooks' && row.hooks !== null) || offersOf(row, scope).some((offer) => offer.name === name)
  })

async function askOffers(questions: InstallQuestions, runtimes: readonly RuntimeId[], scope: Scope): Promise<Offers> {
  const isFlagged = (name: OfferName) => questions.offersWithFlag.includes(name)
  const askable = OFFERS.filter((name) => !isFlagged(name) && isAvailable(name, runtimes, scope))
  if (askable.length === 0) return {}
  const preselected = questions.previousOffers(scope)
  const chosen = await checkbox({
    message: "Changes allowed in the clients' settings",
    choices: askable.map((name) => ({
      value: name,
      name: OFFER_TEXTS[name][0],
      description: wrapped(OFFER_TEXTS[name][1]),
      checked: preselected.includes(name),
    })),
  })
  return Object.fromEntries(askable.map((name) => [name, chosen.includes(name)]))
}

const askShims = (folder: string): Promise<boolean> =>
  confirm({
    message: visibleLine(`Add gsd and gsd-tools to ${folder}, so that you can type them`),
    default: true,
  })

/** Asks only about shims, for a call that names the clients. */
export const askShimsAlone = (folder: string): Promise<boolean> => orCancelled(askShims(folder))

export const askChoice = (question: InstallQuestions): Promise<InstallAnswers> => orCancelled(askAll(question))

async function askAll(question: InstallQuestions): Promise<InstallAnswers> {
  const runtimes = await askRuntimes(question)
  const scope = question.scope ?? (await askScope('Where to install', question.project))
  const profile = question.profile ?? [await askProfile(question)]
  const offers = await askOffers(question, runtimes, scope)
  const shims = question.shims === null || scope === 'local' ? null : await askShims(question.shims)
  return { runtimes, scope, profile, offers, shims }
}

export const askRemovalScope = (project: string): Promise<Scope> => orCancelled(askScope('Where to uninstall', project))

/** Shows the plan and asks for consent; the default is no if files are removed. Throws `Cancelled` if the answer is no. */
export async function askConsent(text: string, removes: boolean, { err }: World): Promise<void> {
  err(`\n${text}\n`)
  if (!(await orCancelled(confirm({ message: 'Go ahead', default: !removes })))) throw new Cancelled(4)
}
