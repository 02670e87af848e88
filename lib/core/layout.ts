// Where planning files lie: phase directories, the files of a phase, pairing of plans with summaries, and which artifact a path is. Listing only, no parsing.
import { isExcluded } from '../artifacts/parts/excluded-files.js'
import { baseName } from '../std/paths.js'
import { slugOf } from '../std/slug.js'
import {
  comparePhaseIds,
  comparePlanIds,
  majorOf,
  type PhaseId,
  type PlanId,
  parseDirectoryName,
  parsePlanStem,
  planIdOf,
  samePlan,
} from './ids.js'
import type { View } from './view.js'

export interface PhaseDirectory {
  readonly id: PhaseId
  readonly name: string
  /** Relative to the project root. */
  readonly path: string
  readonly slug: string
  readonly code: string | null
  /** The archive it lies in (`v1.0`), or null when it is live. */
  readonly archive: string | null
}

export interface PlanFile {
  readonly id: PlanId
  /** File name without `-PLAN.md`; empty for a bare `PLAN.md`. */
  readonly stem: string
  readonly path: string
  /** Its SUMMARY, paired by exact or canonical id. */
  readonly summary: string | null
  /** `XX-YY-VERIFY.json`, if it is there. */
  readonly receipt: string | null
}

/** The files of one phase by role; every path is relative to the project root. */
export interface PhaseFiles {
  readonly directory: PhaseDirectory
  readonly plans: readonly PlanFile[]
  /** Summaries that no plan file pairs with. */
  readonly orphanSummaries: readonly { readonly id: PlanId; readonly path: string }[]
  readonly context: string | null
  readonly research: string | null
  readonly verification: string | null
  readonly uat: string | null
  readonly check: string | null
  readonly replan: string | null
  readonly security: string | null
  readonly uiSpec: string | null
  /** Roles for which more than one file was found, with all of them. */
  readonly ambiguous: readonly { readonly role: string; readonly paths: readonly string[] }[]
}

/** Every SUMMARY of a phase, those that belong to no plan included. */
export const summariesIn = ({ plans, orphanSummaries }: PhaseFiles): readonly string[] => [
  ...plans.flatMap(({ summary }) => summary ?? []),
  ...orphanSummaries.map(({ path }) => path),
]

/** Directories of live phases in id order; names that are no phase directory are left out. */
export function listPhaseDirectories(view: View, custom: readonly PhaseId[] = []): readonly PhaseDirectory[] {
  return directoriesIn(view, view.at('phases'), null, custom)
}

/** Live directories that may be those of one phase: for verbs about that one, which need not read the names of all the others. */
export function listDirectoriesNear(
  view: View,
  id: PhaseId,
  custom: readonly PhaseId[] = [],
): readonly PhaseDirectory[] {
  const number = majorOf(id)
  return directoriesIn(
    view,
    view.at('phases'),
    null,
    custom,
    // The number stands at the beginning or behind a project's code, with or without zeros.
    number === null ? undefined : new RegExp(`(?:^|-)0*${number}(?!\\d)`),
  )
}

/** Phase directories of archived milestones, newest archive first; `archive/<version>` is where older tools put them. */
export function listArchivedDirectories(view: View): readonly PhaseDirectory[] {
  const folders = (parent: string, ending: string) =>
    view.list(parent).flatMap(({ kind, name }) => {
      const isOne = kind === 'directory' && name.startsWith('v') && name.endsWith(ending)
      return isOne ? [{ path: `${parent}/${name}`, version: name.slice(0, name.length - ending.length) }] : []
    })
  return [...folders('.planning/milestones', '-phases'), ...folders('.planning/archive', '')]
    .sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }))
    .flatMap(({ path, version }) => directoriesIn(view, path, version, []))
}

