// Checks the three documents of a new project: real content, and a phase for every requirement.
import type { ArtifactValues } from '../../artifacts/all.js'
import { placeholderIssues } from '../../artifacts/parts/placeholders.js'
import type { ProjectValue } from '../../artifacts/project/project.js'
import type { RequirementsValue } from '../../artifacts/requirements/requirements.js'
import { activePhases, type RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { readFrontMatter } from '../../markdown/frontmatter.js'
import { correctionsText } from '../../std/ids-meant.js'
import type { Artifact } from '../dispatch/drafts.js'
import { findingOf, type UnitFinding } from '../dispatch/unit-finding.js'
import type { View } from '../view.js'

/** Returns findings on the drafts of a `new-project` unit; files that existed before are read, but not checked. */
export function newProjectFindings(view: View, artifacts: readonly Artifact[]): readonly UnitFinding[] {
  const artifactOf = (schema: string) => artifacts.find(({ expected }) => expected.schema === schema) ?? null
  const readAs = <K extends 'project' | 'requirements' | 'roadmap'>(schema: K): ArtifactValues[K] | null => {
    const artifact = artifactOf(schema)
    return artifact === null ? null : ((view.codec(schema)?.parse(artifact.source).value as ArtifactValues[K]) ?? null)
  }
  const [project, requirements, roadmap] = [readAs('project'), readAs('requirements'), readAs('roadmap')]
  const at = (schema: string, lacks: readonly Lack[]): readonly UnitFinding[] =>
    lacks.map((lack) => ({ ...lack, path: artifactOf(schema)?.path ?? '', line: 0 }))
  const drafts = new Set(artifacts.flatMap(({ draft, path }) => (draft === null ? [] : [path])))
  return [
    // In a roadmap only the phase fields are checked, because the CLI writes the counts and tables.
    ...placeholdersIn(artifactOf('project')),
    ...placeholdersIn(artifactOf('requirements')),
    ...(project === null ? [] : at('project', projectLacks(project))),
    ...(requirements === null ? [] : at('requirements', requirementLacks(requirements))),
    ...(roadmap === null ? [] : at('roadmap', roadmapLacks(roadmap))),
    ...(requirements === null || roadmap === null ? [] : at('roadmap', coverageLacks(requirements, roadmap))),
  ].filter(({ path }) => drafts.has(path))
}

type Lack = Pick<UnitFinding, 'code' | 'message' | 'fix'>

const lack = (isLacking: boolean, code: string, message: string, fix: string): readonly Lack[] =>
  isLacking ? [{ code, message, fix }] : []

function placeholdersIn(artifact: Artifact | null): readonly UnitFinding[] {
  if (artifact === null) return []
  const { source } = artifact
  const range = { start: readFrontMatter(source).bodyStart, end: source.text?.length ?? 0 }
  return placeholderIssues(source, range).map(findingOf)
}

const projectLacks = ({ whatThisIs, coreValue }: ProjectValue): readonly Lack[] => [
  ...lack(whatThisIs === null, 'SECTION_MISSING', 'it has no description of the project', 'write "## What This Is"'),
  ...lack(coreValue === null, 'SECTION_MISSING', 'it names no core value', 'write one sentence below "## Core Value"'),
]

const inScope = ({ requirements }: RequirementsValue) => requirements.filter(({ scope }) => scope === 'v1')

const requirementLacks = (value: RequirementsValue): readonly Lack[] =>
  lack(
    inScope(value).length === 0,
    'NO_REQUIREMENTS',
    'it has no requirement for the first version',
    'write "- [ ] **CAT-01**: text" below "## v1 Requirements"',
  )

function roadmapLacks(value: RoadmapValue): readonly Lack[] {
  const phases = activePhases(value)
  return [
    ...lack(
      phases.length === 0,
      'NO_PHASES',
      'it has no phase',
      'write a section "### Phase 1: Title" with Goal, Requirements and Success Criteria',
    ),
    ...phases.flatMap(({ id, goal, successCriteria }) => [
      ...lack(goal === null, 'PHASE_GOAL', `phase ${id} has no goal`, `add "**Goal**: …" to phase ${id}`),
      ...lack(
        successCriteria.length === 0,
        'PHASE_CRITERIA',
        `phase ${id} has no success criteria`,
        `add "**Success Criteria**:" to phase ${id}, with numbered lines below it`,
      ),
    ]),
  ]
}

function coverageLacks(requirements: RequirementsValue, roadmap: RoadmapValue): readonly Lack[] {
  const phases = activePhases(roadmap)
  const known = requirements.requirements.map(({ id }) => id)
  const carried = new Set(phases.flatMap((phase) => phase.requirements))
  const named = phases.flatMap((phase) => phase.requirements.map((id) => ({ phase: phase.id, id })))
  return [
    ...named.flatMap(({ phase, id }) =>
      lack(
        !known.includes(id),
        'REQUIREMENT_UNKNOWN',
        `phase ${phase} names ${id}, which is not a requirement`,
        `use the ids of the requirements${correctionsText([id], known)}: ${known.join(', ')}`,
      ),
    ),
    ...inScope(requirements).flatMap(({ id }) =>
      lack(
        phases.length > 0 && !carried.has(id),
        'REQUIREMENT_UNCOVERED',
        `${id} belongs to no phase`,
        `add ${id} to the Requirements of a phase, or move it to later ones (v2)`,
      ),
    ),
  ]
}
