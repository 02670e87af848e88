// What reviews and audits of a phase say of themselves adds up: a count that its own list does not bear out is not taken over.
import type {
  AiSpecValue,
  EvalReviewValue,
  ReviewFixValue,
  ReviewValue,
  UiReviewValue,
  UiSpecValue,
} from '../../../artifacts/document/phase-documents.js'
import type { SecurityValue } from '../../../artifacts/document/security.js'
import type { ArtifactId } from '../../../artifacts/paths.js'
import { secretIn } from '../../judging/secrets.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import { textOf, type Work } from './work.js'

/** What is wrong with the figures of one kind of report, or null. */
type Judge<T> = (value: T, text: string) => string | null

const review: Judge<ReviewValue> = ({ critical, warning, info, total, status }, text) => {
  const sum = (critical ?? 0) + (warning ?? 0) + (info ?? 0)
  if (sum !== total) return `findings add up to ${sum}, and total says ${total}`
  if ((status === 'issues_found') !== sum > 0) return `${sum} findings, and the status is ${status}`
  const named = new Set(text.match(/\b(?:CR|BL|WR|IN)-\d+/g)).size
  return named < sum ? `${sum} findings are counted, ${named} have an id such as CR-01 below` : null
}

const fixes: Judge<ReviewFixValue> = ({ fixed, skipped, status }) => {
  if (fixed === null && skipped === null) return 'fixed_count and skipped_count are missing'
  const [done, left] = [fixed ?? 0, skipped ?? 0]
  const fits = left === 0 ? 'all_fixed' : done === 0 ? 'none_fixed' : 'partial'
  return status === fits ? null : `${done} fixed and ${left} skipped is ${fits}, and the status is ${status}`
}

const security: Judge<SecurityValue> = ({ threats, threatsOpen, status }) => {
  const open = threats.filter((row) => /^open\b/i.test(row.status ?? '')).length
  if (open !== threatsOpen) return `${open} rows of the register are open, and threats_open says ${threatsOpen}`
  return open > 0 && (status === 'secured' || status === 'verified')
    ? `open threats: ${open}, and the status is ${status}`
    : null
}

/** What stands in brackets was to be filled in. */
const isOpen = (row: Readonly<Record<string, string | null>>): boolean =>
  Object.values(row).every((cell) => cell === null || cell.trim() === '' || /^\[.*\]$/.test(cell.trim()))

const design: Judge<UiSpecValue> = ({ spacing, typography, color, copywriting, status }) => {
  const tables = { 'Spacing Scale': spacing, Typography: typography, Color: color, 'Copywriting Contract': copywriting }
  const empty = Object.entries(tables).flatMap(([title, rows]) => (rows.every(isOpen) ? [title] : []))
  if (empty.length > 0) return `nothing is decided below ${empty.join(', ')}`
  return status === 'approved' ? 'status says approved, which only the user can say; write draft' : null
}

const PILLARS = 6
const HIGHEST = 4
const scores: Judge<UiReviewValue> = ({ pillars, score }) => {
  const points = pillars.map((row) => Number(/^\s*(\d)\b/.exec(row.score ?? '')?.[1] ?? Number.NaN))
  if (points.length !== PILLARS || points.some((each) => !(each >= 1 && each <= HIGHEST)))
    return `six pillars get 1 to 4 each, and there are ${points.length} rows: ${pillars.map((row) => row.score ?? 'none').join(', ')}`
  const sum = points.reduce((all, each) => all + each, 0)
  return Number(/^\s*(\d+)/.exec(score ?? '')?.[1]) === sum
    ? null
    : `the pillars add up to ${sum}, and score says ${score}`
}

const aiDesign: Judge<AiSpecValue> = ({ classification, domain, framework2, evaluation, guardrails }) => {
  const parts = {
    'System Classification': classification,
    'Domain Context': domain,
    'Framework Decision': framework2,
    'Evaluation Strategy': evaluation,
    Guardrails: guardrails,
  }
  const empty = Object.entries(parts).flatMap(([title, text]) => (text === null ? [title] : []))
  return empty.length === 0 ? null : `nothing is decided below ${empty.join(', ')}`
}

const evals: Judge<EvalReviewValue> = ({ dimensions, verdict }) => {
  if (dimensions.length === 0) return 'no dimension is judged: a row for each that the AI-SPEC names'
  const open = dimensions.filter((row) => !/^(?:covered|measured|yes)\b/i.test(row.status ?? '')).length
  return open > 0 && verdict === 'production ready'
    ? `${open} of ${dimensions.length} dimensions are not covered, and the verdict is ${verdict}`
    : null
}

const JUDGES: Readonly<Partial<Record<ArtifactId, Judge<never>>>> = {
  review,
  'review-fix': fixes,
  security,
  'ui-spec': design,
  'ui-review': scores,
  'ai-spec': aiDesign,
  'eval-review': evals,
}

export function inspectAside({ view, gathered }: Work): readonly UnitFinding[] {
  return gathered.artifacts.flatMap((artifact) => {
    const { path, source } = artifact
    const schema = artifact.expected.schema as ArtifactId
    const text = textOf(artifact)
    const secret = secretIn(text)
    const value = view.codec(schema)?.parse(source).value as never
    const wrong = JUDGES[schema]?.(value, text) ?? null
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
