// From what was tried and seen to a VERIFICATION: its status, score, gaps and table follow from the lines.

import { type ProofLine, type ProofValue, readProof } from '../../../artifacts/compact/proof.js'
import { trialText } from '../../../artifacts/compact/proof-lines.js'
import { lineAt } from '../../../artifacts/parts/lines-codec.js'
import { bullets, document } from '../../../artifacts/parts/prose.js'
import type { VerificationValue } from '../../../artifacts/verification/verification.js'
import { baseName } from '../../../std/paths.js'
import { foldedWords } from '../../../std/text.js'
import { type PhaseFacts, phaseDirectoryPath } from '../../derivation/facts.js'
import { agreedIn } from '../../history/ledger-says.js'
import { displayPhaseId } from '../../ids.js'
import { renderInto } from '../../writing/staging.js'
import { OVERRIDE, overrideKey } from '../finish/overrides.js'
import type { UnitFinding } from '../unit-finding.js'
import type { Expanding, Expansion } from './expansion.js'
import { promiseKey } from './promise-key.js'

export const proofExpansion: Expansion<ProofValue> = {
  expand(value, context) {
    const { phase, view, draft, expects } = context
    const path = expects.find(({ schema }) => schema === 'verification')?.path
    if (phase === null || path === undefined) return { files: [], findings: [] }
    const promises = promisesOf(phase)
    const starts = readProof(draft).lineStarts.map((start) => lineAt(draft, start))
    const findings = uncovered(value, context, promises, starts)
    if (findings.length > 0) return { files: [], findings }
    const rows = rowsOf(value, context, phase, promises)
    const text = renderInto(view, 'verification', verdictOf(value, context, phase, rows), path)
    const anchors = value.lines.flatMap(({ keys }, index) =>
      keys.flatMap((key) => {
        const words = promises.get(key)?.text
        return words === undefined ? [] : [{ words, line: starts[index] ?? 1 }]
      }),
    )
    const whole = `${text}\n${bodyOf(value, rows)}`
    return {
      files: [{ path: path.slice(view.base.length + 1), schema: 'verification', text: whole, line: 1, anchors }],
      findings: [],
    }
  },
}

interface Promised {
  readonly text: string
  /** A criterion says the same: it needs no line of its own. */
  readonly repeats: boolean
}
type Promises = ReadonlyMap<string, Promised>

/** What a proof may speak of: success criteria by number, must-haves by plan and number. */
function promisesOf({ section, plans }: PhaseFacts): Promises {
  const criteria = section.successCriteria.map((text, index) => [String(index + 1), { text, repeats: false }] as const)
  const known = new Set(section.successCriteria.map(foldedWords))
  const truths = plans
    .filter(({ evidence }) => evidence !== 'done')
    .flatMap(({ id, plan }) =>
      plan.mustHaves.truths.map(
        (text, index) => [promiseKey(id, index), { text, repeats: known.has(foldedWords(text)) }] as const,
      ),
    )
  return new Map([...criteria, ...truths])
}

/** Promises without a line, and lines about none; where nothing was promised, the lines say what they are about. */
function uncovered(
  { goal, lines, gaps }: ProofValue,
  { draft }: Expanding,
  promises: Promises,
  starts: readonly number[],
): readonly UnitFinding[] {
  const finding = (code: string, message: string, line: number, fix: string): UnitFinding => ({
    code,
    message,
    path: draft.path,
    line,
    fix,
  })
  const said = lines.flatMap(({ keys }, index) => keys.map((key) => ({ key, line: starts[index] ?? 0 })))
  const missing = [...promises]
    .filter(([key, { repeats }]) => !repeats && said.every((one) => one.key !== key))
    .map(([key, { text }]) =>
      finding(
        'PROOF_MISSING',
        `no line says whether ${key} holds: ${JSON.stringify(text)}`,
        0,
        `try it and add "- ${key}: holds" with what was tried and seen; one line may carry several numbers, "- 1, ${key}: holds"`,
      ),
    )
  const unknown = said
    .filter(({ key }) => promises.size > 0 && !promises.has(key))
    .map(({ key, line }) =>
      finding(
        'PROOF_UNKNOWN',
        `there is no ${key}: criteria have the numbers 1 to ${[...promises.keys()].filter((one) => !one.includes('.')).length}, must-haves plan and number (${[...promises.keys()].find((one) => one.includes('.')) ?? '01.1'})`,
        line,
        'use one of these numbers; what else was found belongs below "## Gaps" or "## Findings"',
      ),
    )
  const twice = said
    .filter(({ key }, index) => said.findIndex((one) => one.key === key) < index)
    .map(({ key, line }) =>
      finding('PROOF_TWICE', `two lines speak of ${key}`, line, 'put what was tried below one of them'),
    )
  const none =
    lines.length === 0 && promises.size === 0
      ? [
          finding(
            'PROOF_MISSING',
            'nothing was tried',
            0,
            'write "- 1: holds: what is true", and what was tried and seen',
          ),
        ]
      : []
  const broken =
    goal?.verdict === 'fails' && gaps.length === 0 && lines.every(({ verdict }) => verdict !== 'fails')
      ? [
          finding(
            'PROOF_GOAL',
            'the goal is not reached, but nothing fails',
            0,
            'say below "## Gaps" what is missing, or answer "goal: yes"',
          ),
        ]
      : []
  return [...missing, ...unknown, ...twice, ...none, ...broken]
}

