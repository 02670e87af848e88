// Completes a submitted SUMMARY: adds missing fields from git and the plan.
import { Doc } from '../../../artifacts/doc.js'
import { Front } from '../../../artifacts/parts/front-fields.js'
import { isRequirementId } from '../../../artifacts/requirements/requirements.js'
import { isHalted, type SummaryValue } from '../../../artifacts/summary/summary.js'
import type { FrontInput } from '../../../markdown/frontmatter-edit.js'
import type { Source } from '../../../ports.js'
import { correctionsText, nearestId } from '../../../std/ids-meant.js'
import { same } from '../../../std/same.js'
import { isComplete, type PlanFacts } from '../../derivation/plan-facts.js'
import type { Artifact } from '../drafts.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { commitsIn } from './changes.js'
import { planIn } from './quick-checks.js'
import { isWithin, pathsIn } from './repository.js'
import { phaseFolderName, textOf, type Work } from './work.js'

/** Status of a SUMMARY if the plan's work already existed: nothing was changed, and the checks prove the work. */
const ALREADY = 'already'
export const reportsEarlierWork = (summary: SummaryValue | null): boolean => summary?.status === ALREADY

const hashesIn = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.flatMap((text) => text.match(/\b[0-9a-f]{7,40}\b/g) ?? [])),
]

export const summaryArtifact = ({ gathered }: Work): Artifact | undefined =>
  gathered.artifacts.find(({ expected }) => expected.schema === 'summary')

const summaryOf = (work: Work, { source }: Artifact): SummaryValue =>
  work.view.codec('summary')?.parse(source).value as SummaryValue

/** Returns the SUMMARY as it will be stored; null if the unit has none. */
export function summaryIn(work: Work): SummaryValue | null {
  const artifact = summaryArtifact(work)
  if (artifact === undefined) return null
  const submitted = summaryOf(work, artifact)
  const plan = planOfWork(work)
  const isHeld = isHalted(submitted)
  const status = isHeld ? 'halted' : (submitted.status ?? (submitted.already.length > 0 ? ALREADY : null))
  const done: Done =
    status === ALREADY
      ? { files: { created: [], modified: [] }, commits: hashesIn(submitted.already) }
      : doneWork(work, plan)
  const { created, modified } = submitted.keyFiles
  const all = commitsIn(work.results)
  // Drops invented hashes and hashes of older work.
  const known = submitted.commits.filter((hash) => all?.some((one) => one.hash.startsWith(hash)) ?? true)
  const number = work.plan?.id.slice(work.plan.id.lastIndexOf('-') + 1)
  return {
    ...submitted,
    phase: submitted.phase ?? (work.phase === null ? 'quick' : phaseFolderName(work.phase, work)),
    plan: submitted.plan ?? number ?? plan?.plan ?? '01',
    status,
    commits: known.length > 0 ? known : done.commits,
    keyFiles: created.length + modified.length > 0 ? submitted.keyFiles : done.files,
    requirementsCompleted:
      isHeld || namesRequirements(artifact.source)
        ? submitted.requirementsCompleted
        : metRequirements(submitted, work, plan),
  }
}

export const wasHalted = (work: Work): boolean => summaryIn(work)?.status === 'halted'

/** Whether the author listed requirements: even an empty list counts. */
const namesRequirements = (source: Source): boolean =>
  new Front(source).at('requirements-completed', 'requirements_completed', 'requirements') !== undefined

const STAMPED_FIELDS: Readonly<Record<string, (value: SummaryValue) => FrontInput>> = {
  phase: ({ phase }) => phase,
  plan: ({ plan }) => plan,
  status: ({ status }) => status,
  'key-files.created': ({ keyFiles }) => keyFiles.created,
  'key-files.modified': ({ keyFiles }) => keyFiles.modified,
  commits: ({ commits }) => commits,
  'requirements-completed': ({ requirementsCompleted }) => requirementsCompleted,
}

