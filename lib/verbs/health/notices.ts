// What a health check tells without calling the tree ill: mirrors that lag behind, files nobody knows, what another tool left.
import { shippedMilestone } from '../../artifacts/document/milestone-log.js'
import { isRootFile } from '../../core/artifact-paths.js'
import type { Derivation } from '../../core/derivation/derive.js'
import { gatherFacts, type PhaseFacts, type ProjectFacts } from '../../core/derivation/facts.js'
import { looseIds } from '../../core/derivation/requirement-trace.js'
import { parsePhaseId, samePhase } from '../../core/ids.js'
import { ROLES } from '../../core/layout.js'
import { archivedVersions } from '../../core/milestones/last-shipped.js'
import { passedOverIn } from '../../core/project/passed-over.js'
import { readSettings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'
import { differencesOf, withPosition } from '../../core/writing/state-projection.js'
import { type Finding, where } from '../findings.js'

export const notices = (view: View, derivation: Derivation): readonly Finding[] => [
  ...settingsFile(view),
  ...passedOverIn(readSettings(view)).map(({ key, why, fix }) => ({
    code: 'SETTING_PASSED_OVER',
    path: view.at('config.json'),
    message: `${key}: ${why}`,
    fix,
  })),
  ...position(view, derivation),
  ...loose(view, derivation.facts),
  ...unknownFiles(view),
  ...archivesWithoutEntry(view),
  ...derivation.facts.phases.flatMap((phase) => otherCase(view, phase)),
  ...derivation.facts.phases.flatMap((phase) => validationPlan(view, derivation.facts, phase)),
  ...mergedLedger(view),
  ...foreignLock(view),
]

/** Defaults answer, so nothing is wrong; whoever wants a file to edit can have one. */
const settingsFile = (view: View): readonly Finding[] =>
  where(view.source(view.at('config.json')) === null && view.source('.planning/config.json') === null, {
    code: 'W003',
    path: view.at('config.json'),
    message: 'there is no config.json: every setting has its default',
    fix: 'gsd-tools health --repair W003 writes an empty one',
    repairable: true,
  })

/** Requirements that nobody would build, or nobody has said. */
function loose(view: View, { roadmap }: ProjectFacts): readonly Finding[] {
  const path = view.at('REQUIREMENTS.md')
  const value = view.parse('requirements', path)?.value
  if (value === undefined || roadmap === null) return []
  const { undefined: unsaid, unused } = looseIds(value, roadmap)
  return [
    ...where(unsaid.length > 0, {
      code: 'REQUIREMENT_UNDEFINED',
      path,
      message: `phases name requirements that ${path} does not define: ${unsaid.join(', ')}`,
      fix: `add "- [ ] **${unsaid[0]}**: <text>", or take it out: gsd-tools phase edit <phase> --requirements "<ids>"`,
    }),
    ...where(unused.length > 0, {
      code: 'REQUIREMENT_UNUSED',
      path,
      message: `no phase carries ${unused.join(', ')}`,
      fix: 'gsd-tools phase edit <phase> --requirements "<ids>", or move it to the later ones',
    }),
  ]
}

/** Gone, or without a word in it. */
export const isBlank = (view: View, path: string): boolean => {
  const source = view.source(path)
  return source === null || source.text?.trim() === ''
}

/** A project of small tasks has none, and one whose milestones are archived neither; requirements and phases do not stand without it. */
const wantsRoadmap = (view: View): boolean =>
  view.list('.planning/milestones').length === 0 &&
  (view.source(view.at('PROJECT.md')) === null ||
    view.source(view.at('REQUIREMENTS.md')) !== null ||
    view.list(view.at('phases')).length > 0)

/** ROADMAP.md has no phase, and STATE.md is in one: what was there is gone, whatever stands there now. */
export function isRoadmapLost(view: View): boolean {
  const path = view.at('ROADMAP.md')
  if (!wantsRoadmap(view)) return false
  if (isBlank(view, path)) return true
  const stated = view.parse('state', view.at('STATE.md'))?.value.front.currentPhase ?? null
  return stated !== null && parsePhaseId(stated) !== null && view.parse('roadmap', path)?.value.phases.length === 0
}

/** STATE.md mirrors what is derived; the next write of the CLI brings it up to date anyway. */
function position(view: View, derivation: Derivation): readonly Finding[] {
  const path = view.at('STATE.md')
  const value = view.parse('state', path)?.value
  if (value === undefined || view.source(path)?.text === null) return []
  // What STATE.md says is all that is left of a roadmap that was lost.
  if (isRoadmapLost(view)) return []
  const stated = value.front.currentPhase ?? null
  const id = stated === null ? null : parsePhaseId(stated)
  const known = derivation.facts.roadmap?.phases ?? []
  const isKnown =
    id === null ||
    known.some((section) => {
      const other = parsePhaseId(section.id)
      return other !== null && samePhase(other, id)
    })
  const drift = differencesOf(value, withPosition(value, derivation))
  return [
    ...where(!isKnown, {
      code: 'W002',
      path,
      message: `STATE.md names phase ${stated} as the present one, which ROADMAP.md does not have`,
      fix: 'gsd-tools health --repair W002',
      repairable: true,
    }),
    ...where(drift.length > 0, {
      code: 'STATE_DRIFT',
      path,
      message: `disagrees with the evidence: ${drift.map(({ field }) => field).join(', ')}`,
      fix: 'gsd-tools health --repair STATE_DRIFT',
      repairable: true,
    }),
  ]
}

const KINDS = ['PLAN.md', 'SUMMARY.md', ...Object.values(ROLES).flat()]

/** What stands in front of the kind: ids of a phase and a plan. */
const FRONT = /^(?:\d[\w.]*-)*$/

/** The name under which a file of a phase would be read, where only the case of its kind keeps it from that; `implementation-plan.md` is a note. */
function nameInCapitals(name: string): string | null {
  if (KINDS.some((kind) => name.endsWith(kind))) return null
  const isMeant = (kind: string) =>
    name.toLowerCase().endsWith(kind.toLowerCase()) && FRONT.test(name.slice(0, -kind.length))
  const kind = KINDS.find(isMeant)
  return kind === undefined ? null : name.slice(0, -kind.length) + kind
}

/** On some systems two names that differ in case alone are one file: nothing but the exact one is read. */
const otherCase = (view: View, { directory }: PhaseFacts): readonly Finding[] =>
  directory === null
    ? []
    : view.list(directory.path).flatMap(({ name }) => {
        const meant = nameInCapitals(name)
        const path = `${directory.path}/${name}`
        return meant === null
          ? []
          : {
              code: 'NAME_CASE',
              path,
              message: `${name} is not read: the kind of a planning file stands in capitals`,
              fix: `git mv "${path}" "${directory.path}/${meant}"`,
            }
      })

const unknownFiles = (view: View): readonly Finding[] =>
  view
    .list(view.base)
    .filter(({ kind, name }) => kind === 'file' && name.endsWith('.md') && !isRootFile(name))
    .map(({ name }) => ({
      code: 'W019',
      path: view.at(name),
      message: 'not a planning file this pack knows',
      fix: 'leave it if it is yours; nothing reads it',
    }))

/** Archived versions that MILESTONES.md does not list; the own roadmap of an open milestone is no archive. */
export function unlistedVersions(view: View): readonly string[] {
  const { roadmap } = gatherFacts(view)
  const isOpen = (version: string) =>
    [...(roadmap?.windows ?? []), ...(roadmap?.milestones ?? [])].some(
      (one) => one.version === version && one.mark !== 'shipped',
    )
  const value = view.parse('milestone', '.planning/MILESTONES.md')?.value
  const listed = new Set((value?.entries ?? []).map((entry) => shippedMilestone(entry).version))
  return archivedVersions(view).filter((version) => !listed.has(version) && !isOpen(version))
}

const archivesWithoutEntry = (view: View): readonly Finding[] =>
  unlistedVersions(view).map((version) => ({
    code: 'W018',
    path: '.planning/MILESTONES.md',
    message: `the archived milestone ${version} has no entry in MILESTONES.md`,
    fix: 'gsd-tools health --repair W018',
    repairable: true,
  }))

/** Research that says how the phase will be tested asks for the file that plans it. */
function validationPlan(
  view: View,
  { inputs }: ProjectFacts,
  { id, directory, files, plans }: PhaseFacts,
): readonly Finding[] {
  const research = files?.research
  if (directory === null || research == null || plans.length === 0) return []
  if (readSettings(view).get('workflow.nyquist_validation') === false) return []
  if (!inputs.mentions(research, 'validation architecture')) return []
  if (view.list(directory.path).some(({ name }) => name === 'VALIDATION.md' || name.endsWith('-VALIDATION.md')))
    return []
  return [
    {
      code: 'W009',
      path: research,
      message: `the research of phase ${id} says how it will be tested, but there is no VALIDATION.md`,
      fix: 'write it (gsd-tools template show validation), or go without: gsd-tools config set workflow.nyquist_validation false',
    },
  ]
}

const MERGE = 'ledger.jsonl merge=union'

/** Two branches that both append to the ledger meet without a conflict only where git is told so. */
export const lacksMergeRule = (view: View): boolean =>
  view.hasGit &&
  view.source('.planning/ledger.jsonl') !== null &&
  !(view.source('.planning/.gitattributes')?.text ?? '').split(/\r?\n/).some((row) => row.trim() === MERGE)

export const withMergeRule = (text: string): string =>
  `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${MERGE}\n`

const mergedLedger = (view: View): readonly Finding[] =>
  where(lacksMergeRule(view), {
    code: 'LEDGER_MERGE',
    path: '.planning/.gitattributes',
    message: 'git is not told to keep the lines of both sides when branches with a ledger meet',
    fix: 'gsd-tools health --repair LEDGER_MERGE',
    repairable: true,
  })

const foreignLock = (view: View): readonly Finding[] =>
  view
    .list(view.base)
    .filter(({ name }) => name === 'milestone.lock')
    .map(({ name }) => ({
      code: 'MILESTONE_LOCK',
      path: view.at(name),
      message: `another tool left ${name}; this pack claims units of work instead`,
      fix: 'remove it if no other tool is at work',
    }))
