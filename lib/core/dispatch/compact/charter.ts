// From CHARTER.md to the documents of a new project. What mirrors them (STATE, lists, tables, counts) is added when the unit is complete, as for hand-written ones.
import type {
  CharterDecision,
  CharterPhase,
  CharterRequirement,
  CharterValue,
} from '../../../artifacts/charter/charter.js'
import { SCOPES } from '../../../artifacts/charter/charter-lacking.js'
import { type CharterPlace, type CharterReading, readCharter } from '../../../artifacts/charter/charter-read.js'
import { BEGUN_TEXT } from '../../../artifacts/config/config.js'
import { settingsText, withSetting } from '../../../artifacts/config/settings-edit.js'
import { lostIn } from '../../../artifacts/doc.js'
import { emptyOf } from '../../../artifacts/parts/empty-of.js'
import { type KeyDecision, PROJECT, type ProjectValue } from '../../../artifacts/project/project.js'
import { freshProject } from '../../../artifacts/project/project-text.js'
import type { Requirement, RequirementsValue } from '../../../artifacts/requirements/requirements.js'
import { freshRequirements } from '../../../artifacts/requirements/requirements-text.js'
import type { PhaseSection } from '../../../artifacts/roadmap/roadmap.js'
import { readsListed } from '../../../artifacts/roadmap/roadmap-edit.js'
import { freshRoadmap } from '../../../artifacts/roadmap/roadmap-text.js'
import { positionOf } from '../../../std/text.js'
import { readScope } from '../../order.js'
import { placeOrder, typedWords } from '../../ordering.js'
import { readSettings } from '../../project/settings.js'
import { isSmallest } from '../../project/smallest.js'
import { Staging } from '../../writing/staging.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { Anchor } from './anchor.js'
import type { Expanding, Expansion, RenderedFile } from './expansion.js'

export const charterExpansion: Expansion<CharterValue> = {
  expand(value, context) {
    const read = readCharter(context.draft)
    const order = orderIn(value, context, read)
    const findings = [...thereAlready(context), ...order.findings]
    if (findings.length > 0) return { files: [], findings }
    const { record } = order
    // Words that the record could not hold are told now, while the draft can still be fixed.
    record(new Staging(context.view))
    const { sections, decisions, requirements, phases, settings: named } = read
    const at = placesIn(context)
    return {
      files: [
        {
          path: 'PROJECT.md',
          schema: 'project',
          text: projectText(project(value, context), context),
          line: at(0),
          anchors: at.all(decisions),
        },
        {
          path: 'REQUIREMENTS.md',
          schema: 'requirements',
          text: requirementsText(listed(value, value.title), context),
          line: at(sections.requirements),
          anchors: at.all(requirements),
        },
        roadmap(value, at(sections.phases), at.all([...phases, ...requirements]), context),
        settings(value, at(sections.checks), at.all(named), context),
      ],
      findings: [],
      record,
    }
  },
}

/** A charter says what a project is that has no documents yet: where there is one, it would say the same again. */
function thereAlready({ view, draft }: Expanding): readonly UnitFinding[] {
  return (['PROJECT.md', 'REQUIREMENTS.md', 'ROADMAP.md'] as const)
    .filter((name) => view.source(view.at(name)) !== null)
    .filter((name) => name !== 'PROJECT.md' || !isSmallest(view))
    .map((name) =>
      finding(
        'TWO_SOURCES',
        `${view.at(name)} already exists, and a charter says the same once more`,
        draft.path,
        `remove ${draft.path}, and write those of PROJECT.md, REQUIREMENTS.md and ROADMAP.md that are missing`,
      ),
    )
}

/** The order behind a draft: what is wrong with it, and how it is recorded. Its words are those of the draft; where it says none, what the user was seen to type. */
export function orderIn(
  value: CharterValue,
  { view, draft, at }: Expanding,
  { sections }: Pick<CharterReading, 'sections'>,
): { readonly findings: readonly UnitFinding[]; readonly record: (staging: Staging) => void } {
  const scope = readScope(value.scope ?? '')
  const words = value.order ?? typedWords(view)
  const findings: UnitFinding[] = []
  if (scope === null)
    findings.push({
      code: 'SCOPE',
      message: `the scope of the order cannot be read: ${value.scope}`,
      path: draft.path,
      line: positionOf(draft.text ?? '', sections.order ?? 0).line,
      fix: `write ${SCOPES} (in ${draft.path})`,
    })
  if (words === null)
    findings.push(
      finding(
        'SECTION_MISSING',
        'the words of the user are missing, and no hook saw them',
        draft.path,
        'quote them below "## Order", each line behind ">"',
      ),
    )
  return {
    findings,
    record: (staging) => {
      if (scope !== null && words !== null) placeOrder(staging, words, scope, { at })
    },
  }
}

