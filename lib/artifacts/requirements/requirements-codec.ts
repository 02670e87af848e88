// REQUIREMENTS.md: requirement lines (source of truth), boxes, traceability and coverage (projections).
import type { Issue } from '../../errors.js'
import type { Source } from '../../ports.js'
import type { Kind } from '../codec.js'
import { issueAt, parsed } from '../parts/issues.js'
import type { RequirementsValue } from './requirements.js'
import { type RequirementsPlaces, readRequirements } from './requirements-read.js'

export const requirements: Kind<RequirementsValue> = {
  id: 'requirements',
  about: 'Requirements of the product, each with an id',

  parse(source) {
    const { value, places } = readRequirements(source)
    return parsed(source, value, () => [...twice(source, value, places), ...unknownRows(source, value, places)])
  },
}

function twice(source: Source, value: RequirementsValue, places: RequirementsPlaces): readonly Issue[] {
  const seen = new Set<string>()
  return value.requirements.flatMap(({ id }, at) => {
    const again = seen.has(id)
    seen.add(id)
    return again
      ? issueAt(source, places.requirements[at]?.start ?? null, {
          code: 'REQUIREMENT_TWICE',
          severity: 'error',
          expected: 'one line per id',
          received: `a second line for ${id}`,
          message: `${id} is defined twice`,
          fix: 'Change one of the ids, or remove it.',
        })
      : []
  })
}

function unknownRows(source: Source, value: RequirementsValue, places: RequirementsPlaces): readonly Issue[] {
  const known = new Set(value.requirements.map(({ id }) => id))
  return (value.traceability ?? []).flatMap(({ id }, at) =>
    known.has(id)
      ? []
      : issueAt(source, places.traces[at]?.row.start ?? null, {
          code: 'TRACE_UNKNOWN_ID',
          severity: 'notice',
          expected: 'the id of a listed requirement',
          received: id,
          message: `The traceability table names ${id}, but no requirement line defines it`,
          fix: `Add "- [ ] **${id}**: …" under the requirements, or remove the row.`,
        }),
  )
}
