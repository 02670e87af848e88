// What is wrong in a document, and what a draft of one must not be without.
import type { Issue } from '../../errors.js'
import type { Source } from '../../ports.js'
import { draftIssue } from '../parts/draft-issues.js'
import { issueAt } from '../parts/issues.js'
import { conflictIssues } from '../parts/merge-marks.js'
import { fieldIssues } from './declared.js'
import type { LooseDocument, Outline } from './outline.js'

const unfencedIssue = (source: Source): Issue =>
  issueAt(source, 0, {
    code: 'FRONT_UNFENCED',
    severity: 'notice',
    expected: 'fields between two lines `---` at the top',
    received: 'fields outside them',
    message: `the fields of ${source.path} stand outside the front matter`,
    fix: 'Put a line `---` above the first field and one below the last.',
  })

/** `fenced`: its front matter stands between fences. */
export const oddities = ({ fields }: Outline, source: Source, fenced: boolean): readonly Issue[] => [
  ...conflictIssues(source),
  ...(fenced ? fieldIssues(fields, source) : [unfencedIssue(source)]),
]

const isNone = (value: unknown): boolean => (value ?? '') === '' || (Array.isArray(value) && value.length === 0)

function missing({ spec }: Outline, source: Source, name: string): Issue {
  const part = Object.hasOwn(spec.parts, name) ? spec.parts[name] : undefined
  if (name === 'body') return draftIssue(source, 'PART_MISSING', 'its text', `Write the text of ${source.path}.`)
  if (name === 'title') return draftIssue(source, 'PART_MISSING', 'a title', 'Begin the text with a line "# Title".')
  if (part !== undefined) {
    const spelled = part.tag === undefined ? `"## ${part.titles[0]}"` : `<${part.tag}>`
    return draftIssue(source, 'PART_MISSING', `a part ${spelled}`, `Add ${spelled} with its content.`)
  }
  const key = spec.front[name]?.paths[0] ?? name
  return draftIssue(source, 'FIELD_MISSING', `the field ${key}`, `Add "${key}: …" to the front matter.`)
}

export const lacking = (of: Outline, source: Source, value: LooseDocument, odd: readonly Issue[]): readonly Issue[] => [
  ...odd.map((issue): Issue => ({ ...issue, severity: 'error' })),
  ...(of.spec.needs ?? []).filter((name) => isNone(value[name])).map((name) => missing(of, source, name)),
]
