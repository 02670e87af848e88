// Optional reports on a phase: no step waits for them, each writes one file, and its figures must add up.
import type { ArtifactValues } from '../../../artifacts/all.js'
import { partRows, partText } from '../../../artifacts/document/named-parts.js'
import type { Source } from '../../../ports.js'
import { say } from '../../../std/safe-text.js'
import { reading } from '../../brief/brief-blocks.js'
import type { AgentSubject } from '../../brief/brief-subject.js'
import type { BriefWorld } from '../../brief/brief-world.js'
import { basics, binding, built, codebase, ofPhase, report, tried } from '../../brief/readings.js'
import { secretIn } from '../../judging/secrets.js'
import { textOf, type Work } from '../finish/work.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { UnitCode } from './unit.js'

/** The flaw in a report's figures, or null. */
type Judge<K extends keyof ArtifactValues> = (value: ArtifactValues[K], source: Source) => string | null

const countOf = (text: string | null): number | null => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : null)

const review: Judge<'review'> = (value, { text }) => {
  const parts = [value['findings.critical'], value['findings.warning'], value['findings.info']]
  const sum = parts.reduce((all, part) => all + (countOf(part) ?? 0), 0)
  const total = countOf(value['findings.total'])
  if (sum !== total) return `findings add up to ${sum}, but total is ${total}`
  if ((value.status === 'issues_found') !== sum > 0) return `${sum} findings, but the status is ${value.status}`
  const named = new Set((text ?? '').match(/\b(?:CR|BL|WR|IN)-\d+/g)).size
  return named < sum ? `${sum} findings are counted, ${named} have an id such as CR-01 below` : null
}

const fixes: Judge<'review-fix'> = ({ fixed_count, skipped_count, status }) => {
  const [fixed, skipped] = [countOf(fixed_count), countOf(skipped_count)]
  if (fixed === null && skipped === null) return 'fixed_count and skipped_count are missing'
  const [done, left] = [fixed ?? 0, skipped ?? 0]
  const fits = left === 0 ? 'all_fixed' : done === 0 ? 'none_fixed' : 'partial'
  return status === fits ? null : `${done} fixed and ${left} skipped means ${fits}, but the status is ${status}`
}

const security: Judge<'security'> = ({ threats_open, status }, source) => {
  const threats = partRows(source, 'Threat Register', 'Threats')
  const open = threats.filter(({ cell }) => /^open\b/i.test(cell('status') ?? '')).length
  const said = countOf(threats_open)
  if (open !== said) return `${open} rows of the register are open, but threats_open is ${said}`
  return open > 0 && (status === 'secured' || status === 'verified')
    ? `open threats: ${open}, but the status is ${status}`
    : null
}

/** A table with rows, or text outside a table; unfilled brackets are refused elsewhere. */
const decides = (source: Source, ...titles: readonly string[]): boolean =>
  partRows(source, ...titles).length > 0 ||
  (partText(source, ...titles) ?? '').split('\n').some((line) => line !== '' && !line.startsWith('|'))

const undecided = (source: Source, parts: readonly (readonly [string, ...string[]])[]): string | null => {
  const empty = parts.flatMap((titles) => (decides(source, ...titles) ? [] : [titles[0]]))
  return empty.length === 0 ? null : `no content below ${empty.join(', ')}`
}

const design: Judge<'ui-spec'> = ({ status }, source) =>
  undecided(source, [
    ['Spacing Scale', 'Spacing'],
    ['Typography', 'Type'],
    ['Color', 'Colour', 'Colors'],
    ['Copywriting Contract', 'Copywriting', 'Copy'],
  ]) ?? (status === 'approved' ? 'only the user can set the status approved; write draft' : null)

const PILLARS = 6
const HIGHEST = 4
const scores: Judge<'ui-review'> = ({ score }, source) => {
  const rows = partRows(source, 'Pillar Scores', 'Scores').map(({ cell }) => cell('score') ?? 'none')
  const points = rows.map((row) => Number(/^\s*(\d)\b/.exec(row)?.[1] ?? Number.NaN))
  if (points.length !== PILLARS || points.some((each) => !(each >= 1 && each <= HIGHEST)))
    return `expected six pillars with 1 to 4 each, found ${points.length} rows: ${rows.join(', ')}`
  const sum = points.reduce((all, each) => all + each, 0)
  return Number(/^\s*(\d+)/.exec(score ?? '')?.[1]) === sum
    ? null
    : `the pillars add up to ${sum}, but score is ${score}`
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
  if (dimensions.length === 0) return 'no rows: judge each dimension of the AI-SPEC'
  const open = dimensions.filter(({ cell }) => !/^(?:covered|measured|yes)\b/i.test(cell('status') ?? '')).length
  return open > 0 && verdict?.toLowerCase() === 'production ready'
    ? `${open} of ${dimensions.length} dimensions are not covered, but the verdict is ${verdict}`
    : null
}

