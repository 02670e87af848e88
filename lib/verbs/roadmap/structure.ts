// The structure of ROADMAP.md: which phases a milestone holds, and what about it is wrong or odd.
import { isSentinel } from '../../artifacts/parts/phase-token.js'
import type { RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { activePhases, activeWindow, closedWindows, scopeOf } from '../../artifacts/roadmap/roadmap-windows.js'
import { type Derivation, derive } from '../../core/derivation/derive.js'
import { FACT_READS, type PhaseFacts } from '../../core/derivation/facts.js'
import { Inputs } from '../../core/derivation/inputs.js'
import { displayPhaseId, isNumericPhase, type PhaseId, parsePhaseId, phaseKey, shownPhase } from '../../core/ids.js'
import { listArchivedDirectories, listPhaseDirectories } from '../../core/layout.js'
import { withArchives } from '../../core/milestones/shipped.js'
import { bool, int, listOf, record, text } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { type Finding, findingOf, findingsShape } from '../findings.js'
import { query } from '../verb.js'
import { noRoadmap } from './roadmap.js'
import { emptyTicks } from './ticks.js'

export const roadmapMilestoneScope = query({
  name: 'roadmap.milestone-scope',
  about: 'Phases of the open milestone, or of the one named',
  args: { milestone: { type: 'text', about: 'Version, e.g. v1.1; the open one unless given' } },
  result: record({
    scope: text('How sure the window is; closed for a shipped milestone'),
    phases: listOf(text('Id as in the heading')),
    phase_count: int(),
  }),
  reads: ['roadmap'],
  run({ milestone }, view) {
    const written = view.parse('roadmap', view.at('ROADMAP.md'))?.value
    if (written === undefined) return { result: { scope: 'empty', phases: [], phase_count: 0 }, error: noRoadmap(view) }
    const roadmap = withArchives(written, view, new Inputs(view))
    const windows = milestone === undefined ? null : windowsNamed(roadmap, milestone)
    if (windows !== null && windows.size === 0) {
      const known = roadmap.windows.flatMap(({ version }) => version ?? [])
      const near = nearest(milestone ?? '', known)
      return {
        result: { scope: 'empty', phases: [], phase_count: 0 },
        error: {
          code: 'MILESTONE_UNKNOWN',
          message: `ROADMAP.md has no milestone "${milestone}"`,
          fix: near === null ? `milestones there: ${known.join(', ') || '(none named)'}` : `did you mean ${near}?`,
        },
      }
    }
    const sections =
      windows === null
        ? activePhases(roadmap)
        : roadmap.phases.filter(({ id, window }) => window !== null && windows.has(window) && !isSentinel(id))
    const phases = sections.map(({ id }) => shownPhase(id))
    return { result: { scope: scopeWord(roadmap, windows), phases, phase_count: phases.length } }
  },
})

function windowsNamed({ windows }: RoadmapValue, milestone: string): ReadonlySet<number> {
  const wanted = `v${milestone.trim().replace(/^v/i, '')}`.toLowerCase()
  return new Set(windows.flatMap(({ version }, at) => (version?.toLowerCase() === wanted ? [at] : [])))
}

function scopeWord(roadmap: RoadmapValue, windows: ReadonlySet<number> | null): string {
  const active = activeWindow(roadmap)
  if (windows === null || (active !== null && windows.has(active))) return scopeOf(roadmap)
  const closed = closedWindows(roadmap)
  return [...windows].every((window) => closed.has(window)) ? 'closed' : 'complete'
}

export const roadmapValidate = query({
  name: 'roadmap.validate',
  about: 'Whether the phases of ROADMAP.md fit together and fit what is on disk',
  args: {},
  result: record({
    valid: bool('No error'),
    errors: findingsShape,
    warnings: findingsShape,
    scope: text('How sure the phase window is'),
  }),
  reads: FACT_READS,
  run(_args, view) {
    const path = view.at('ROADMAP.md')
    const parsed = view.parse('roadmap', path)
    if (parsed === null)
      return { result: { valid: false, errors: [], warnings: [], scope: 'empty' }, error: noRoadmap(view) }
    const derivation = derive(view)
    const issues = parsed.issues
    const errors = [
      ...issues.filter(({ severity }) => severity === 'error').map(findingOf),
      ...dependencyFindings(derivation, path),
      ...derivation.facts.phases.flatMap((phase) => duplicateFinding(phase)),
    ]
    const warnings = [
      ...issues.filter(({ severity }) => severity === 'notice').map(findingOf),
      ...emptyTicks(derivation),
      ...orphanDirectories(derivation),
    ]
    const valid = errors.length === 0
    const result = { valid, errors, warnings, scope: derivation.facts.scope }
    return { result, ...(valid ? {} : { exit: 1 as const }) }
  },
})

function dependencyFindings({ facts }: Derivation, path: string): readonly Finding[] {
  const known = new Map(facts.phases.map((phase) => [phaseKey(phase.id), phase]))
  const others = new Set([
    ...(facts.roadmap?.phases ?? []).flatMap(({ id }) => keyOf(id)),
    ...listArchivedDirectories(facts.view).map(({ id }) => phaseKey(id)),
  ])
  const unknown = facts.phases.flatMap((phase) =>
    phase.dependsOn
      .filter((id) => !others.has(phaseKey(id)))
      .map((id) => ({
        code: 'DEPENDS_UNKNOWN',
        message: `phase ${displayPhaseId(phase.id)} depends on phase ${displayPhaseId(id)}, which nothing defines`,
        fix: `change the line "Depends on" of phase ${displayPhaseId(phase.id)}`,
        path,
      })),
  )
  const circle = circleIn(facts.phases, known)
  if (circle === null) return unknown
  const names = [...circle, circle[0] as PhaseId].map(displayPhaseId).join(' → ')
  const fix = 'take one of them out of a line "Depends on"'
  return [...unknown, { code: 'DEPENDS_CIRCLE', message: `phases wait for each other: ${names}`, fix, path }]
}

const keyOf = (text: string): readonly string[] => {
  const id = parsePhaseId(text)
  return id === null ? [] : [phaseKey(id)]
}

/** The first circle of dependencies; each phase is entered once. */
function circleIn(phases: readonly PhaseFacts[], known: ReadonlyMap<string, PhaseFacts>): readonly PhaseId[] | null {
  const finished = new Set<string>()
  const onPath = new Map<string, number>()
  for (const root of phases) {
    const path: { readonly phase: PhaseFacts; next: number }[] = []
    const enter = (phase: PhaseFacts) => {
      onPath.set(phaseKey(phase.id), path.length)
      path.push({ phase, next: 0 })
    }
    if (!finished.has(phaseKey(root.id))) enter(root)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const wanted = top.phase.dependsOn[top.next++]
      if (wanted === undefined) {
        finished.add(phaseKey(top.phase.id))
        onPath.delete(phaseKey(top.phase.id))
        path.pop()
        continue
      }
      const at = onPath.get(phaseKey(wanted))
      if (at !== undefined) return path.slice(at).map(({ phase }) => phase.id)
      const target = known.get(phaseKey(wanted))
      if (target !== undefined && !finished.has(phaseKey(wanted))) enter(target)
    }
  }
  return null
}

const duplicateFinding = ({ id, duplicates }: PhaseFacts): readonly Finding[] =>
  duplicates.length === 0
    ? []
    : [
        {
          code: 'PHASE_DIRECTORY_TWICE',
          message: `phase ${displayPhaseId(id)} has ${duplicates.length} directories: ${duplicates.map(({ path }) => path).join(', ')}`,
          fix: 'rename or remove all but one of them',
          path: duplicates[0]?.path ?? '',
        },
      ]

/** Live directories that no section of the document names, whatever milestone it lies in. */
function orphanDirectories({ facts }: Derivation): readonly Finding[] {
  const ids = (facts.roadmap?.phases ?? []).flatMap(({ id }) => parsePhaseId(id) ?? [])
  const named = new Set(ids.map(phaseKey))
  const custom = ids.filter((id) => !isNumericPhase(id))
  return listPhaseDirectories(facts.view, custom)
    .filter(({ id }) => !named.has(phaseKey(id)))
    .map(({ id, path }) => ({
      code: 'PHASE_DIRECTORY_UNLISTED',
      message: `${path} belongs to no phase of ROADMAP.md`,
      fix: `add a section for phase ${displayPhaseId(id)}, or move the directory away`,
      path,
    }))
}