interface Row {
  readonly key: string
  readonly truth: string
  readonly line: ProofLine
  readonly status: 'VERIFIED' | 'FAILED' | 'HUMAN' | 'DEFERRED' | 'ACCEPTED'
}

const STATUS = { holds: 'VERIFIED', fails: 'FAILED', person: 'HUMAN', deferred: 'DEFERRED' } as const

/** What failed and a person let pass counts as accepted; what holds and a criterion says as well is told with that. */
function rowsOf(
  { lines }: ProofValue,
  { derivation }: Expanding,
  phase: PhaseFacts,
  promises: Promises,
): readonly Row[] {
  const agreed = agreedIn(derivation.facts.inputs.ledger(), OVERRIDE)
  return lines.flatMap((line) =>
    line.keys
      .filter((key) => line.verdict !== 'holds' || promises.get(key)?.repeats !== true)
      .map((key): Row => {
        const truth = promises.get(key)?.text ?? line.said ?? `Line ${key}`
        const failed = line.verdict === null || line.verdict === 'fails'
        const status =
          failed && agreed.has(overrideKey(phase.id, truth)) ? 'ACCEPTED' : failed ? 'FAILED' : STATUS[line.verdict]
        return { key, truth, line, status }
      }),
  )
}

function evidenceOf({ tried, awkward, said, expected }: ProofLine): string {
  const ways = [
    tried.length === 0 ? null : `tried: ${tried.map(trialText).join('; ')}`,
    awkward.length === 0 ? null : `awkward: ${awkward.map(trialText).join('; ')}`,
  ].filter((text) => text !== null)
  const parts = [said, ...ways, expected === null ? null : `expected: ${expected}`].filter((text) => text !== null)
  return parts.join('; ')
}

function verdictOf(
  value: ProofValue,
  { derivation }: Expanding,
  phase: PhaseFacts,
  rows: readonly Row[],
): VerificationValue {
  const directory = phaseDirectoryPath(derivation.facts, phase)
  const having = (status: Row['status']) => rows.filter((row) => row.status === status)
  const artifacts = (files: readonly string[]) => files.map((path) => ({ path, issue: null }))
  const failed = having('FAILED')
  /** The first promise of a line carries its evidence. */
  const firstOf = (line: ProofLine) => failed.find((row) => row.line === line)?.key
  const gaps = [
    ...failed.map(({ key, truth, line }) => ({
      truth,
      status: 'failed',
      reason: key === firstOf(line) ? evidenceOf(line) : `as ${firstOf(line)}`,
      artifacts: artifacts(line.files),
      missing: line.missing,
    })),
    ...value.gaps.map(({ truth, reason, files, missing }) => ({
      truth,
      status: 'failed',
      reason,
      artifacts: artifacts(files),
      missing,
    })),
  ]
  const humanVerification = [
    ...having('HUMAN').map(({ truth, line }) => ({
      test: line.said === null ? truth : `${truth}: ${line.said}`,
      expected: line.expected,
      whyHuman: line.why,
    })),
    ...value.person.map(({ test, expected, why }) => ({ test, expected, whyHuman: why })),
  ]
  const status = gaps.length > 0 ? 'gaps_found' : humanVerification.length > 0 ? 'human_needed' : 'passed'
  return {
    phase: baseName(directory),
    verified: null,
    status,
    statusText: status,
    score: `${having('VERIFIED').length}/${rows.length} must-haves verified`,
    covers: null,
    gaps,
    humanVerification,
    overrides: having('ACCEPTED').map(({ truth, line }) => ({
      mustHave: truth,
      reason: line.said,
      acceptedBy: null,
      acceptedAt: null,
    })),
    deferred: having('DEFERRED').map(({ truth, line }) => ({ truth, addressedIn: line.said, evidence: null })),
    reVerification: null,
    extra: {},
    title: `Phase ${displayPhaseId(phase.id)}: ${phase.title}, verification report`,
    goal: phase.section.goal ?? phase.title,
  }
}

const NO_PROBES = 'None was made: that a test would notice a fault was not shown'

const cell = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|')

function bodyOf({ goal, probes, gaps, findings }: ProofValue, rows: readonly Row[]): string {
  const shown = rows.map(({ key, truth, line, status }) => {
    const first = rows.find((row) => row.line === line)?.key
    const evidence = key === first ? evidenceOf(line) : `as ${first}`
    return `| ${key} | ${cell(truth)} | ${status} | ${cell(evidence)} |`
  })
  const missing = [
    ...rows.filter(({ status }) => status === 'FAILED').map(({ truth }) => truth),
    ...gaps.map(({ truth }) => truth),
  ]
  const part = (title: string, items: readonly string[]) =>
    items.length === 0 ? null : `## ${title}\n\n${bullets(items, '')}`
  return document([
    goal === null ? null : `## Can It Be Used\n\n${goal.text}`,
    `## Observable Truths\n\n| # | Truth | Status | Evidence |\n|---|-------|--------|----------|\n${shown.join('\n')}`,
    part(
      'Probes',
      probes.length === 0 ? [NO_PROBES] : probes.map(({ broke, seen }) => trialText({ did: broke, seen })),
    ),
    part('Findings', findings),
    `## Gaps Summary\n\n${bullets(missing, 'None')}`,
  ])
}
