// Files to read that the briefs of several unit types name, and blocks about specs.
import type { ArtifactId } from '../../artifacts/paths.js'
import { changesOf } from '../../artifacts/specs/spec-changes.js'
import { baseName } from '../../std/paths.js'
import { ours, pathText, type SafeText, say } from '../../std/safe-text.js'
import { type PhaseFacts, phaseDirectoryPath } from '../derivation/facts.js'
import { isComplete, type PlanFacts } from '../derivation/plan-facts.js'
import { leftoversIn } from '../derivation/triggers.js'
import { quickNumber } from '../ids.js'
import { artifactOf, PROJECT_BASE } from '../layout.js'
import { lacksDescription } from '../project/bare.js'
import { capabilitiesOf, deltaOfPhase, specPath } from '../specs/places.js'
import type { View } from '../view.js'
import { type Block, items, type Reading, reading, rules } from './brief-blocks.js'
import type { AgentSubject, BriefWorld } from './brief-world.js'

export const summaryFiles = ({ phase }: AgentSubject): readonly Reading[] =>
  (phase?.plans ?? []).flatMap((plan) => reading(plan.file.summary, say`summary of ${pathText(plan.id)}`))

export function reportFile({ phase }: AgentSubject, { view, derivation }: BriefWorld, name: string, about: SafeText) {
  if (phase === null) return []
  const path = `${phaseDirectoryPath(derivation.facts, phase)}/${phase.id}-${name}.md`
  return view.source(path) === null ? [] : reading(path, about)
}

export function mapFiles({ view }: BriefWorld, about: SafeText, isMeant = (_: string) => true): readonly Reading[] {
  const folder = `${PROJECT_BASE}/codebase`
  const names = view.list(folder).map(({ name }) => name)
  return names
    .filter((name) => name.endsWith('.md') && isMeant(name))
    .map((name) => ({ path: `${folder}/${name}`, about }))
}

export const codebase = (world: BriefWorld): readonly Reading[] =>
  mapFiles(world, say`map of one side of the existing code; read it if the phase touches that side`)

export const pathIfExists = ({ view }: { readonly view: View }, name: string): string | null => {
  const path = view.at(name)
  return view.source(path) === null ? null : path
}

/** Returns the path of a workstream's own file, or else of the project's; null if neither exists. */
const ownOrProjectPath = (world: BriefWorld, name: string): string | null =>
  pathIfExists(world, name) ?? pathIfExists({ view: world.view.inBase(PROJECT_BASE) }, name)

/** Returns the path of PROJECT.md; null if the file does not exist, or is not filled in and so not worth reading. */
export const projectFile = (world: BriefWorld): string | null =>
  lacksDescription(world.view) ? null : ownOrProjectPath(world, 'PROJECT.md')

export const requirementsFile = (world: BriefWorld): readonly Reading[] =>
  reading(pathIfExists(world, 'REQUIREMENTS.md'), say`text of the requirements`)

export const basics = (world: BriefWorld): readonly Reading[] => [
  ...reading(projectFile(world), say`product, constraints, decisions`),
  ...requirementsFile(world),
]

const CONTRACTS: Readonly<Partial<Record<ArtifactId, SafeText>>> = {
  spec: say`required results of the phase: binding`,
  'ui-spec': say`appearance and behaviour of the phase's interface: binding`,
  'ai-spec': say`use and evaluation of a model: binding`,
}

/** Returns contracts in a phase's folder, except those of the kind `but`. */
function contractsOf(phase: PhaseFacts, { view, derivation }: BriefWorld, but: ArtifactId | null): readonly Reading[] {
  const folder = phaseDirectoryPath(derivation.facts, phase)
  return view.list(folder).flatMap(({ name }) => {
    const path = `${folder}/${name}`
    const kind = artifactOf(path, view.base)
    const about = kind === but ? undefined : CONTRACTS[kind]
    return about === undefined ? [] : [{ path, about }]
  })
}

/** Returns decisions and contracts that bind a phase, except contracts of the kind `but`, such as the one being written. */
export const bindingFiles = ({ phase }: AgentSubject, world: BriefWorld, but: ArtifactId | null = null) =>
  phase === null ? [] : [...reading(phase.files?.context, say`decisions: binding`), ...contractsOf(phase, world, but)]

export const phaseFiles = (subject: AgentSubject, world: BriefWorld): readonly Reading[] => [
  ...bindingFiles(subject, world),
  ...reading(subject.phase?.files?.research, say`findings of the research`),
]

