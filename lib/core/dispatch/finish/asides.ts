// What reviews and audits of a phase say of themselves adds up: a count that its own list does not bear out is not taken over.
import type { ArtifactValues } from '../../../artifacts/all.js'
import type { Kind } from '../../../artifacts/codec.js'
import { partRows, partText } from '../../../artifacts/document/named-parts.js'
import type { ArtifactId } from '../../../artifacts/paths.js'
import type { Source } from '../../../ports.js'
import { secretIn } from '../../judging/secrets.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { textOf, type Work } from './work.js'

/** What is wrong with the figures of one kind of report, or null. */
type Judge<K extends keyof ArtifactValues> = (value: ArtifactValues[K], source: Source) => string | null

const countOf = (text: string | null): number | null => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : null)

const review: Judge<'review'> = (value, { text }) => {
  const parts = [value['findings.critical'], value['findings.warning'], value['findings.info']]
  const sum = parts.reduce((all, part) => all + (countOf(part) ?? 0), 0)
  const total = countOf(value['findings.total'])
  if (sum !== total) return `findings add up to ${sum}, and total says ${total}`
  if ((value.status === 'issues_found') !== sum > 0) return `${sum} findings, and the status is ${value.status}`
  const named = new Set((text ?? '').match(/\b(?:CR|BL|WR|IN)-\d+/g)).size
  return named < sum ? `${sum} findings are counted, ${named} have an id such as CR-01 below` : null
}

const fixes: Judge<'review-fix'> = ({ fixed_count, skipped_count, status }) => {
  const [fixed, skipped] = [countOf(fixed_count), countOf(skipped_count)]
  if (fixed === null && skipped === null) return 'fixed_count and skipped_count are missing'
  const [done, left] = [fixed ?? 0, skipped ?? 0]
  const fits = left === 0 ? 'all_fixed' : done === 0 ? 'none_fixed' : 'partial'
  return status === fits ? null : `${done} fixed and ${left} skipped is ${fits}, and the status is ${status}`
}

const security: Judge<'security'> = ({ threats_open, status }, source) => {
  const threats = partRows(source, 'Threat Register', 'Threats')
  const open = threats.filter(({ cell }) => /^open\b/i.test(cell('status') ?? '')).length
  const said = countOf(threats_open)
  if (open !== said) return `${open} rows of the register are open, and threats_open says ${said}`
  return open > 0 && (status === 'secured' || status === 'verified')
    ? `open threats: ${open}, and the status is ${status}`
    : null
}

/** A table with rows, or words outside of a table; what stands in brackets is refused elsewhere. */
const decides = (source: Source, ...titles: readonly string[]): boolean =>
  partRows(source, ...titles).length > 0 ||
  (partText(source, ...titles) ?? '').split('\n').some((line) => line !== '' && !line.startsWith('|'))

const undecided = (source: Source, parts: readonly (readonly [string, ...string[]])[]): string | null => {
  const empty = parts.flatMap((titles) => (decides(source, ...titles) ? [] : [titles[0]]))
  return empty.length === 0 ? null : `nothing is decided below ${empty.join(', ')}`
}

const design: Judge<'ui-spec'> = ({ status }, source) =>
  undecided(source, [
    ['Spacing Scale', 'Spacing'],
    ['Typography', 'Type'],
    ['Color', 'Colour', 'Colors'],
    ['Copywriting Contract', 'Copywriting', 'Copy'],
  ]) ?? (status === 'approved' ? 'status says approved, which only the user can say; write draft' : null)

const PILLARS = 6
const HIGHEST = 4
const scores: Judge<'ui-review'> = ({ score }, source) => {
  const rows = partRows(source, 'Pillar Scores', 'Scores').map(({ cell }) => cell('score') ?? 'none')
  const points = rows.map((row) => Number(/^\s*(\d)\b/.exec(row)?.[1] ?? Number.NaN))
  if (points.length !== PILLARS || points.some((each) => !(each >= 1 && each <= HIGHEST)))
    return `six pillars get 1 to 4 each, and there are ${points.length} rows: ${rows.join(', ')}`
  const sum = points.reduce((all, each) => all + each, 0)
  return Number(/^\s*(\d+)/.exec(score ?? '')?.[1]) === sum
    ? null
    : `the pillars add up to ${sum}, and score says ${score}`
}

const aiDesign: Judge<'ai-spec'> = (_value, source) =>
  undecided(source, [
    ['System Classification', 'Classification'],
    ['Domain Context'],
    ['Framework Decision', 'Framework'],
    ['Evaluation Strategy'],
    ['Guardrails'],
  ])

const evals: Judge<'eval-review'> = ({ verdict }, source) => {
  const dimensions = partRows(source, 'Dimension Coverage')
  if (dimensions.length === 0) return 'no dimension is judged: a row for each that the AI-SPEC names'
  const open = dimensions.filter(({ cell }) => !/^(?:covered|measured|yes)\b/i.test(cell('status') ?? '')).length
  return open > 0 && verdict?.toLowerCase() === 'production ready'
    ? `${open} of ${dimensions.length} dimensions are not covered, and the verdict is ${verdict}`
    : null
}

const JUDGES: { readonly [K in keyof ArtifactValues]?: Judge<K> } = {
  review,
  'review-fix': fixes,
  security,
  'ui-spec': design,
  'ui-review': scores,
  'ai-spec': aiDesign,
  'eval-review': evals,
}

/** What does not add up in a report of this kind, or null. */
export function wrongIn(kind: Kind, source: Source): string | null {
  const judge = (JUDGES as Partial<Record<ArtifactId, Judge<never>>>)[kind.id]
  return judge?.(kind.parse(source).value as never, source) ?? null
}

export function inspectAside({ view, gathered }: Work): readonly UnitFinding[] {
  return gathered.artifacts.flatMap((artifact) => {
    const { path, source } = artifact
    const schema = artifact.expected.schema as ArtifactId
    const text = textOf(artifact)
    const secret = secretIn(text)
    const kind = view.codec(schema)
    const wrong = kind === null ? null : wrongIn(kind, source)
    return [
      ...(secret === null
        ? []
        : [finding('SECRET', `it seems to hold ${secret}`, path, 'name the place, never the value')]),
      ...(wrong === null
        ? []
        : [finding('COUNTS_DIFFER', wrong, path, 'fix what this names, and hold the rest of the file against it')]),
    ]
  })
}
