// Turns CHARTER.md into the documents of a new project. Derived parts (STATE, lists, tables) are added on completion.
import type { ArtifactValues } from '../../../artifacts/all.js'
import { type Charter, readCharter, SCOPES } from '../../../artifacts/charter/charter-read.js'
import { NEW_SETTINGS_TEXT, settingsText, withSetting } from '../../../artifacts/config/settings.js'
import { firstDifference } from '../../../artifacts/doc.js'
import { phaseRefsIn } from '../../../artifacts/parts/phase-token.js'
import { freshProject, PROJECT } from '../../../artifacts/project/project.js'
import { freshRequirements, type Requirement } from '../../../artifacts/requirements/requirements.js'
import { readsAsListed } from '../../../artifacts/roadmap/roadmap-edit.js'
import { freshRoadmap } from '../../../artifacts/roadmap/roadmap-text.js'
import { same } from '../../../std/same.js'
import { emptyOf } from '../../../std/shape.js'
import { readScope, recordOrder, typedWords } from '../../order.js'
import { tracksDerivedState } from '../../project/new-project.js'
import { readSettings } from '../../project/settings.js'
import { isMinimalProject } from '../../project/smallest.js'
import { Staging } from '../../writing/staging.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { Expand, ExpandInput, RenderedFile } from './expand.js'

export const expandCharter: Expand = (context) => {
  const charter = readCharter(context.draft)
  const report = reporter(context)
  const order = orderIn(charter, context, report)
  const findings = [
    ...existingDocuments(context, report),
    ...order.findings,
    ...dependencyFindings(charter, [], report),
  ]
  if (findings.length > 0) return { files: [], findings }
  const { title, phases } = charter
  const isTracked = tracksDerivedState(context.view)
  const text = freshRoadmap(`Roadmap: ${title}`, phases, isTracked)
  const roadmap = newDocument(context, 'roadmap', text, readsAsListed(phases))
  return {
    files: [
      rendered('project', project(charter, context)),
      rendered('requirements', requirements(charter, charter.title, context, isTracked)),
      rendered('roadmap', roadmap),
      rendered('config', settings(charter, context, NEW_SETTINGS_TEXT)),
    ],
    findings: [],
    record: order.record,
  }
}

/** Reports a flaw of a draft. */
export type Report = (code: string, message: string, fix: string) => UnitFinding

export const reporter =
  ({ draft: { path } }: ExpandInput): Report =>
  (code, message, fix) =>
    finding(code, message, path, fix)

/** Reports existing documents, except a minimal PROJECT.md: a charter is for new projects, and would be a second source. */
function existingDocuments({ view, draft }: ExpandInput, report: Report): readonly UnitFinding[] {
  const fix = `remove ${draft.path}, and write whichever of PROJECT.md, REQUIREMENTS.md and ROADMAP.md is missing`
  return (['PROJECT.md', 'REQUIREMENTS.md', 'ROADMAP.md'] as const)
    .filter((name) => view.source(view.at(name)) !== null && (name !== 'PROJECT.md' || !isMinimalProject(view)))
    .map((name) =>
      report('TWO_SOURCES', `${view.at(name)} already exists, and the charter would define it a second time`, fix),
    )
}

/** Checks the user's order, quoted in the draft or recorded by a hook. Returns the findings and how to record the order. */
export function orderIn({ order, scope: reach }: Charter, { view, at }: ExpandInput, report: Report) {
  const scope = readScope(reach ?? '')
  const words = order ?? typedWords(view)
  const record = (staging: Staging) => {
    if (scope !== null && words !== null) recordOrder(staging, words, scope, { at })
  }
  // A trial run: words that the ledger cannot store are reported while the draft can still be fixed.
  record(new Staging(view))
  const findings: UnitFinding[] = []
  if (scope === null)
    findings.push(report('SCOPE', `the scope of the order cannot be read: ${reach}`, `write ${SCOPES}`))
  const fix = 'quote them below "## Order", each line after ">"'
  if (words === null)
    findings.push(report('SECTION_MISSING', "the user's words are missing, and no hook recorded them", fix))
  return { record, findings }
}