export function placesIn({ draft }: Expanding) {
  const lineAt = (offset = 0): number => positionOf(draft.text ?? '', offset).line
  const all = (places: readonly CharterPlace[]): readonly Anchor[] =>
    places.map(({ words, start }) => ({ words, line: lineAt(start) }))
  return Object.assign(lineAt, { all })
}

/** Words that would not read back as they were meant are told now. */
function projectText(value: ProjectValue, { view }: Expanding): string {
  const [path, staging] = [view.at('PROJECT.md'), new Staging(view)]
  staging.put(path, freshProject(value))
  staging.edit('project', path, () => (after) => lostIn(value, after))
  return staging.source(path)?.text ?? ''
}

export function requirementsText(value: Listed, { view }: Expanding): string {
  const [path, staging] = [view.at('REQUIREMENTS.md'), new Staging(view)]
  staging.put(path, freshRequirements(value))
  staging.edit(
    'requirements',
    path,
    () =>
      ({ title, requirements, outOfScope }) =>
        lostIn(value, { title, requirements, outOfScope }),
  )
  return staging.source(path)?.text ?? ''
}

function project(value: CharterValue, { at }: Expanding): ProjectValue {
  return {
    ...emptyOf(PROJECT),
    name: value.title,
    whatThisIs: value.what,
    coreValue: value.coreValue,
    validated: value.worksToday,
    active: value.requirements.map(activeLine),
    outOfScope: value.outOfScope.map(outOfScopeLine),
    context: 'What is known stands in this file.',
    constraints: value.constraints,
    keyDecisions: value.decisions.map(keyDecision),
    updated: `${at.slice(0, 10)} after the project was created`,
  }
}

export const activeLine = ({ id, text }: CharterRequirement): string => `${id}: ${text}`
export const outOfScopeLine = ({ feature, reason }: CharterValue['outOfScope'][number]): string =>
  `${feature} — ${reason}`

export const keyDecision = ({ id, text, whose, reason }: CharterDecision): KeyDecision => ({
  decision: `${id}: ${text}`,
  rationale: `(${whose})${reason === null ? '' : ` ${reason}`}`,
  outcome: '— Pending',
})

export type Listed = Pick<RequirementsValue, 'title' | 'requirements' | 'outOfScope'>

/** `name`: of the project. */
export function listed(value: CharterValue, name: string | null): Listed {
  const line =
    (scope: Requirement['scope']) =>
    ({ id, text, category }: CharterRequirement): Requirement => ({
      id,
      text,
      category,
      scope,
      done: scope === 'v1' ? false : null,
      section: `${scope} Requirements`,
    })
  return {
    title: name === null ? 'Requirements' : `Requirements: ${name}`,
    requirements: [...value.requirements.map(line('v1')), ...value.later.map(line('v2'))],
    outOfScope: value.outOfScope,
  }
}

function roadmap(value: CharterValue, line: number, anchors: readonly Anchor[], { view }: Expanding): RenderedFile {
  const phases = value.phases.map((phase, index) =>
    section(phase, value.phases[index - 1]?.id ?? null, index === 0 ? 'Nothing (first phase)' : undefined),
  )
  const [path, staging] = [view.at('ROADMAP.md'), new Staging(view)]
  staging.put(path, freshRoadmap(`Roadmap: ${value.title}`, phases))
  staging.edit('roadmap', path, () => readsListed(phases))
  return { path: 'ROADMAP.md', schema: 'roadmap', text: staging.source(path)?.text ?? '', line, anchors }
}

/** `before`: the phase it depends on where the charter says nothing else. */
export function section(phase: CharterPhase, before: string | null, nothing = 'Nothing'): PhaseSection {
  const ids = phase.dependsOn ?? (before === null ? [] : [before])
  return {
    id: phase.id,
    title: phase.title,
    code: null,
    inserted: false,
    form: 'heading',
    window: null,
    goal: phase.goal,
    mode: null,
    depth: phase.depth,
    dependsOn: ids.length === 0 ? nothing : ids.map((id) => `Phase ${id}`).join(', '),
    requirements: phase.requirements,
    successCriteria: phase.criteria,
    plansText: null,
    plans: [],
    fields: {},
  }
}

/** The settings with those of the charter in them. How much ceremony a phase gets follows from its size, unless somebody said otherwise before. */
function settings(
  { checks, settings: named }: CharterValue,
  line: number,
  anchors: readonly Anchor[],
  { view }: Expanding,
): RenderedFile {
  const path = view.at('config.json')
  const said = [
    ...(readSettings(view).get('workflow.depth') === null ? [{ key: 'workflow.depth', value: 'auto' }] : []),
    ...(checks.length === 0 ? [] : [{ key: 'verification.commands', value: checks.map((argv) => [...argv]) }]),
    ...named,
  ]
  const text = said.reduce(
    (before, { key, value: word }) => withSetting(before, key, word),
    settingsText(view.source(path), BEGUN_TEXT),
  )
  return { path: 'config.json', schema: 'config', text, line, anchors }
}
