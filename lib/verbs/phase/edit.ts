// phase add and phase edit: adds phases to ROADMAP.md, and sets their fields.
import { oneLine } from '../../artifacts/parts/draft.js'
import { findByPhase, phaseRefsIn, phaseTitleIn } from '../../artifacts/parts/phase-token.js'
import { phaseCellIn, phaseLineIn } from '../../artifacts/roadmap/phase-line.js'
import { activePhases, type RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { type Fields, setPhase } from '../../artifacts/roadmap/roadmap-edit.js'
import { addPhase as putPhase } from '../../artifacts/roadmap/roadmap-phases.js'
import { phaseLineText } from '../../artifacts/roadmap/roadmap-text.js'
import { DEPTHS, depthIn } from '../../core/depth.js'
import { POSITION_READS } from '../../core/derivation/facts.js'
import { Inputs } from '../../core/derivation/inputs.js'
import { rowUpdates } from '../../core/derivation/requirement-trace.js'
import { phaseUnit } from '../../core/history/undo.js'
import { displayPhaseId, isNumericPhase, shownPhase } from '../../core/ids.js'
import { withArchives } from '../../core/milestones/shipped.js'
import {
  type BasePhase,
  decimalNumber,
  isNamedPhase,
  newNumber,
  previousPhase,
} from '../../core/phases/phase-numbers.js'
import { openSection } from '../../core/phases/phase-removal.js'
import { readSettings } from '../../core/project/settings.js'
import { arg, type Given, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { refreshProjections } from '../../core/writing/projections.js'
import { Staging } from '../../core/writing/staging.js'
import { refuse, usageError } from '../../errors.js'
import { cycleThrough } from '../../std/graph.js'
import { nearestId } from '../../std/ids-meant.js'
import { same } from '../../std/same.js'
import { type Infer, orNull, record, text, texts } from '../../std/shape.js'
import { slugOf } from '../../std/slug.js'
import { someOf } from '../../std/text.js'
import { PHASE } from '../arguments.js'
import { requireRoadmap } from '../findings.js'

const WRITES = ['roadmap', 'requirements', 'other', 'state'] as const

const ADDING = record({
  phase_number: text('As in the heading'),
  padded: text(),
  name: text(),
  slug: text(),
  directory: text(),
  next_phase: orNull(text('Phase to work on now')),
})
type Added = Omit<Infer<typeof ADDING>, 'next_phase'>

interface NewPhase extends Pick<Fields, 'goal' | 'successCriteria'> {
  readonly title: string
  readonly id?: string | undefined
  readonly after?: string | undefined
}

/** Returns the title; refuses one that does not parse the same from a heading, a list and a table of ROADMAP.md. */
function titleOf(given: string): string {
  const title = oneLine(given)
  if (title === '')
    refuse(
      usageError(
        'the phase needs a title',
        'run gsd-tools phase add "<title>" or phase edit <phase> --title "<title>"',
      ),
    )
  const line = phaseLineIn(phaseLineText({ id: '1', title, text: 'x' }))
  const cell = phaseCellIn(`1. ${title}`)
  if ([line?.title, cell?.title, phaseTitleIn(`Phase 1: ${title}`)?.title].every((read) => read === title)) return title
  const fix = 'use plain words: no ** or ~~, no leading sign, no "(INSERTED)" or "(completed …)"'
  return refuse(usageError(`the title "${title}" cannot be used in a list of phases`, fix))
}

/** Stages a new phase, at the end of the active milestone or with a decimal number after another phase. */
export function addPhase(staging: Staging, { title: given, id, after, ...fields }: NewPhase): Added {
  const title = titleOf(given)
  const { view } = staging
  const settings = readSettings(view)
  if (settings.problem !== null) refuse(settings.problem)
  const roadmap = requireRoadmap(view)
  const base = after === undefined ? null : sectionBefore(roadmap, after)
  const number =
    base === null ? newNumber(view, roadmap, settings, { title, id }) : decimalNumber(view, roadmap, settings, base)
  const before = base?.id ?? (isNamedPhase(number.id) ? null : previousPhase(roadmap, number.id))
  const directory = view.at(`phases/${number.directory(title)}`)
  const known = base === null ? withArchives(roadmap, view, new Inputs(view)) : roadmap
  const phase = {
    ...fields,
    ...{ id: number.shown, title, code: number.code, inserted: base !== null },
    dependsOn: before === null ? null : `Phase ${displayPhaseId(before)}`,
  }
  staging.edit('roadmap', view.at('ROADMAP.md'), (doc) => putPhase(doc, known, phase, base?.section.window))
  staging.put(`${directory}/.gitkeep`, '')
  return { phase_number: number.shown, padded: number.id, name: title, slug: slugOf(title), directory }
}

function sectionBefore(roadmap: RoadmapValue, after: string): BasePhase {
  const { section, id } = openSection(roadmap, after)
  if (isNumericPhase(id)) return { id, section }
  const message = `${section.id} has no number, so nothing can be numbered after it`
  return refuse(usageError(message, 'run gsd-tools phase add "<title>" --id <ID>'))
}

export const phaseAdd = verb('phase.add', {
  about: 'Add a phase at the end of the active milestone, or with a decimal number after another phase',
  args: {
    description: arg.word('Title of the phase'),
    after: arg.text('Phase after which to insert it'),
    id: arg.text('Phase id, such as AUTH; default: the next number'),
  },
  result: ADDING,
  reads: POSITION_READS,
  writes: WRITES,
  run({ view }, { description, after, id }) {
    const staging = new Staging(view)
    const added = addPhase(staging, { title: description, id, after })
    const change = after === undefined ? 'added' : `inserted after ${after}`
    const { active } = refreshProjections(staging, { activity: `Phase ${added.phase_number} ${change}: ${added.name}` })
    const next = active === null ? null : displayPhaseId(active.id)
    return { result: { ...added, next_phase: next }, edits: staging.edits(), unit: phaseUnit(added.padded) }
  },
})

const NONE = /^(?:none|nothing|-|tbd)?$/i

/** Returns the text of the field for `2, 3` or `Phase 2, Phase 3`; null for none. */
function dependsOnText(roadmap: RoadmapValue, section: Section, given: string): string | null {
  if (NONE.test(given.trim())) return null
  const refs = phaseRefsIn(given)
  if (refs.length === 0)
    refuse(usageError(`"${given}" names no phase`, 'write --depends-on "2, 3", or --depends-on none'))
  const active = activePhases(roadmap)
  const unknown = refs.find((ref) => findByPhase(roadmap.phases, ref) === null)
  if (unknown !== undefined) {
    const ids = active.map(({ id }) => id)
    const message = `there is no phase "${unknown}" to depend on`
    refuse({ code: 'PHASE_NOT_FOUND', message, fix: `use ${someOf(ids, unknown)}` })
  }
  const named = (ids: readonly string[]) => ids.flatMap((id) => findByPhase(active, id) ?? [])
  const circle = cycleThrough(section, (at) => named(at === section ? refs : phaseRefsIn(at.dependsOn ?? '')))
  if (circle !== null)
    refuse({
      code: 'PLAN_CYCLE',
      message: `circular dependency of phases: ${[...circle, section].map(({ id }) => shownPhase(id)).join(' → ')}`,
      fix: 'choose a phase that does not depend on this one',
    })
  return refs.map((ref) => `Phase ${shownPhase(ref)}`).join(', ')
}

function requirementIds(view: View, given: string): readonly string[] {
  if (NONE.test(given.trim())) return []
  const ids = given.match(/[^\s,[\]]+/g) ?? []
  const requirements = view.parse('requirements', view.at('REQUIREMENTS.md'))?.value.requirements ?? []
  const known = requirements.map(({ id }) => id)
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown !== undefined) {
    const near = nearestId(unknown, known)
    const add = `add "- [ ] **${unknown}**: <text>" to REQUIREMENTS.md first`
    const message = `there is no requirement "${unknown}" in REQUIREMENTS.md`
    refuse({ code: 'NOT_FOUND', message, fix: near === null ? add : `did you mean ${near}?` })
  }
  return [...new Set(ids)]
}

const EDITS = {
  phase: PHASE,
  title: arg.text('New title; the directory keeps its name'),
  goal: arg.text('New goal'),
  mode: arg.text('New mode, e.g. mvp; none removes it'),
  depth: arg.text('light, standard or heavy, and why; none lets the size of the phase decide'),
  'depends-on': arg.text('Phases that the phase depends on, e.g. "2, 3"; none removes them'),
  requirements: arg.text('Requirement ids, e.g. "AUTH-01, AUTH-02"; none removes them'),
  criteria: arg.list('Success criteria, each in quotes', { greedy: true }),
} as const

export const phaseEdit = verb('phase.edit', {
  about: 'Edit title, goal, mode, depth, dependencies, requirements or criteria of an open phase',
  args: EDITS,
  result: record({ phase_number: text(), changed_fields: texts('Fields, named as in the arguments') }),
  reads: POSITION_READS,
  writes: WRITES,
  run({ view }, { phase: given, ...words }) {
    const [path, staging] = [view.at('ROADMAP.md'), new Staging(view)]
    const roadmap = requireRoadmap(view)
    const { section, id: own, at } = openSection(roadmap, given)
    const fields = fieldsIn(words, view, roadmap, section)
    const next = { ...section, ...fields }
    const changed = (Object.keys(fields) as (keyof Fields)[]).filter((name) => !same(section[name], next[name]))
    staging.edit('roadmap', path, (doc) => setPhase(doc, at, fields))
    if (changed.includes('requirements')) {
      const touched = [...section.requirements, ...next.requirements]
      const after = staging.view.parse('roadmap', path)?.value ?? roadmap
      staging.edit('requirements', view.at('REQUIREMENTS.md'), rowUpdates(after, touched))
    }
    if (changed.length > 0) refreshProjections(staging, { activity: `Phase ${displayPhaseId(own)} edited` })
    const result = {
      phase_number: displayPhaseId(own),
      changed_fields: changed.map((name) => FLAG_NAMES[name] ?? name),
    }
    return { result, edits: staging.edits(), unit: phaseUnit(own) }
  },
})

type Section = RoadmapValue['phases'][number]
const FLAG_NAMES: { readonly [field: string]: string } = { dependsOn: 'depends-on', successCriteria: 'criteria' }

function fieldsIn(
  words: Omit<Given<typeof EDITS>, 'phase'>,
  view: View,
  roadmap: RoadmapValue,
  section: Section,
): Fields {
  const textOrNull = (text: string) => (NONE.test(text.trim()) ? null : oneLine(text))
  const criteria = words.criteria.map(oneLine).filter((text) => text !== '')
  const { title, goal, mode, depth, requirements, 'depends-on': depends } = words
  const flags = 'add --title, --goal, --mode, --depth, --depends-on, --requirements or --criteria'
  if ([title, goal, mode, depth, depends, requirements].every((one) => one === undefined) && criteria.length === 0)
    refuse(usageError('no change was given', flags))
  if (depth !== undefined && textOrNull(depth) !== null && depthIn(depth) === null)
    refuse(usageError(`"${depth}" does not begin with a depth`, `write one of ${DEPTHS.join(', ')}, then the reason`))
  return {
    ...(title === undefined ? {} : { title: titleOf(title) }),
    ...(goal === undefined ? {} : { goal: oneLine(goal) || null }),
    ...(mode === undefined ? {} : { mode: textOrNull(mode)?.toLowerCase() ?? null }),
    ...(depth === undefined ? {} : { depth: textOrNull(depth) }),
    ...(depends === undefined ? {} : { dependsOn: dependsOnText(roadmap, section, depends) }),
    ...(requirements === undefined ? {} : { requirements: requirementIds(view, requirements) }),
    ...(criteria.length === 0 ? {} : { successCriteria: criteria }),
  }
}
