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
import { Ended } from './ended.js'

export interface Question {
  readonly detected: readonly RuntimeId[]
  readonly installed: readonly RuntimeId[]
  /** Of the global scope. */
  readonly roots: Roots
  /** `null`: not settled by a flag, so it is asked. */
  readonly scope: Scope | null
  readonly profile: readonly string[] | null
  /** In the order in which they grow; `about`: what each lists. */
  readonly profiles: readonly { readonly name: string; readonly about: string }[]
  /** What a flag said of the offers; those are not asked about. */
  readonly settled: readonly OfferName[]
  /** What is taken unless the person says otherwise. */
  readonly taken: (scope: Scope) => readonly OfferName[]
  readonly project: string
  /** The folder of the person's own programs in which ours may be put; null: that is settled. */
  readonly shims: string | null
}

export interface Chosen {
  readonly runtimes: readonly RuntimeId[]
  readonly scope: Scope
  /** `null`: what is recorded, or the default. */
  readonly profile: readonly string[] | null
  /** Those that were asked about. */
  readonly offers: Offers
  /** Null: not asked. */
  readonly shims: boolean | null
}

type Offers = Readonly<Partial<Record<OfferName, boolean>>>

/** What an offer is called, and what it means for whoever takes it. */
const MEANINGS: Readonly<Record<OfferName, readonly [name: string, meaning: string]>> = {
  permissions: [
    'Permissions: no question before each call of gsd-tools',
    'A rule in the settings of the client lets sessions call gsd-tools and, where it has such rules, change .planning/. It asks before everything else as it did.',
  ],
  instructions: [
    'Instructions: where the plans of a project are',
    'Two sentences between markers, in the file that the client reads for instructions in every session.',
  ],
  hooks: [
    'Hooks: checks at certain moments of a session',
    'The client starts a small program of ours when a session begins, around tools and when a turn ends. It refuses what would break a plan or read secrets, and tells the model what it has to know. `gsd hooks explain` lists each.',
  ],
  statusline: [
    'Status line: what is being done, and how full the context is',
    'Where the client has one and you have set none.',
  ],
  mcp: [
    'MCP server: the engine as tools of the client',
    'Every session starts it and carries the descriptions of its tools; commands and hooks need none of it.',
  ],
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

interface Context {
  readonly signal: AbortSignal
}

const BACK = Symbol('back')

/** One question that Esc leaves for the one before. */
async function orBack<T>(ask: (context: Context) => Promise<T>): Promise<T | typeof BACK> {
  const leaving = new AbortController()
  const onKey = (_: unknown, key?: { readonly name?: string }) => {
    if (key?.name === 'escape') leaving.abort()
  }
  process.stdin.on('keypress', onKey)
  try {
    return await ask({ signal: leaving.signal })
  } catch (error) {
    if (leaving.signal.aborted) return BACK
    throw error
  } finally {
    process.stdin.off('keypress', onKey)
  }
}

/** A question that stands alone: Esc leaves, as Ctrl-C does. */
async function alone<T>(ask: (context: Context) => Promise<T>): Promise<T> {
  const answer = await orEnded(orBack(ask))
  if (answer === BACK) throw new Ended(130)
  return answer
}

type Step<D> = (draft: D, context: Context) => Promise<D>

/** Asks one after the other; what was answered is the preselection of whoever comes back. */
async function inSteps<D>(steps: readonly Step<D>[], draft: D): Promise<D> {
  let [at, answers] = [0, draft]
  for (let step = steps[at]; step !== undefined; step = steps[at]) {
    const now = step
    const answered = await orBack((context) => now(answers, context))
    if (answered === BACK && at === 0) throw new Ended(130)
    if (answered !== BACK) answers = answered
    at += answered === BACK ? -1 : 1
  }
  return answers
}

function askRuntimes(
  question: Question,
  before: readonly RuntimeId[],
  context: Context,
): Promise<readonly RuntimeId[]> {
  return checkbox(
    {
      message: 'Install for (Esc leaves)',
      required: true,
      choices: RUNTIME_IDS.map((id) => ({
        value: id,
        name: visibleLine(`${runtimeOf(id).title} (${question.roots[id]}${noteOf(id, question)})`),
        checked: before.includes(id),
      })),
    },
    context,
  )
}

const askWhere = (message: string, project: string, before: Scope, context: Context): Promise<Scope> =>
  select(
    {
      message,
      choices: [
        { value: 'global', name: 'For me, in every project' },
        { value: 'local', name: visibleLine(`Only in this project (${project})`) },
      ],
      default: before,
    },
    context,
  )

const askProfile = ({ profiles }: Question, before: string, context: Context): Promise<string> =>
  select(
    {
      message: 'Which commands (Esc goes back)',
      choices: profiles.map(({ name, about }) => ({ value: name, name, description: about })),
      default: before,
    },
    context,
  )

/** Whether one of these clients can be given it. */
const isOffered = (name: OfferName, runtimes: readonly RuntimeId[], scope: Scope): boolean =>
  runtimes.some((id) => {
    const row = runtimeOf(id)
    return (name === 'hooks' && row.hooks !== null) || offersOf(row, scope).some((offer) => offer.name === name)
  })

async function askOffers(
  { settled, taken }: Question,
  { runtimes, scope, offers: before }: { runtimes: readonly RuntimeId[]; scope: Scope; offers: Offers },
  context: Context,
): Promise<Offers> {
  const open = OFFERS.filter((name) => !settled.includes(name) && isOffered(name, runtimes, scope))
  if (open.length === 0) return {}
  const usual = taken(scope)
  const chosen = await checkbox(
    {
      message: "What may go into the clients' own settings (Esc goes back)",
      choices: open.map((name) => ({
        value: name,
        name: MEANINGS[name][0],
        description: MEANINGS[name][1],
        checked: before[name] ?? usual.includes(name),
      })),
    },
    context,
  )
  return Object.fromEntries(open.map((name) => [name, chosen.includes(name)]))
}

const askShims = (folder: string, before: boolean | null, context: Context): Promise<boolean> =>
  confirm(
    {
      message: visibleLine(`Put gsd and gsd-tools into ${folder}, so that you can type them`),
      default: before ?? true,
    },
    context,
  )

/** The same, asked of somebody who has named clients. */
export const askShimsAlone = (folder: string): Promise<boolean> => alone((context) => askShims(folder, null, context))

export async function askChoice(question: Question): Promise<Chosen> {
  const { detected, installed } = question
  const draft = {
    runtimes: [...detected, ...installed] as readonly RuntimeId[],
    scope: question.scope,
    profile: question.profile,
    offers: {} as Offers,
    shims: null as boolean | null,
  }
  const steps: readonly (Step<typeof draft> | null)[] = [
    async (so, context) => ({ ...so, runtimes: await askRuntimes(question, so.runtimes, context) }),
    question.scope !== null
      ? null
      : async (so, context) => ({
          ...so,
          scope: await askWhere('Where (Esc goes back)', question.project, so.scope ?? 'global', context),
        }),
    question.profile !== null
      ? null
      : async (so, context) => ({
          ...so,
          profile: [await askProfile(question, so.profile?.[0] ?? 'standard', context)],
        }),
    async (so, context) => ({
      ...so,
      offers: await askOffers(question, { ...so, scope: so.scope ?? 'global' }, context),
    }),
    question.shims === null
      ? null
      : async (so, context) => ({
          ...so,
          shims: (so.scope ?? 'global') === 'local' ? null : await askShims(question.shims ?? '', so.shims, context),
        }),
  ]
  const { runtimes, scope, profile, offers, shims } = await orEnded(
    inSteps(
      steps.flatMap((step) => step ?? []),
      draft,
    ),
  )
  return { runtimes, scope: scope ?? 'global', profile, offers, shims }
}

/** Which of the two a removal is about. */
export const askRemovalScope = (project: string): Promise<Scope> =>
  alone((context) => askWhere('Remove what is installed', project, 'global', context))

/** More lines than that are shown only to whoever asks for them. */
const SHOWN_AT_ONCE = 20

/** Shows what will happen and asks once. What takes files away is not the default answer. Throws `Ended` on no. */
export async function askConsent(
  { brief, whole }: { readonly brief: string; readonly whole: string },
  removes: boolean,
  show: (text: string) => void,
): Promise<void> {
  const lines = whole.trimEnd().split('\n')
  const isLong = lines.length > SHOWN_AT_ONCE
  show(`\n${(isLong ? brief : whole).trimEnd()}\n`)
  const agreed = (message: string, usual: boolean) => alone((context) => confirm({ message, default: usual }, context))
  if (isLong && (await agreed(`Show everything (${lines.length} lines)`, false))) show(`\n${whole}\n`)
  if (!(await agreed('Go ahead', !removes))) throw new Ended(4)
}