/** Reports dependencies on phases that are neither earlier in the draft nor among the project's `older` phases. */
export function dependencyFindings(
  { phases }: Charter,
  older: readonly string[],
  report: Report,
): readonly UnitFinding[] {
  const fix = 'name an earlier phase, or omit the line'
  return phases.flatMap(({ id, dependsOn }, index) => {
    const earlier = [...older, ...phases.slice(0, index).map((one) => one.id)]
    return phaseRefsIn(dependsOn ?? '')
      .filter((other) => !earlier.includes(other))
      .map((other) =>
        report('PHASE_ORDER', `phase ${id} depends on phase ${other}, which does not come before it`, fix),
      )
  })
}

export const DOCUMENT_NAMES = {
  project: 'PROJECT.md',
  requirements: 'REQUIREMENTS.md',
  roadmap: 'ROADMAP.md',
  config: 'config.json',
} as const
type Schema = keyof typeof DOCUMENT_NAMES

export const rendered = (schema: Schema, text: string): RenderedFile => ({ path: DOCUMENT_NAMES[schema], schema, text })

/** Returns the text of a new document. Refuses words that would not parse back to the same value. */
function newDocument<S extends Exclude<Schema, 'config'>>(
  { view }: ExpandInput,
  schema: S,
  text: string,
  check: (after: ArtifactValues[S]) => string | null,
): string {
  const [path, staging] = [view.at(DOCUMENT_NAMES[schema]), new Staging(view)]
  staging.put(path, text)
  staging.edit(schema, path, () => check)
  return staging.view.source(path)?.text ?? ''
}

function project(charter: Charter, context: ExpandInput): string {
  const value = {
    ...emptyOf(PROJECT),
    name: charter.title,
    whatThisIs: charter.what,
    coreValue: charter.coreValue,
    validated: charter.worksToday,
    active: activeLines(charter),
    outOfScope: outOfScopeLines(charter),
    context: 'This file has everything known so far.',
    constraints: charter.constraints,
    keyDecisions: charter.decisions,
    updated: `${context.at.slice(0, 10)} after the project was created`,
  }
  return newDocument(context, 'project', freshProject(value), (after) => firstDifference(value, after))
}

export const activeLines = ({ requirements }: Charter): readonly string[] =>
  requirements.filter(({ scope }) => scope === 'v1').map(({ id, text }) => `${id}: ${text}`)
export const outOfScopeLines = ({ outOfScope }: Charter): readonly string[] =>
  outOfScope.map(({ feature, reason }) => (reason === '' ? feature : `${feature} — ${reason}`))

/** Renders REQUIREMENTS.md. `hasTraceability`: with checkboxes and the phase table; `more`: requirements to append. */
export function requirements(
  charter: Charter,
  name: string | null,
  context: ExpandInput,
  hasTraceability: boolean,
  more: readonly Requirement[] = [],
): string {
  const title = name === null ? 'Requirements' : `Requirements: ${name}`
  const all = [...charter.requirements, ...more]
  const value = { title, requirements: hasTraceability ? all : all.map((one) => ({ ...one, done: null })) }
  const text = freshRequirements({ ...value, outOfScope: charter.outOfScope, hasTraceability })
  return newDocument(context, 'requirements', text, ({ title, requirements }) =>
    firstDifference(value, { title, requirements }),
  )
}

/** Returns config.json with the draft's settings and checks. `initialText`: for a new project, whose depth becomes `auto`. */
export function settings({ checks, settings: named }: Charter, { view }: ExpandInput, initialText?: string): string {
  const known = readSettings(view)
  const commands = known.get('verification.commands')
  const existing: readonly unknown[] = Array.isArray(commands) ? commands : []
  const added = checks.filter((argv) => !existing.some((one) => same(one, argv))).map((argv) => [...argv])
  const changes = [
    ...(initialText !== undefined && known.get('workflow.depth') === null
      ? [{ key: 'workflow.depth', value: 'auto' }]
      : []),
    ...(added.length === 0 ? [] : [{ key: 'verification.commands', value: [...existing, ...added] }]),
    ...named,
  ]
  return changes.reduce(
    (text, { key, value }) => withSetting(text, key, value as never),
    settingsText(view.source(view.at('config.json')), initialText),
  )
}
