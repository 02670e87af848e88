// Verifies a phase: a passing verdict needs receipts of the current tree; findings beyond the must-haves become todos.
import { pathText, quotedLabel, type SafeText, say } from '../../../std/safe-text.js'
import { type Item, items, reading, rules } from '../../brief/brief-blocks.js'
import type { AgentSubject, BriefWorld } from '../../brief/brief-world.js'
import {
  bindingFiles,
  planReadings,
  projectFile,
  requirementsFile,
  specChangeBlocks,
  summaryFiles,
} from '../../brief/readings.js'
import { schemaBlock } from '../../brief/role-blocks.js'
import { stageTodo } from '../../captures/keep.js'
import { pendingTodos } from '../../captures/notes.js'
import { depthOf } from '../../depth.js'
import type { VouchedLine } from '../../history/ledger.js'
import { readReceipt } from '../../judging/receipts.js'
import type { Programs } from '../../verb.js'
import { mustHaveKey, repeatsCriterion } from '../finish/verdict.js'
import {
  claimsSuccess,
  inspectVerification,
  phaseGate,
  proofIn,
  stampVerification,
  verificationIn,
} from '../finish/verification.js'
import { type GateVerdict, NOTHING_WRONG, type Work } from '../finish/work.js'
import type { UnitCode } from './unit.js'

async function checkVerification(work: Work, c: Programs): Promise<GateVerdict> {
  if (!claimsSuccess(work) || work.phase === null) return NOTHING_WRONG
  const path = verificationIn(work)?.artifact.path ?? work.phase.directory?.path ?? ''
  return phaseGate(work, c, work.phase, { path, needsReceipts: true, isVerdict: true })
}

/** Records that the verdict was submitted: the file alone could come from anywhere. */
function vouch(work: Work): void {
  const { phase, staging, at } = work
  const artifact = work.gathered.artifacts.find(({ expected }) => expected.schema === 'verification')
  if (phase === null || artifact === undefined) return
  const value = staging.view.parse('verification', artifact.path)?.value
  if (value?.status == null || value.covers === null) return
  // The session itself checks a light phase.
  const judge = depthOf(work.derivation.facts, phase)?.name === 'light' ? 'session' : 'fresh'
  const { status: verdict, covers } = value
  const line: VouchedLine = { kind: 'vouched', at, phase: phase.id, verdict, covers, judge }
  staging.append(line)
}

const UNNOTICED = /^(?:none|nothing|no (?:tests?|checks?|one)(?: (?:fails?|failed|noticed|notices)(?: it)?)?)[\s.!]*$/i

/** Returns findings, and deliberate breakages that no test caught. */
function todoTexts(work: Work): readonly string[] {
  const proof = proofIn(work)
  if (proof === null) return []
  const { findings, probes } = proof
  const unnoticed = probes.filter(({ caughtBy }) => caughtBy === null || UNNOTICED.test(caughtBy))
  return [...findings, ...unnoticed.map(({ breakage }) => `No test notices: ${breakage}`)]
}

/** Stores findings as deferred todos, without triage: the verifier has decided that no must-have covers them. */
function captureFindings(work: Work): void {
  const { phase, staging } = work
  if (phase === null) return
  for (const text of todoTexts(work))
    if (pendingTodos(staging.view).every((known) => known.text !== text))
      stageTodo(staging, { text, class: 'defer', phase: phase.id })
}

/** Lists the plans that say more than the roadmap. An outlined plan, which lists no files, does not. */
const plansWithDetails = ({ phase }: AgentSubject) =>
  planReadings((phase?.plans ?? []).filter(({ plan }) => plan.filesModified.length > 0))

/** Lists the tests that had changed when the verification began. */
function changedTests({ claim }: AgentSubject): readonly SafeText[] {
  if (claim.changedTests === undefined) return []
  const { since, files, more } = claim.changedTests
  return [
    ...files.map((path) => say`- ${pathText(path)}`),
    ...(more > 0 ? [say`- and ${more} more`] : []),
    say`\`git diff ${pathText(since)} -- <file>\` shows each.`,
  ]
}

const unprovenChecks = ({ phase }: AgentSubject, { view }: BriefWorld): readonly SafeText[] => {
  const receipts = (phase?.plans ?? []).flatMap(({ file }) => readReceipt(view, file.receipt)?.receipts ?? [])
  const names = receipts.filter(({ outcome }) => outcome === 'checked').map(({ name }) => name)
  return [...new Set(names)].slice(0, 12).map((name) => say`- ${quotedLabel(name)}`)
}

const CHANGED = say`Changed tests and test settings of this phase: a removed expectation, or a test that can no longer fail, is a gap`
const CHECKED = say`Passing checks that were never seen to fail without this work: find out what they prove`
const SCHEMA = say`A database schema may have changed: check that it was pushed; if not, that is a gap`

/** Lists the must-haves, except those that repeat a success criterion and those of plans that another tool finished. */
const truthsOf = ({ phase }: AgentSubject): readonly Item[] => {
  if (phase === null) return []
  const repeats = repeatsCriterion(phase.section)
  return phase.plans.flatMap(({ id, plan, file, evidence }) => {
    const reading = { path: file.path, about: say`plan ${pathText(id)}` }
    const truths = evidence === 'done' ? [] : plan.mustHaves.truths
    return truths.flatMap((text, index) =>
      repeats(text) ? [] : { text, before: say`${pathText(mustHaveKey(id, index))}: `, file: reading },
    )
  })
}

export const verifyPhase: UnitCode = {
  reads: (subject, world) => [
    ...plansWithDetails(subject),
    ...summaryFiles(subject),
    ...bindingFiles(subject, world),
    ...reading(projectFile(world), say`product, constraints, decisions`),
    ...(subject.phase?.section.requirements.length === 0 ? [] : requirementsFile(world)),
    ...reading(subject.phase?.files?.verification, say`the earlier report: check its failures again`),
  ],
  blocks: (subject, world) => [
    ...items('truths', say`Must-haves of the plans`, truthsOf(subject)),
    ...specChangeBlocks(subject, world, say`Spec changes: try each scenario; a failing scenario is a gap`),
    ...rules('changed', CHANGED, changedTests(subject)),
    ...rules('checked', CHECKED, unprovenChecks(subject, world)),
    ...schemaBlock(SCHEMA, world, subject.phase?.plans ?? []),
  ],
  inspect: inspectVerification,
  check: checkVerification,
  stamp: stampVerification,
  complete(work) {
    vouch(work)
    captureFindings(work)
  },
}
