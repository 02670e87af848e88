// Turns CHARTER.md into the documents of a new project. Derived parts (STATE, lists, tables) follow on completion.
import type { ArtifactValues } from '../../../artifacts/all.js'
import { type Charter, readCharter, SCOPES } from '../../../artifacts/charter/charter-read.js'
import { BEGUN_TEXT, settingsText, withSetting } from '../../../artifacts/config/settings.js'
import { lostIn } from '../../../artifacts/doc.js'
import { phaseRefsIn } from '../../../artifacts/parts/phase-token.js'
import { freshProject, PROJECT } from '../../../artifacts/project/project.js'
import { freshRequirements, type Requirement } from '../../../artifacts/requirements/requirements.js'
import { readsListed } from '../../../artifacts/roadmap/roadmap-edit.js'
import { freshRoadmap } from '../../../artifacts/roadmap/roadmap-text.js'
import { same } from '../../../std/same.js'
import { emptyOf } from '../../../std/shape.js'
import { placeOrder, readScope, typedWords } from '../../order.js'
import { wantsMirrors } from '../../project/new-project.js'
import { readSettings } from '../../project/settings.js'
import { isSmallest } from '../../project/smallest.js'
import { Staging } from '../../writing/staging.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { Expand, Expanding, RenderedFile } from './expand.js'

export const expandCharter: Expand = (context) => {
  const charter = readCharter(context.draft)
  const said = speaking(context)
  const order = orderIn(charter, context, said)
  const findings = [...thereAlready(context, said), ...order.findings, ...dependences(charter, [], said)]
  if (findings.length > 0) return { files: [], findings }
  const { title, phases } = charter
  const isMirrored = wantsMirrors(context.view)
  const text = freshRoadmap(`Roadmap: ${title}`, phases, isMirrored)
  const roadmap = fresh(context, 'roadmap', text, readsListed(phases))
  return {
    files: [
      placed('project', project(charter, context)),
      placed('requirements', requirements(charter, charter.title, context, isMirrored)),
      placed('roadmap', roadmap),
      placed('config', settings(charter, context, BEGUN_TEXT)),
    ],
    findings: [],
    record: order.record,
  }
}

/** Reports a flaw of a draft. */
export type Say = (code: string, message: string, fix: string) => UnitFinding

export const speaking =
  ({ draft: { path } }: Expanding): Say =>
  (code, message, fix) =>
    finding(code, message, path, fix)

/** A charter is for projects without documents: existing ones would be a second source. */
function thereAlready({ view, draft }: Expanding, said: Say): readonly UnitFinding[] {
  const fix = `remove ${draft.path}, and write whichever of PROJECT.md, REQUIREMENTS.md and ROADMAP.md is missing`
  return (['PROJECT.md', 'REQUIREMENTS.md', 'ROADMAP.md'] as const)
    .filter((name) => view.source(view.at(name)) !== null && (name !== 'PROJECT.md' || !isSmallest(view)))
    .map((name) => said('TWO_SOURCES', `${view.at(name)} already exists, and a charter would repeat it`, fix))
}

/** Checks and records the user's order. Its words come from the draft, else from what the user typed. */
export function orderIn({ order, scope: reach }: Charter, { view, at }: Expanding, said: Say) {
  const scope = readScope(reach ?? '')
  const words = order ?? typedWords(view)
  const record = (staging: Staging) => {
    if (scope !== null && words !== null) placeOrder(staging, words, scope, { at })
  }
  // Try it once: words that the ledger cannot hold are reported while the draft can still be fixed.
  record(new Staging(view))
  const findings: UnitFinding[] = []
  if (scope === null) findings.push(said('SCOPE', `the scope of the order cannot be read: ${reach}`, `write ${SCOPES}`))
  const fix = 'quote them below "## Order", each line after ">"'
  if (words === null)
    findings.push(said('SECTION_MISSING', "the user's words are missing, and no hook recorded them", fix))
  return { record, findings }
}

/** A phase may depend only on earlier phases of the draft or on `older` ones. */
export function dependences({ phases }: Charter, older: readonly string[], said: Say): readonly UnitFinding[] {
  const fix = 'name another, or omit the line'
  return phases.flatMap(({ id, dependsOn }, at) => {
    const earlier = [...older, ...phases.slice(0, at).map((one) => one.id)]
    return phaseRefsIn(dependsOn ?? '')
      .filter((other) => !earlier.includes(other))
      .map((other) => said('PHASE_ORDER', `phase ${id} depends on phase ${other}, which does not come before it`, fix))
  })
}

export const NAMES = {
  project: 'PROJECT.md',
  requirements: 'REQUIREMENTS.md',
  roadmap: 'ROADMAP.md',
  config: 'config.json',
} as const
type Schema = keyof typeof NAMES

export const placed = (schema: Schema, text: string): RenderedFile => ({ path: NAMES[schema], schema, text })

/** The text of a new document. Reports words that would not parse back to the same value. */
function fresh<S extends Exclude<Schema, 'config'>>(
  { view }: Expanding,
  schema: S,
  text: string,
  check: (after: ArtifactValues[S]) => string | null,
): string {
  const [path, staging] = [view.at(NAMES[schema]), new Staging(view)]
  staging.put(path, text)
  staging.edit(schema, path, () => check)
  return staging.view.source(path)?.text ?? ''
}

function project(charter: Charter, context: Expanding): string {
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
  return fresh(context, 'project', freshProject(value), (after) => lostIn(value, after))
}

export const activeLines = ({ requirements }: Charter): readonly string[] =>
  requirements.filter(({ scope }) => scope === 'v1').map(({ id, text }) => `${id}: ${text}`)
export const outOfScopeLines = ({ outOfScope }: Charter): readonly string[] =>
  outOfScope.map(({ feature, reason }) => (reason === '' ? feature : `${feature} — ${reason}`))

/** `name`: project name; `traced`: with checkboxes and the phase table; `more`: requirements to append. */
export function requirements(
  charter: Charter,
  name: string | null,
  context: Expanding,
  traced: boolean,
  more: readonly Requirement[] = [],
): string {
  const title = name === null ? 'Requirements' : `Requirements: ${name}`
  const all = [...charter.requirements, ...more]
  const value = { title, requirements: traced ? all : all.map((one) => ({ ...one, done: null })) }
  const text = freshRequirements({ ...value, outOfScope: charter.outOfScope, traced })
  return fresh(context, 'requirements', text, ({ title, requirements }) => lostIn(value, { title, requirements }))
}

/** Merges the draft's settings. Checks are appended; the depth is `auto` (by phase size) unless set before. */
export function settings({ checks, settings: named }: Charter, { view }: Expanding, begun?: string): string {
  const known = readSettings(view)
  const commands = known.get('verification.commands')
  const there: readonly unknown[] = Array.isArray(commands) ? commands : []
  const fresh = checks.filter((argv) => !there.some((one) => same(one, argv))).map((argv) => [...argv])
  const said = [
    ...(begun !== undefined && known.get('workflow.depth') === null ? [{ key: 'workflow.depth', value: 'auto' }] : []),
    ...(fresh.length === 0 ? [] : [{ key: 'verification.commands', value: [...there, ...fresh] }]),
    ...named,
  ]
  return said.reduce(
    (text, { key, value }) => withSetting(text, key, value as never),
    settingsText(view.source(view.at('config.json')), begun),
  )
}