/** Returns a SUMMARY with missing fields added, unknown commits dropped and `completed_at` set; any other file unchanged. */
export function stampSummary(work: Work, artifact: Artifact): string {
  const value = artifact.expected.schema === 'summary' ? summaryIn(work) : null
  if (value === null) return textOf(artifact)
  const submitted = summaryOf(work, artifact)
  const changed = Object.entries(STAMPED_FIELDS).filter(([, read]) => !same(read(submitted), read(value)))
  const doc = new Doc(artifact.source)
  doc.setFront({ ...Object.fromEntries(changed.map(([key, read]) => [key, read(value)])), completed_at: work.at })
  return doc.editedText()
}

/** Reports unmet requirements that neither plan nor project has. Only ids and words that resemble an id count. */
export function unmetFindings(work: Work): readonly UnitFinding[] {
  const { view } = work
  const artifact = summaryArtifact(work)
  const listed = view.parse('requirements', view.at('REQUIREMENTS.md'))?.value.requirements ?? []
  if (artifact === undefined || listed.length === 0) return []
  const known = [...new Set([...listed.map(({ id }) => id), ...(planOfWork(work)?.requirements ?? [])])]
  const isMeant = (id: string) => isRequirementId(id) || (/\d$/.test(id) && nearestId(id, known) !== null)
  const unknown = summaryOf(work, artifact).unmet.filter((id) => !known.includes(id) && isMeant(id))
  if (unknown.length === 0) return []
  const are = unknown.length === 1 ? 'is not a requirement' : 'are not requirements'
  const message = `"Unmet Requirements" names ${unknown.join(', ')}, which ${are} of the project`
  const fix = `name requirements as in REQUIREMENTS.md${correctionsText(unknown, known)}, or remove the entry`
  return [finding('REQUIREMENT_UNKNOWN', message, artifact.path, fix)]
}

/** Returns the plan's requirements except unmet ones and those that another plan still has to build. */
function metRequirements(
  { unmet }: SummaryValue,
  { phase, plan: own }: Pick<Work, 'phase' | 'plan'>,
  plan: PlanFacts['plan'] | null,
): readonly string[] {
  const others = (phase?.plans ?? []).filter((other) => other.id !== own?.id && !isComplete(other))
  const open = new Set([...unmet, ...others.flatMap((other) => other.plan.requirements)])
  return (plan?.requirements ?? []).filter((id) => !open.has(id))
}

const planOfWork = (work: Work): PlanFacts['plan'] | null => work.plan?.plan ?? planIn(work)

interface Done {
  readonly commits: readonly string[]
  readonly files: SummaryValue['keyFiles']
}

const SHORT_HASH = 10

/** Returns the commits since the work began that change a file of the plan or, if there are none, all, and their files. */
function doneWork({ results }: Pick<Work, 'results'>, plan: PlanFacts['plan'] | null): Done {
  const all = (commitsIn(results) ?? []).filter(({ files }) => files.length > 0)
  const named = pathsIn(plan?.filesModified ?? [])
  const ofPlan = all.filter(({ files }) => files.some(({ path }) => isWithin(path, named)))
  const chosen = ofPlan.length > 0 ? ofPlan : all
  const last = new Map<string, { readonly isNew: boolean; readonly exists: boolean }>()
  // Commits come newest first: a path's first entry tells whether the file exists, its last whether it is new.
  for (const { files } of chosen)
    for (const { status, path } of files)
      last.set(path, { isNew: status === 'A', exists: last.get(path)?.exists ?? status !== 'D' })
  const pathsThatAre = (isNew: boolean) =>
    [...last].flatMap(([path, file]) => (file.exists && file.isNew === isNew ? [path] : [])).sort()
  return {
    commits: chosen.map(({ hash }) => hash.slice(0, SHORT_HASH)).reverse(),
    files: { created: pathsThatAre(true), modified: pathsThatAre(false) },
  }
}