export const planReadings = (plans: readonly PlanFacts[]): readonly Reading[] =>
  plans.map((plan) => ({
    path: plan.file.path,
    about: say`plan ${pathText(plan.id)}, ${isComplete(plan) ? 'carried out' : 'open'}`,
  }))

export const planFiles = ({ phase }: AgentSubject): readonly Reading[] => planReadings(phase?.plans ?? [])

/** Returns summaries of other plans that left pending actions: they explain these actions. */
export function earlierLeftovers({ phase, plan }: AgentSubject, world: BriefWorld): readonly Reading[] {
  const left = phase === null ? [] : leftoversIn(world.derivation.facts, phase)
  return left.flatMap(({ plan: { id, file } }) =>
    id === plan?.id ? [] : reading(file.summary, say`pending actions of ${pathText(id)}`),
  )
}

/** Returns VERIFICATION and UAT of a phase. Each description says whether the report has gaps to close. */
export function gapReports({ phase }: AgentSubject, { view }: BriefWorld): readonly Reading[] {
  const { verification = null, uat = null } = phase?.files ?? {}
  const hasGaps = phase?.verification?.status === 'gaps_found'
  const uatGaps = uat === null ? 0 : (view.parse('uat', uat)?.value.gaps.length ?? 0)
  return [
    ...reading(verification, hasGaps ? say`gaps to close` : say`the verification, without gaps`),
    ...reading(uat, uatGaps > 0 ? say`gaps found by the user: to close` : say`acceptance tests, without gaps`),
  ]
}

export const domainResearch = (world: BriefWorld): readonly Reading[] =>
  reading(
    ownOrProjectPath(world, 'research/SUMMARY.md'),
    say`research on the domain; read it if the phase touches its topics`,
  )

/** Returns maps of the project's conventions, for units that change code. */
export const conventionFiles = (world: BriefWorld): readonly Reading[] =>
  mapFiles(world, say`how code and tests are written here`, (name) => CUSTOMS.has(name))

const CUSTOMS: ReadonlySet<string> = new Set(['CONVENTIONS.md', 'TESTING.md'])

export function experiments(world: BriefWorld): readonly Reading[] {
  const about = say`earlier experiments and results: build on them, or say why not`
  return ['spikes', 'sketches'].flatMap((folder) => reading(ownOrProjectPath(world, `${folder}/FINDINGS.md`), about))
}

/** Returns files for units about a built phase: summaries, plans, and what binds the phase. */
export const builtFiles = (subject: AgentSubject, world: BriefWorld): readonly Reading[] => [
  ...summaryFiles(subject),
  ...planFiles(subject),
  ...bindingFiles(subject, world),
]

export const specFiles = ({ view }: BriefWorld): readonly Reading[] =>
  capabilitiesOf(view).map((name) => ({
    path: specPath(view, name),
    about: say`present behaviour of the system; read it if the work touches it`,
  }))

/** Tells how to submit a spec change; no block if the project has no specs or the unit has no place for the change. */
export function specRules(subject: AgentSubject, { view, derivation }: BriefWorld): readonly Block[] {
  const { claim, phase } = subject
  if (capabilitiesOf(view).length === 0) return []
  const name =
    claim.unitType === 'quick'
      ? `${quickNumber(claim.unitId)}-DELTA.md`
      : phase === null
        ? null
        : baseName(deltaOfPhase(derivation.facts, phase))
  if (name === null) return []
  return rules('specs', say`Specs`, [
    say`- If you change specified behaviour, or add behaviour worth a spec, also write \`${pathText(`${claim.drafts}/${name}`)}\` (form: \`${ours(view.pack.cli)} template show spec-delta\`). The CLI merges it once the work is accepted. Without such changes, write no such file.`,
  ])
}

/** Shows the spec changes of a phase, each with its text. */
export function specChangeBlocks(
  { phase }: AgentSubject,
  { view, derivation }: BriefWorld,
  title: SafeText,
): readonly Block[] {
  const path = phase === null ? null : deltaOfPhase(derivation.facts, phase)
  const source = path === null ? null : view.source(path)
  if (path === null || source === null) return []
  const file = { path, about: say`spec changes of this phase` }
  const changes = changesOf(source).map(({ change, capability, name, to, text }) => ({
    before: say`${change} in ${pathText(specPath(view, capability))}: `,
    text: `${name}${to === null ? '' : ` -> ${to}`}${text === '' ? '' : `: ${text}`}`,
    file,
  }))
  return items('specs', title, changes)
}
