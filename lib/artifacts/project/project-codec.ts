// PROJECT.md: the product, its users and its purpose.
import type { Issue } from '../../errors.js'
import type { Source } from '../../ports.js'
import { issueAt, type Kind, parsed } from '../codec.js'
import { PARTS, type ProjectPlaces, type ProjectValue, readProject } from './project.js'

export const project: Kind<ProjectValue> = {
  id: 'project',
  about: 'The product and its purpose',

  parse(source) {
    const { value, places } = readProject(source)
    return parsed(source, value, () => missingParts(source, places))
  },
}

/** Required parts. */
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
