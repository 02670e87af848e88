// The layout of planning files: phase directories, the files in each by role, and the kind of a path.
import { ARTIFACT_PATHS, type ArtifactId } from '../artifacts/paths.js'
import { once } from '../std/once.js'
import { baseName } from '../std/paths.js'
import { slugOf } from '../std/slug.js'
import {
  comparePhaseIds,
  comparePlanIds,
  isNumericPhase,
  type PhaseId,
  type PlanId,
  parseDirectoryName,
  parsePhaseId,
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
  /** The archive that the directory is in (`v1.0`), or null if the directory is live. */
  readonly archive: string | null
}

export interface PlanFile {
  readonly id: PlanId
  /** File name without `-PLAN.md`; empty for a bare `PLAN.md`. */
  readonly stem: string
  readonly path: string
  /** The SUMMARY with the same stem, else with the same id; null if there is none. */
  readonly summary: string | null
  /** `XX-YY-VERIFY.json`, if it exists. */
  readonly receipt: string | null
}

/** The files of a phase by role; every path is relative to the project root. */
export interface PhaseFiles {
  readonly directory: PhaseDirectory
  readonly plans: readonly PlanFile[]
  /** Summaries without a plan file. */
  readonly orphanSummaries: readonly string[]
  readonly context: string | null
  readonly research: string | null
  readonly verification: string | null
  readonly uat: string | null
  readonly check: string | null
  readonly replan: string | null
  readonly security: string | null
  readonly uiSpec: string | null
}

/** Returns every SUMMARY of a phase, including those without a plan. */
export const summariesIn = ({ plans, orphanSummaries }: PhaseFiles): readonly string[] => [
  ...plans.flatMap(({ summary }) => summary ?? []),
  ...orphanSummaries,
]

/** Returns the roadmap's custom ids, because an id such as `AUTH` or `2-01` otherwise looks like part of the slug. */
const customIds = (view: View): readonly PhaseId[] =>
  (view.codec('roadmap') === null ? [] : (view.parse('roadmap', view.at('ROADMAP.md'))?.value.phases ?? []))
    .flatMap(({ id }) => parsePhaseId(id) ?? [])
    .filter((id) => !isNumericPhase(id))

/** Lists directories of live phases in id order; other names are ignored. */
export function listPhaseDirectories(view: View): readonly PhaseDirectory[] {
  const path = view.at('phases')
  const hasUnusualNames = view.list(path).some(({ name, kind }) => kind === 'directory' && /^(?:\D|\d+-\d)/.test(name))
  return directoriesIn(view, path, null, hasUnusualNames ? customIds(view) : [])
}

