// PROJECT.md: what is being built, for whom and why.
import type { Issue } from '../../errors.js'
import type { Source } from '../../ports.js'
import type { Kind, Parsed } from '../codec.js'
import { emptyOf } from '../parts/empty-of.js'
import { issueAt, notText } from '../parts/issues.js'
import { PROJECT, type ProjectValue } from './project.js'
import { PARTS, type ProjectPlaces, readProject } from './project-read.js'

const NOTHING = emptyOf(PROJECT)

export const project: Kind<ProjectValue> = {
  id: 'project',
  about: 'What is being built and why',
  shape: PROJECT,
  empty: NOTHING,

  parse(source): Parsed<ProjectValue> {
    if (source.text === null) return { value: NOTHING, issues: [notText(source)] }
    const { value, places } = readProject(source)
    return { value, issues: missingParts(source, places) }
  },
}

/** Parts that every project file has. */
const EXPECTED = ['whatThisIs', 'coreValue', 'requirements'] as const

const missingParts = (source: Source, places: ProjectPlaces): readonly Issue[] =>
  EXPECTED.filter((name) => places.parts[name] === undefined).map((name) =>
    issueAt(source, null, {
      code: 'HEADING_MISSING',
      severity: 'notice',
      expected: `## ${PARTS[name].title}`,
      received: 'no such heading',
      message: `${source.path} has no part "${PARTS[name].title}"`,
      fix: `Add a heading "## ${PARTS[name].title}" with a paragraph below it.`,
    }),
  )