/** Reports must contain no secrets. */
export const secretsIn = ({ gathered }: Work): readonly UnitFinding[] =>
  gathered.artifacts.flatMap((artifact) => {
    const secret = secretIn(textOf(artifact))
    return secret === null
      ? []
      : [finding('SECRET', `it seems to contain ${secret}`, artifact.path, 'name the place, never the value')]
  })

/** A report: its secrets and figures are checked. */
const judged = <K extends keyof ArtifactValues>(leaves: K, judge: Judge<K> | null, own: UnitCode): UnitCode => ({
  inspect: (work) => [...secretsIn(work), ...(judge === null ? [] : differing(work, leaves, judge))],
  ...own,
})

/** Figures that do not add up. */
const differing = <K extends keyof ArtifactValues>(
  { view, gathered }: Work,
  leaves: K,
  judge: Judge<K>,
): readonly UnitFinding[] =>
  gathered.artifacts.flatMap(({ path, source }) => {
    const wrong = judge(view.codec(leaves)?.parse(source).value as ArtifactValues[K], source)
    return wrong === null
      ? []
      : [finding('COUNTS_DIFFER', wrong, path, 'fix this, and check the rest of the file for the same')]
  })

/** Screenshots serve only the viewer: the folder ignores itself, so the user's .gitignore stays unchanged. */
function ignorePictures({ staging }: Work): void {
  const folder = '.planning/ui-reviews'
  if (staging.view.list(folder).length > 0) staging.put(`${folder}/.gitignore`, '*\n')
}

/** The author of a contract must respect the other contracts. */
const contract = (kind: 'ui-spec' | 'ai-spec'): UnitCode => ({
  reads: (subject: AgentSubject, world: BriefWorld) => [
    ...report(subject, world, kind.toUpperCase(), say`the existing contract`),
    ...binding(subject, world, kind),
    ...tried(world),
    ...basics(world),
  ],
})

export const asides: Readonly<Record<string, UnitCode>> = {
  'map-patterns': judged('patterns', null, {
    reads: (subject, world) => [...ofPhase(subject, world), ...basics(world), ...codebase(world)],
  }),
  'review-code': judged('review', review, {
    reads: (subject, world) => [
      ...built(subject, world),
      ...report(subject, world, 'REVIEW', say`the previous review`),
      ...report(subject, world, 'REVIEW-FIX', say`fixes since that review`),
    ],
  }),
  'fix-review': judged('review-fix', fixes, {
    reads: (subject, world) => [
      ...report(subject, world, 'REVIEW', say`the findings to fix`),
      ...binding(subject, world),
    ],
  }),
  'validate-phase': judged('validation', null, {
    reads: (subject, world) => [
      ...report(subject, world, 'VALIDATION', say`planned tests of each requirement`),
      ...built(subject, world),
      ...basics(world),
    ],
  }),
  'secure-phase': judged('security', security, {
    reads: (subject, world) => [
      ...report(subject, world, 'SECURITY', say`the existing register: keep its ids and accepted risks`),
      ...built(subject, world),
      ...basics(world),
    ],
  }),
  'design-phase': judged('ui-spec', design, contract('ui-spec')),
  'review-interface': judged('ui-review', scores, {
    reads: built,
    complete: ignorePictures,
  }),
  'design-ai': judged('ai-spec', aiDesign, contract('ai-spec')),
  'review-evals': judged('eval-review', evals, {
    reads: built,
  }),
  'extract-learnings': judged('phase-learnings', null, {
    reads: (subject, world) => [
      ...built(subject, world),
      ...reading(subject.phase?.files?.verification, say`findings of the proof`),
      ...reading(subject.phase?.files?.uat, say`findings of the user`),
      ...report(subject, world, 'REVIEW', say`findings of the review`),
    ],
  }),
}
