// Verbs that change which phases there are and what a section says: new ones at the end, new ones in between, fields of one.

import { oneLine } from '../../artifacts/parts/draft.js'
import { findByPhase, phaseRefsIn, phaseTitleIn } from '../../artifacts/parts/phase-token.js'
import type { RequirementsValue } from '../../artifacts/requirements/requirements.js'
import { phaseCellIn, phaseLineIn } from '../../artifacts/roadmap/phase-line.js'
import type { RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { setPhase } from '../../artifacts/roadmap/roadmap-edit.js'
import { addPhase as putPhase } from '../../artifacts/roadmap/roadmap-phases.js'
import { phaseLineText } from '../../artifacts/roadmap/roadmap-text.js'
import { activePhases } from '../../artifacts/roadmap/roadmap-windows.js'
import { DEPTHS, depthIn } from '../../core/depth.js'
import { POSITION_READS } from '../../core/derivation/facts.js'
import { Inputs } from '../../core/derivation/inputs.js'
import { retraced } from '../../core/derivation/requirement-trace.js'
import { displayPhaseId, isNumericPhase, type PhaseId, parsePhaseId, samePhase } from '../../core/ids.js'
import { withArchives } from '../../core/milestones/shipped.js'
import {
  type Base,
  decimalNumber,
  NAMING_MODES,
  namingMode,
  newNumber,
  previousPhase,
} from '../../core/phases/phase-numbers.js'
import { noSection, sectionNamed } from '../../core/phases/phase-removal.js'
import { readSettings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'
import { refreshProjections } from '../../core/writing/projections.js'
import { Staging } from '../../core/writing/staging.js'
import type { ErrorBody } from '../../errors.js'
import { nearestId } from '../../std/ids-meant.js'
import { same } from '../../std/same.js'
import { type Infer, listOf, maybe, oneOf, orNull, record, text, texts } from '../../std/shape.js'
import { slugOf } from '../../std/slug.js'
import { someOf } from '../../std/text.js'
import { PHASE } from '../arguments.js'
import { noRoadmap } from '../roadmap/roadmap.js'
import { arg, mutation } from '../verb.js'

const WRITES = ['roadmap', 'requirements', 'other', 'state'] as const

const ADDED = {
  phase_number: text('As in the heading'),
  padded: text(),
  name: text(),
  slug: text(),
  directory: text(),
  naming_mode: oneOf(NAMING_MODES),
}
type Added = { readonly [K in keyof typeof ADDED]: Infer<(typeof ADDED)[K]> }

const needsTitle: ErrorBody = { code: 'USAGE', message: 'the phase needs a title', fix: 'phase add "<title>"' }

interface Wanted {
  readonly title: string
  readonly id?: string | undefined
  /** Id of the phase it comes after. */
  readonly after?: string | undefined
  readonly goal?: string
  readonly successCriteria?: readonly string[]
}

/** A title must read back as it is from each place of the roadmap that shows it. */
function titleTrouble(title: string): ErrorBody | null {
  const line = phaseLineIn(phaseLineText({ id: '1', title, text: 'x' }))
  const cell = phaseCellIn(`1. ${title}`)
  if ([line?.title, cell?.title, phaseTitleIn(`Phase 1: ${title}`)?.title].every((read) => read === title)) return null
  return {
    code: 'USAGE',
    message: `the title "${title}" cannot stand in a list of phases as it is`,
    fix: 'give it as plain words: no ** or ~~, no sign at its beginning, no "(INSERTED)" or "(completed …)"',
  }
}

/** Stages one new phase: behind the last of the active milestone, or as a decimal behind another. */
export function addPhase(staging: Staging, { title, id, after, ...said }: Wanted): Added | ErrorBody {
  const trouble = title === '' ? needsTitle : titleTrouble(title)
  if (trouble !== null) return trouble
  const { view } = staging
  const settings = readSettings(view)
  if (settings.problem !== null) return settings.problem
  const roadmap = view.parse('roadmap', view.at('ROADMAP.md'))?.value
  if (roadmap === undefined) return noRoadmap(view)
  const base = after === undefined ? null : sectionBehind(view, roadmap, after)
  if (base !== null && 'fix' in base) return base
  const number =
    base === null ? newNumber(view, roadmap, settings, { title, id }) : decimalNumber(view, roadmap, settings, base)
  if ('fix' in number) return number
  const mode = namingMode(settings)
  const before = base?.id ?? (mode === 'custom' ? null : previousPhase(roadmap, number.id))
  const directory = view.at(`phases/${number.directory(title)}`)
  const known = base === null ? withArchives(roadmap, view, new Inputs(view)) : roadmap
  const phase = {
    ...said,
    ...{ id: number.shown, title, code: number.code, inserted: base !== null },
    dependsOn: before === null ? null : `Phase ${displayPhaseId(before)}`,
  }
  staging.edit('roadmap', view.at('ROADMAP.md'), (doc) => putPhase(doc, known, phase, base?.section.window))
  staging.put(`${directory}/.gitkeep`, '')
  return {
    phase_number: number.shown,
    padded: number.id,
    name: title,
    slug: slugOf(title),
    directory,
    naming_mode: mode,
  }
}

function sectionBehind(view: View, roadmap: RoadmapValue, after: string): Base | ErrorBody {
  const section = roadmap.phases[sectionNamed(roadmap, after.trim()) ?? -1]
  const id = section === undefined ? null : parsePhaseId(section.id)
  if (section === undefined || id === null) return noSection(view, roadmap, after)
  if (isNumericPhase(id)) return { id, section }
  return {
    code: 'USAGE',
    message: `${section.id} has no number, so nothing can be numbered after it`,
    fix: 'gsd-tools phase add "<title>" --id <ID>',
  }
}

export const phaseAdd = mutation('phase.add', {
  about: 'Add a phase at the end of the active milestone, or as a decimal after another',
  args: {
    description: arg.word('Title of the phase'),
    after: arg.text('Phase it comes after', { names: 'phase' }),
    id: arg.text('Id of the phase where phase_naming is custom'),
  },
  result: record({ ...ADDED, next_phase: orNull(text('Phase that is to be worked on now')) }),
  reads: POSITION_READS,
  writes: WRITES,
  run({ description, after, id }, view) {
    const title = oneLine(description)
    const staging = new Staging(view)
    const added = addPhase(staging, { title, id, after })
    if ('fix' in added) {
      const none = { phase_number: '', padded: '', name: title, slug: '', directory: '', next_phase: null }
      return { result: { ...none, naming_mode: namingMode(readSettings(view)) }, error: added }
    }
    const activity = `Phase ${added.phase_number} ${after === undefined ? 'added' : `inserted after ${after}`}: ${title}`
    const { active } = refreshProjections(staging, { activity })
    const next = active === null ? null : displayPhaseId(active.id)
    return { result: { ...added, next_phase: next }, edits: staging.edits() }
  },
})

const NONE = /^(?:none|nothing|-|tbd)?$/i

/** `2, 3` or `Phase 2, Phase 3` as the field is written; null for none. */
function dependsOnText(roadmap: RoadmapValue, own: PhaseId, given: string): string | null | ErrorBody {
  if (NONE.test(given.trim())) return null
  const refs = phaseRefsIn(given)
  const ids = refs.map(parsePhaseId)
  const bad = (message: string, fix: string): ErrorBody => ({ code: 'USAGE', message, fix })
  if (refs.length === 0) return bad(`"${given}" names no phase`, 'write it like --depends-on "2, 3", or none')
  for (const [at, id] of ids.entries()) {
    const ref = refs[at] as string
    if (id === null || findByPhase(roadmap.phases, ref) === null)
      return {
        code: 'PHASE_NOT_FOUND',
        message: `there is no phase "${ref}" to depend on`,
        fix: `use ${someOf(
          activePhases(roadmap).map((section) => section.id),
          ref,
        )}`,
      }
    const circle = circleThrough(roadmap, own, id)
    if (circle !== null)
      return {
        code: 'PLAN_CYCLE',
        message: `phases would wait for each other: ${circle.map(displayPhaseId).join(' → ')}`,
        fix: 'choose a phase that does not wait for this one',
      }
  }
  return ids.map((id) => `Phase ${displayPhaseId(id as PhaseId)}`).join(', ')
}

/** The way from `from` back to `own` over what phases wait for, or null. */
function circleThrough(roadmap: RoadmapValue, own: PhaseId, from: PhaseId): readonly PhaseId[] | null {
  const seen: PhaseId[] = []
  const walk = (id: PhaseId, path: readonly PhaseId[]): readonly PhaseId[] | null => {
    if (samePhase(id, own)) return [own, ...path, own]
    if (seen.some((other) => samePhase(other, id))) return null
    seen.push(id)
    const section = activePhases(roadmap).find((other) => {
      const parsed = parsePhaseId(other.id)
      return parsed !== null && samePhase(parsed, id)
    })
    for (const ref of phaseRefsIn(section?.dependsOn ?? '')) {
      const next = parsePhaseId(ref)
      const found = next === null ? null : walk(next, [...path, id])
      if (found !== null) return found
    }
    return null
  }
  return walk(from, [])
}

function requirementIds(requirements: RequirementsValue | null, given: string): readonly string[] | ErrorBody {
  if (NONE.test(given.trim())) return []
  const ids = given
    .replace(/^\[|\]$/g, '')
    .split(/[\s,]+/)
    .filter((id) => id !== '')
  const known = requirements?.requirements.map(({ id }) => id) ?? []
  const unknown = ids.find((id) => !known.includes(id))
  if (unknown === undefined) return [...new Set(ids)]
  const near = nearestId(unknown, known)
  return {
    code: 'NOT_FOUND',
    message: `there is no requirement "${unknown}" in REQUIREMENTS.md`,
    fix: near === null ? `add "- [ ] **${unknown}**: <text>" to REQUIREMENTS.md first` : `did you mean ${near}?`,
  }
}

export const phaseEdit = mutation('phase.edit', {
  about: 'Change title, goal, mode, depth, dependencies, requirements or criteria of a current phase',
  args: {
    phase: PHASE,
    title: arg.text('New title; the directory keeps its name'),
    goal: arg.text('New goal'),
    mode: arg.text('New mode, e.g. mvp; none takes it away'),
    depth: arg.text('light, standard or heavy, and why; none: its size decides'),
    'depends-on': arg.text('Phases it waits for, e.g. "2, 3"; none takes them away'),
    requirements: arg.text('Ids it carries, e.g. "AUTH-01, AUTH-02"; none takes them away'),
    criteria: arg.list('Its success criteria, one a word in quotes', { greedy: true }),
  },
  result: record({
    phase_number: text(),
    title: text(),
    goal: orNull(text()),
    mode: orNull(text()),
    depth: orNull(text()),
    depends_on: orNull(text()),
    requirements: listOf(text()),
    criteria: texts('Success criteria'),
    shared: maybe(texts('Requirements that another phase carries too, with that phase')),
    changed_fields: listOf(text()),
  }),
  reads: POSITION_READS,
  writes: WRITES,
  run(args, view) {
    const roadmap = view.parse('roadmap', view.at('ROADMAP.md'))?.value
    const at = roadmap === undefined ? null : sectionNamed(roadmap, args.phase.trim())
    const section = at === null ? undefined : roadmap?.phases[at]
    const own = section === undefined ? null : parsePhaseId(section.id)
    const saying = (phase: string, of: Section | null, fields: readonly string[]) => ({
      phase_number: phase,
      title: of?.title ?? '',
      goal: of?.goal ?? null,
      mode: of?.mode ?? null,
      depth: of?.depth ?? null,
      depends_on: of?.dependsOn ?? null,
      requirements: [...(of?.requirements ?? [])],
      criteria: [...(of?.successCriteria ?? [])],
      changed_fields: fields.map((name) => SAID[name] ?? name),
    })
    const refuse = (error: ErrorBody) => ({ result: saying(args.phase, null, []), error })
    if (roadmap === undefined) return refuse(noRoadmap(view))
    if (section === undefined || own === null) return refuse(noSection(view, roadmap, args.phase))
    const given = [args.title, args.goal, args.mode, args.depth, args['depends-on'], args.requirements]
    const criteria = args.criteria.map(oneLine).filter((text) => text !== '')
    if (given.every((value) => value === undefined) && criteria.length === 0)
      return refuse({
        code: 'USAGE',
        message: 'nothing to change was given',
        fix: 'add --title, --goal, --mode, --depth, --depends-on, --requirements or --criteria',
      })
    if (args.depth !== undefined && !NONE.test(args.depth.trim()) && depthIn(args.depth) === null)
      return refuse({
        code: 'USAGE',
        message: `"${args.depth}" begins with no depth`,
        fix: `write one of ${DEPTHS.join(', ')}, and behind it why`,
      })
    if (args.title !== undefined && oneLine(args.title) === '')
      return refuse({ ...needsTitle, fix: 'give --title some words' })
    const trouble = args.title === undefined ? null : titleTrouble(oneLine(args.title))
    if (trouble !== null) return refuse(trouble)
    const depends =
      args['depends-on'] === undefined ? section.dependsOn : dependsOnText(roadmap, own, args['depends-on'])
    if (depends !== null && typeof depends !== 'string') return refuse(depends)
    const requirements =
      args.requirements === undefined
        ? section.requirements
        : requirementIds(view.parse('requirements', view.at('REQUIREMENTS.md'))?.value ?? null, args.requirements)
    if (!Array.isArray(requirements)) return refuse(requirements as ErrorBody)
    const next = {
      ...section,
      title: args.title === undefined ? section.title : oneLine(args.title),
      goal: args.goal === undefined ? section.goal : oneLine(args.goal) || null,
      mode:
        args.mode === undefined ? section.mode : NONE.test(args.mode.trim()) ? null : oneLine(args.mode).toLowerCase(),
      depth: args.depth === undefined ? section.depth : NONE.test(args.depth.trim()) ? null : oneLine(args.depth),
      dependsOn: depends,
      requirements: requirements as readonly string[],
      successCriteria: criteria.length === 0 ? section.successCriteria : criteria,
    }
    const fields = (['title', 'goal', 'mode', 'depth', 'dependsOn', 'requirements', 'successCriteria'] as const).filter(
      (name) => !same(section[name], next[name]),
    )
    const staging = new Staging(view)
    staging.edit('roadmap', view.at('ROADMAP.md'), (doc) => setPhase(doc, at as number, next))
    if (fields.includes('requirements')) {
      const touched = new Set([...section.requirements, ...next.requirements])
      const changed = staging.view.parse('roadmap', view.at('ROADMAP.md'))?.value as RoadmapValue
      staging.update('requirements', view.at('REQUIREMENTS.md'), (value) => retraced(value, changed, touched))
    }
    if (fields.length > 0) refreshProjections(staging, { activity: `Phase ${displayPhaseId(own)} edited` })
    const shared = activePhases(roadmap).flatMap((other) =>
      other === section ? [] : carriedBoth(next, other).map((id) => `${id}: phase ${other.id}`),
    )
    const result = { ...saying(displayPhaseId(own), next, fields), ...(shared.length === 0 ? {} : { shared }) }
    return { result, edits: staging.edits() }
  },
})

/** Fields that the answer names otherwise. */
const SAID: { readonly [field: string]: string } = { dependsOn: 'depends_on', successCriteria: 'criteria' }

type Section = RoadmapValue['phases'][number]
const carriedBoth = (one: Section, other: Section) => one.requirements.filter((id) => other.requirements.includes(id))
