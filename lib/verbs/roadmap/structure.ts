import { type Derivation, derive } from '../../core/derivation/derive.js'
import { FACT_READS, type PhaseFacts } from '../../core/derivation/facts.js'
import { displayPhaseId, isNumericPhase, type PhaseId, parsePhaseId, phaseKey } from '../../core/ids.js'
import { listArchivedDirectories, listPhaseDirectories } from '../../core/layout.js'
import { bool, record, text } from '../../std/shape.js'
import { type Finding, findingOf, findingsShape } from '../findings.js'
import { query } from '../verb.js'
import { noRoadmap } from './roadmap.js'
import { emptyTicks } from './ticks.js'

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
