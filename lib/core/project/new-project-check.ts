// What the three documents of a new project must say before it exists: something real, and every requirement in a phase.
import { placeholderIssues } from '../../artifacts/parts/placeholders.js'
import type { ProjectValue } from '../../artifacts/project/project.js'
import type { RequirementsValue } from '../../artifacts/requirements/requirements.js'
import type { RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { activePhases } from '../../artifacts/roadmap/roadmap-windows.js'
import { readFrontMatter } from '../../markdown/frontmatter.js'
import { meantIds } from '../../std/ids-meant.js'
import type { Artifact } from '../dispatch/drafts.js'
import type { UnitFinding } from '../dispatch/unit-finding.js'
import type { View } from '../view.js'

/** Findings over the files of a `new-project` unit; those that lay there before are read, but not judged. */
export function newProjectFindings(view: View, artifacts: readonly Artifact[]): readonly UnitFinding[] {
  const found = <T>(schema: 'project' | 'requirements' | 'roadmap') => {
    const artifact = artifacts.find(({ expected }) => expected.schema === schema)
    const codec = view.codec(schema)
    return artifact === undefined || codec === null
      ? null
      : { artifact, value: codec.parse(artifact.source).value as T, report: reporter(artifact) }
  }
  const project = found<ProjectValue>('project')
  const requirements = found<RequirementsValue>('requirements')
  const roadmap = found<RoadmapValue>('roadmap')
  const drafts = new Set(artifacts.flatMap(({ draft, path }) => (draft === null ? [] : [path])))
  const findings: readonly UnitFinding[] = [
    // Of a roadmap only the fields of its phases are judged, below: counts and tables are the CLI's to write.
    ...[project, requirements].flatMap((file) => (file === null ? [] : leftovers(file.artifact))),
    ...(project === null ? [] : projectFindings(project.value, project.report)),
    ...(requirements === null ? [] : requirementFindings(requirements.value, requirements.report)),
    ...(roadmap === null ? [] : roadmapFindings(roadmap.value, roadmap.report)),
    ...(requirements === null || roadmap === null
      ? []
      : coverageFindings(requirements.value, roadmap.value, roadmap.report)),
  ]
  return findings.filter(({ path }) => drafts.has(path))
}

type Report = (code: string, message: string, fix: string) => UnitFinding
const reporter =
  ({ path }: Artifact): Report =>
  (code, message, fix) => ({ code, message, path, line: 0, fix })

function leftovers({ source }: Artifact): readonly UnitFinding[] {
  const range = { start: readFrontMatter(source).bodyStart, end: source.text?.length ?? 0 }
  return placeholderIssues(source, range).map(({ code, message, path, line, fix }) => ({
    code,
    message,
    path,
    line,
    fix,
  }))
}

const projectFindings = ({ whatThisIs, coreValue }: ProjectValue, report: Report): readonly UnitFinding[] => [
  ...(whatThisIs === null
    ? [report('SECTION_MISSING', 'it does not say what the project is', 'write "## What This Is"')]
    : []),
  ...(coreValue === null
    ? [report('SECTION_MISSING', 'it names no core value', 'write one sentence below "## Core Value"')]
    : []),
]

const inScope = ({ requirements }: RequirementsValue) => requirements.filter(({ scope }) => scope === 'v1')

function requirementFindings(value: RequirementsValue, report: Report): readonly UnitFinding[] {
  const ids = value.requirements.map(({ id }) => id)
  const twice = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))]
  return [
    ...(inScope(value).length === 0
      ? [
          report(
            'NO_REQUIREMENTS',
            'it holds no requirement for the first version',
            'write "- [ ] **CAT-01**: text" below "## v1 Requirements"',
          ),
        ]
      : []),
    ...twice.map((id) =>
      report('REQUIREMENT_TWICE', `${id} is there twice`, 'give every requirement an id of its own'),
    ),
  ]
}

function roadmapFindings(value: RoadmapValue, report: Report): readonly UnitFinding[] {
  const phases = activePhases(value)
  if (phases.length === 0)
    return [
      report(
        'NO_PHASES',
        'it holds no phase',
        'write a section "### Phase 1: Title" with Goal, Requirements and Success Criteria',
      ),
    ]
  return phases.flatMap(({ id, goal, successCriteria }) => [
    ...(goal === null ? [report('PHASE_GOAL', `phase ${id} has no goal`, `add "**Goal**: …" to phase ${id}`)] : []),
    ...(successCriteria.length === 0
      ? [
          report(
            'PHASE_CRITERIA',
            `phase ${id} has no success criteria`,
            `add "**Success Criteria**:" to phase ${id}, with numbered lines below it`,
          ),
        ]
      : []),
  ])
}

function coverageFindings(requirements: RequirementsValue, roadmap: RoadmapValue, report: Report) {
  const phases = activePhases(roadmap)
  const known = new Set(requirements.requirements.map(({ id }) => id))
  const carried = new Set(phases.flatMap((phase) => phase.requirements))
  return [
    ...phases.flatMap((phase) =>
      phase.requirements
        .filter((id) => !known.has(id))
        .map((id) =>
          report(
            'REQUIREMENT_UNKNOWN',
            `phase ${phase.id} names ${id}, which is no requirement`,
            `use the ids of the requirements${meantIds([id], [...known])}: ${[...known].join(', ')}`,
          ),
        ),
    ),
    ...(phases.length === 0 ? [] : inScope(requirements))
      .filter(({ id }) => !carried.has(id))
      .map(({ id }) =>
        report(
          'REQUIREMENT_UNCOVERED',
          `${id} belongs to no phase`,
          `add ${id} to the Requirements of a phase, or move it to those that come later (v2)`,
        ),
      ),
  ]
}