/** Lists phase directories of archived milestones, highest version first. Older tools used `archive/<version>`. */
export function listArchivedDirectories(view: View): readonly PhaseDirectory[] {
  const folders = (parent: string, ending: string) =>
    view.list(parent).flatMap(({ kind, name }) => {
      const isArchive = kind === 'directory' && name.startsWith('v') && name.endsWith(ending)
      return isArchive ? [{ path: `${parent}/${name}`, version: name.slice(0, name.length - ending.length) }] : []
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
): readonly PhaseDirectory[] {
  return view
    .list(parent)
    .filter((entry) => entry.kind === 'directory')
    .flatMap((entry) => {
      const parsed = parseDirectoryName(entry.name, custom)
      if (parsed === null) return []
      const { id, code, slug } = parsed
      return { id, code, slug, name: entry.name, path: `${parent}/${entry.name}`, archive }
    })
    .sort((a, b) => comparePhaseIds(a.id, b.id) || (a.name < b.name ? -1 : 1))
}

export function listPhaseFiles(view: View, directory: PhaseDirectory): PhaseFiles {
  const entries = view.list(directory.path)
  const own = filesIn(entries)
  const isNested = entries.some(({ name, kind }) => name === NESTED && kind === 'directory')
  const nested = isNested ? filesIn(view.list(`${directory.path}/${NESTED}`)).map((name) => `${NESTED}/${name}`) : []
  const rest = own.filter((name) => !isCurrent(name, 'PLAN') && !isCurrent(name, 'SUMMARY'))
  const at = (name: string | undefined): string | null => (name === undefined ? null : `${directory.path}/${name}`)
  const roles = Object.entries(ROLES).map(([role, suffixes]) => [role, at(rank(rest, directory.id, suffixes)[0])])
  return {
    directory,
    ...pairedIn(own, [...rest, ...nested], directory.id, at),
    ...(Object.fromEntries(roles) as Record<Role, string | null>),
  }
}

/** Whether the phase has plans, but no SUMMARY or older `plans/`, by names alone, so that its files need not be paired. */
export function isUnbegun(view: View, { path }: PhaseDirectory): boolean {
  const names = view.list(path)
  return (
    filesIn(names).some((name) => isCurrent(name, 'PLAN')) &&
    !names.some(({ name }) => name.includes('SUMMARY') || name === NESTED)
  )
}

const filesIn = (entries: ReturnType<View['list']>): readonly string[] =>
  entries.flatMap(({ name, kind }) => (kind === 'file' && !isExcluded(name) ? [name] : []))

/** Pairs plans with their SUMMARYs and receipts. `rest`: files with other names, and those in `plans/`. */
function pairedIn(
  own: readonly string[],
  rest: readonly string[],
  phase: PhaseId,
  at: (name: string | undefined) => string | null,
): Pick<PhaseFiles, 'plans' | 'orphanSummaries'> {
  const summaries = planNames(own, rest, 'SUMMARY', phase)
  const receipts = rest
    .filter((name) => name.endsWith(RECEIPT))
    .map((name) => ({ name, id: parsePlanStem(name.slice(0, -RECEIPT.length), phase) }))
  const paired = new Set<string>()
  const plans = planNames(own, rest, 'PLAN', phase).map(({ name, id, stem }): PlanFile => {
    const summary = summaries.find((found) => found.stem === stem) ?? summaries.find((found) => samePlan(found.id, id))
    if (summary !== undefined) paired.add(summary.name)
    const receipt = receipts.find((found) => samePlan(found.id, id))
    return { id, stem, path: at(name) as string, summary: at(summary?.name), receipt: at(receipt?.name) }
  })
  return {
    plans: plans.sort((a, b) => comparePlanIds(a.id, b.id) || (a.path < b.path ? -1 : 1)),
    orphanSummaries: summaries.flatMap(({ name }) => (paired.has(name) ? [] : (at(name) ?? []))),
  }
}

const RECEIPT = '-VERIFY.json'

/** File names for each role; a prefix that ends with a dash may precede them. */
const ROLES = {
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

/** Folder in which older tools kept a phase's plans, under other file names. */
const NESTED = 'plans'

type PlanRole = 'PLAN' | 'SUMMARY'

/** Older names, in which the number follows the word: `PLAN-01-first.md`, `5-PLAN-01-first.md`. */
const OLDER_NAMES: Readonly<Record<PlanRole, RegExp>> = {
  PLAN: /^(?:.*-)?PLAN-(\d+[A-Za-z]?)(?:[-.].*)?\.md$/,
  SUMMARY: /^(?:.*-)?SUMMARY-(\d+[A-Za-z]?)(?:[-.].*)?\.md$/,
}

/** Whether the name has the current form: `PLAN.md`, `05-01-PLAN.md`. */
const isCurrent = (name: string, word: PlanRole) => name.endsWith(`-${word}.md`) || name === `${word}.md`

interface PlanName {
  readonly id: PlanId
  readonly stem: string
  readonly name: string
}

/** Finds plans or summaries. A file with an older name counts unless a file with a current name has the same id. */
function planNames(
  own: readonly string[],
  rest: readonly string[],
  word: PlanRole,
  phase: PhaseId,
): readonly PlanName[] {
  const current = own
    .filter((name) => isCurrent(name, word))
    .map((name): PlanName => {
      if (name === `${word}.md`) return { id: phase as string as PlanId, stem: '', name }
      const stem = name.slice(0, -`-${word}.md`.length)
      return { id: parsePlanStem(stem, phase), stem, name }
    })
  const older = rest.flatMap((name): readonly PlanName[] => {
    const number = OLDER_NAMES[word].exec(baseName(name))?.[1]
    if (number === undefined) return []
    const id = planIdOf(phase, number)
    return current.some((other) => samePlan(other.id, id)) ? [] : [{ id, stem: baseName(name).slice(0, -3), name }]
  })
  return [...current, ...older]
}

/** Returns the files for one role, best first: with the phase's prefix, without a prefix, with another prefix. */
function rank(names: readonly string[], phase: PhaseId, suffixes: readonly string[]): readonly string[] {
  const candidates = suffixes.flatMap((suffix) =>
    names.filter((name) => name === suffix || (name.endsWith(`-${suffix}`) && !isShadowed(name, suffix, suffixes))),
  )
  const weight = (name: string) =>
    suffixes.some((suffix) => name === `${phase}-${suffix}`) ? 0 : suffixes.includes(name) ? 1 : 2
  return candidates.sort((a, b) => weight(a) - weight(b) || (a < b ? -1 : 1))
}

/** Whether a longer suffix fits too and wins: `01-HUMAN-UAT.md` also ends with `-UAT.md`. */
const isShadowed = (name: string, suffix: string, all: readonly string[]): boolean =>
  all.some((other) => other.length > suffix.length && name.endsWith(other))

/** Returns the name of a new phase directory: code, id and slug, joined by dashes; a missing code or slug is left out. */
export function phaseDirectoryName(id: PhaseId, title: string, code: string | null = null): string {
  return [code ?? '', id, slugOf(title)].filter((part) => part !== '').join('-')
}

export const receiptFileName = (id: PlanId): string => `${id}-VERIFY.json`

/** The project's own planning base; the bases of workstreams are below it. */
export const PROJECT_BASE = '.planning'

/** Whether a name is safe as a folder name. */
export const isLegalName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name) && !name.includes('..')

/** Returns all planning bases of the project: the root's, those of workstreams, and the view's own. */
export function basesOf(view: View): readonly string[] {
  const streams = view.list('.planning/workstreams').filter(({ kind }) => kind === 'directory')
  return [...new Set(['.planning', ...streams.map(({ name }) => `.planning/workstreams/${name}`), view.base])]
}

/** The runtime folder: git-ignored and rebuildable, so its files are neither journaled nor evidence. */
export const RUNTIME_FOLDER = '.planning/.runtime'

/** The folder of the units' worktrees, each named after its unit. */
export const TREES_FOLDER = `${RUNTIME_FOLDER}/worktrees`
export const treeName = (unit: string): string => unit.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[-.]+|[-.]+$/g, '')
/** Prefix of worktree names in an unattended run. */
export const RUN_TREE = 'auto-'
/** The worktree in which a run merges and checks. */
export const LANE_TREE = `${RUN_TREE}lane`
/** Returns the path of a planning base's ledger. Every workstream has its own. */
export const ledgerPath = ({ base }: { readonly base: string }): string => `${base}/ledger.jsonl`
export const JOURNAL_FOLDER = '.planning/journal'
/** Returns the path at which the journal stores the bytes with this digest. */
export const objectPath = (sha256: string): string =>
  `${JOURNAL_FOLDER}/objects/${sha256.slice(0, 2)}/${sha256.slice(2)}`

const EXCLUDED = ['-OUTLINE.md', '.pre-bounce.md', '-PLAN-REVIEW.md'] as const

const isExcluded = (name: string): boolean => EXCLUDED.some((suffix) => name.endsWith(suffix))

/** Folders whose content is laid out as in another folder. */
const SCOPES: readonly (readonly [from: RegExp, to: string])[] = [
  [/^(?:workstreams\/|milestones\/ws-)[^/]*\//, ''],
  [/^milestones\/[^/]*-phases\//, 'phases/'],
  [/^milestones\/[^/]*-quick\//, 'quick/'],
]

function unscoped(path: string): string {
  const scope = SCOPES.find(([from]) => from.test(path))
  return scope === undefined ? path : unscoped(path.replace(...scope))
}

/** Where a phase's files may be: in its folder (live or archived), its `plans/`, a quick task's folder, or the base. */
const PHASE_FOLDER = '(?:(?:phases|quick|archive)/{dir}/(?:plans/)?)?'

/** Makes a pattern of a path: `{pp}-{NN}-PLAN.md` matches `PLAN.md` and every name that ends with `-PLAN.md`. */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replaceAll('.', '\\.')
      .replace('phases/{dir}/', PHASE_FOLDER)
      .replace(/(?:\{\w+\}-)+(?=[^{}/]*$)/, '(?:{pp}-)?')
      .replace(/\/\{name\}$/, '/.+')
      .replace(/\{\w+\}/g, '[^/]+')}$`,
  )

/** Returns the number of fixed characters in the name; infinite without placeholders. Of the matching rules, the largest wins. */
const weightOf = (path: string): number =>
  path.includes('{') ? baseName(path).replace(/\{\w+\}/g, '').length : Number.POSITIVE_INFINITY

const rules = once(() =>
  (Object.entries(ARTIFACT_PATHS) as [ArtifactId, readonly string[]][])
    .flatMap(([id, paths]) => paths.map((path) => ({ id, weight: weightOf(path), pattern: patternOf(path) })))
    .sort((a, b) => (a.weight === b.weight ? 0 : b.weight - a.weight)),
)

/** Returns the artifact kind of a path (relative to the project root); `other` if the registry lacks or excludes it. */
export function artifactOf(path: string, base = '.planning'): ArtifactId {
  const inBase = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path.replace(/^\.planning\//, '')
  const local = unscoped(inBase)
  if (isExcluded(baseName(local)) && !/^(?:\.runtime|journal)\//.test(local)) return 'other'
  return rules().find(({ pattern }) => pattern.test(local))?.id ?? 'other'
}