function directoriesIn(
  view: View,
  parent: string,
  archive: string | null,
  custom: readonly PhaseId[],
  near?: RegExp,
): readonly PhaseDirectory[] {
  return view
    .list(parent)
    .filter((entry) => entry.kind === 'directory' && near?.test(entry.name) !== false)
    .flatMap((entry) => {
      const parsed = parseDirectoryName(entry.name, custom)
      if (parsed === null) return []
      const { id, code, slug } = parsed
      return { id, code, slug, name: entry.name, path: `${parent}/${entry.name}`, archive }
    })
    .sort((a, b) => comparePhaseIds(a.id, b.id) || (a.name < b.name ? -1 : 1))
}

/** Names of the files in a phase directory that may play a role. */
const namesIn = (view: View, { path }: PhaseDirectory): readonly string[] =>
  view.list(path).flatMap(({ name, kind }) => (kind === 'file' && !isExcluded(name) ? [name] : []))

/** Plans with what belongs to them, SUMMARYs that belong to none, and what plays a role; names relative to the directory. */
interface Paired extends Pick<PhaseFiles, 'plans' | 'orphanSummaries'> {
  readonly roles: Readonly<Partial<Record<Role, readonly string[]>>>
}

function pairedIn(view: View, directory: PhaseDirectory): Paired {
  const names = namesIn(view, directory)
  const isNested = view.list(directory.path).some(({ name, kind }) => name === NESTED && kind === 'directory')
  const all = isNested ? [...names, ...nestedNames(view, (name) => `${directory.path}/${name}`)] : names
  const sorted = sortedByKind(all)
  const summaries = named(sorted, 'SUMMARY', directory.id)
  const receipts = sorted.receipts.map((name) => ({
    name,
    id: parsePlanStem(name.slice(0, -RECEIPT.length), directory.id),
  }))
  const taken = new Set<string>()
  const plans = named(sorted, 'PLAN', directory.id).map(({ name, id, stem }): PlanFile => {
    const summary = summaries.find((found) => found.stem === stem) ?? summaries.find((found) => samePlan(found.id, id))
    if (summary !== undefined) taken.add(summary.name)
    const receipt = receipts.find((found) => samePlan(found.id, id))
    return { id, stem, path: name, summary: summary?.name ?? null, receipt: receipt?.name ?? null }
  })
  return {
    plans: plans.sort((a, b) => comparePlanIds(a.id, b.id) || (a.path < b.path ? -1 : 1)),
    orphanSummaries: summaries.filter(({ name }) => !taken.has(name)).map(({ id, name }) => ({ id, path: name })),
    roles: rolesAmong(sorted.others, directory.id),
  }
}

/** Names by what their endings say; of those in a folder below, plans and SUMMARYs in older forms alone count. */
interface Sorted extends Readonly<Record<Word, readonly string[]>> {
  readonly receipts: readonly string[]
  /** Of the phase's own folder. */
  readonly others: readonly string[]
  /** All that are no plan or SUMMARY in the present form. */
  readonly older: readonly string[]
}

/** One look at each: of a first call about thousands of phases this was a tenth. */
function sortedByKind(names: readonly string[]): Sorted {
  const sorted = { PLAN: [] as string[], SUMMARY: [] as string[] }
  const receipts: string[] = []
  const others: string[] = []
  const older: string[] = []
  for (const name of names) {
    const isBelow = name.includes('/')
    const word = isCurrent(name, 'PLAN') ? 'PLAN' : isCurrent(name, 'SUMMARY') ? 'SUMMARY' : null
    if (word === null) {
      older.push(name)
      if (!isBelow) (name.endsWith(RECEIPT) ? receipts : others).push(name)
    } else if (!isBelow) sorted[word].push(name)
  }
  return { ...sorted, receipts, others, older }
}

const rolesAmong = (names: readonly string[], phase: PhaseId): Paired['roles'] =>
  Object.fromEntries(
    ROLE_ENTRIES.flatMap(([role, suffixes]) => {
      const found = rank(names, phase, suffixes)
      return found.length === 0 ? [] : [[role, found]]
    }),
  )

/** Lists one phase directory and sorts its files into roles. */
export const listPhaseFiles = (view: View, directory: PhaseDirectory): PhaseFiles =>
  new Listed(directory, pairedIn(view, directory))

/** Paths are made when they are asked for: of most phases of a large project nobody asks for all. */
class Listed implements PhaseFiles {
  readonly directory: PhaseDirectory
  readonly #paired: Paired
  #plans: PhaseFiles['plans'] | undefined

  constructor(directory: PhaseDirectory, paired: Paired) {
    this.directory = directory
    this.#paired = paired
  }

  #at(name: string): string {
    return `${this.directory.path}/${name}`
  }

  #orNull(name: string | null | undefined): string | null {
    return name == null ? null : this.#at(name)
  }

  #first(role: Role): string | null {
    return this.#orNull(this.#paired.roles[role]?.[0])
  }

  get plans() {
    this.#plans ??= this.#paired.plans.map(({ id, stem, path, summary, receipt }) => ({
      id,
      stem,
      path: this.#at(path),
      summary: this.#orNull(summary),
      receipt: this.#orNull(receipt),
    }))
    return this.#plans
  }

  get orphanSummaries() {
    return this.#paired.orphanSummaries.map(({ id, path }) => ({ id, path: this.#at(path) }))
  }

  get ambiguous() {
    return Object.entries(this.#paired.roles)
      .filter(([, names]) => names.length > 1)
      .map(([role, names]) => ({ role: ROLES[role as Role][0], paths: names.map((name) => this.#at(name)) }))
  }

  get context() {
    return this.#first('context')
  }
  get research() {
    return this.#first('research')
  }
  get verification() {
    return this.#first('verification')
  }
  get uat() {
    return this.#first('uat')
  }
  get check() {
    return this.#first('check')
  }
  get replan() {
    return this.#first('replan')
  }
  get security() {
    return this.#first('security')
  }
  get uiSpec() {
    return this.#first('uiSpec')
  }
}

const RECEIPT = '-VERIFY.json'

/** Names of the file of each role; behind the phase's id they stand after a dash. */
export const ROLES = {
  context: ['CONTEXT.md'],
  research: ['RESEARCH.md'],
  verification: ['VERIFICATION.md'],
  uat: ['UAT.md', 'HUMAN-UAT.md'],
  check: ['CHECK.json'],
  replan: ['REPLAN.md'],
  security: ['SECURITY.md'],
  uiSpec: ['UI-SPEC.md'],
} as const
type Role = keyof typeof ROLES
const ROLE_ENTRIES = Object.entries(ROLES)

/** Folder in which older tools kept the plans of a phase, with names of their own. */
const NESTED = 'plans'

/** Files of that folder, relative to the phase's directory. */
const nestedNames = (view: View, at: (name: string) => string): readonly string[] =>
  view
    .list(at(NESTED))
    .filter(({ name, kind }) => kind === 'file' && !isExcluded(name))
    .map(({ name }) => `${NESTED}/${name}`)

type Word = 'PLAN' | 'SUMMARY'

/** `PLAN-01-first.md`, `5-PLAN-01-first.md`: the number stands behind the word. */
const OLDER: Readonly<Record<Word, RegExp>> = {
  PLAN: /^(?:.*-)?PLAN-(\d+[A-Za-z]?)(?:[-.].*)?\.md$/,
  SUMMARY: /^(?:.*-)?SUMMARY-(\d+[A-Za-z]?)(?:[-.].*)?\.md$/,
}

/** `PLAN.md`, `05-01-PLAN.md`. */
const CURRENT: Readonly<Record<Word, { readonly bare: string; readonly tail: string }>> = {
  PLAN: { bare: 'PLAN.md', tail: '-PLAN.md' },
  SUMMARY: { bare: 'SUMMARY.md', tail: '-SUMMARY.md' },
}

const isCurrent = (name: string, word: Word) => name.endsWith(CURRENT[word].tail) || name === CURRENT[word].bare

const isOlder = (name: string, word: Word) =>
  // Most names are told by a look.
  name.includes(word) && !isCurrent(name, 'PLAN') && !isCurrent(name, 'SUMMARY') && OLDER[word].test(baseName(name))

interface PlanName {
  readonly id: PlanId
  readonly stem: string
}

/** Plans or summaries among these. A file with an older name counts unless one with the present form has its id. */
function named(sorted: Sorted, word: Word, phase: PhaseId): readonly (PlanName & { readonly name: string })[] {
  const current = sorted[word].map((name) => ({ ...planName(name, word, phase), name }))
  const older = sorted.older
    .filter((name) => isOlder(name, word))
    .map((name) => ({ ...olderName(name, word, phase), name }))
    .filter(({ id }) => !current.some((other) => samePlan(other.id, id)))
  return older.length === 0 ? current : [...current, ...older]
}

function olderName(name: string, word: Word, phase: PhaseId): PlanName {
  const stem = name.slice(name.lastIndexOf('/') + 1, -'.md'.length)
  return { id: planIdOf(phase, OLDER[word].exec(`${stem}.md`)?.[1] ?? ''), stem }
}

function planName(name: string, word: Word, phase: PhaseId): PlanName {
  if (name === `${word}.md`) return { id: phase as string as PlanId, stem: '' }
  const stem = name.slice(0, -`-${word}.md`.length)
  return { id: parsePlanStem(stem, phase), stem }
}

/** Candidates for one role, best first: own prefix, bare name, then by name. */
function rank(names: readonly string[], phase: PhaseId, suffixes: readonly string[]): readonly string[] {
  const near = names.filter((name) => suffixes.some((suffix) => name.endsWith(suffix)))
  if (near.length === 0) return near
  const candidates = suffixes.flatMap((suffix) =>
    near.filter((name) => name === suffix || (name.endsWith(`-${suffix}`) && !shadowed(name, suffix, suffixes))),
  )
  const weight = (name: string) =>
    suffixes.some((suffix) => name === `${phase}-${suffix}`) ? 0 : suffixes.includes(name) ? 1 : 2
  return candidates.sort((a, b) => weight(a) - weight(b) || (a < b ? -1 : 1))
}

/** `01-HUMAN-UAT.md` ends with `-UAT.md` too: the longer suffix owns it. */
const shadowed = (name: string, suffix: string, all: readonly string[]): boolean =>
  all.some((other) => other.length > suffix.length && name.endsWith(other))

/** Name of a new phase directory; a title without letters or digits gives `03-phase`. */
export function phaseDirectoryName(id: PhaseId, title: string, code: string | null = null): string {
  const slug = slugOf(title)
  return `${code === null ? '' : `${code}-`}${id}-${slug === '' ? 'phase' : slug}`
}

export const receiptFileName = (id: PlanId): string => `${id}-VERIFY.json`

/** The planning base of the project itself; workstreams have theirs below it. */
export const PROJECT_BASE = '.planning'

/** The view's own planning base, that of the root, and every workstream: what any call can reach is one list. */
export function basesOf(view: View): readonly string[] {
  const streams = view.list('.planning/workstreams').filter(({ kind }) => kind === 'directory')
  return [...new Set(['.planning', ...streams.map(({ name }) => `.planning/workstreams/${name}`), view.base])]
}

/** The runtime folder: git-ignored and rebuildable, so its files are neither journaled nor evidence. */
export const RUNTIME_FOLDER = '.planning/.runtime'

/** Where work trees of units lie, and how one is named after what it was asked for. */
export const TREES_FOLDER = `${RUNTIME_FOLDER}/worktrees`
export const treeName = (unit: string): string => unit.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[-.]+|[-.]+$/g, '')
/** What the name of a plan's work tree in an unattended run begins with. */
export const RUN_TREE = 'auto-'
/** The ledger of a planning base: every workstream counts its own units. */
export const ledgerPath = ({ base }: { readonly base: string }): string => `${base}/ledger.jsonl`
export const JOURNAL_FOLDER = '.planning/journal'
/** Where the journal keeps the bytes with this digest. */
export const objectPath = (sha256: string): string =>
  `${JOURNAL_FOLDER}/objects/${sha256.slice(0, 2)}/${sha256.slice(2)}`
