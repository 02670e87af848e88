// From the draft of a phase to its plans and its CONTEXT: what follows from other facts (ids, waves, names, the goal of the phase) is filled in here.

import {
  type DraftDecision,
  type DraftPlan,
  type DraftTask,
  type OpenQuestion,
  type PhaseDraftValue,
  type PlacedPlan,
  readPhaseDraft,
} from '../../../artifacts/compact/phase-draft.js'
import { addDecisions, type ContextDecision, type ContextValue, LATER } from '../../../artifacts/context/context.js'
import { Doc } from '../../../artifacts/doc.js'
import { commandLine } from '../../../artifacts/parts/command-line.js'
import { lineAt } from '../../../artifacts/parts/lines-codec.js'
import { realText } from '../../../artifacts/parts/placeholders.js'
import type { PlanTask } from '../../../artifacts/plan/plan.js'
import type { Source } from '../../../ports.js'
import { baseName } from '../../../std/paths.js'
import { decisionId, lastDecision } from '../../decision-ids.js'
import { type PhaseFacts, type ProjectFacts, phaseDirectoryPath } from '../../derivation/facts.js'
import type { PlanFacts } from '../../derivation/plan-facts.js'
import { displayPhaseId, parsePlanStem, samePlan } from '../../ids.js'
import { projectChecks } from '../../judging/checks.js'
import { renderInto } from '../../writing/staging.js'
import type { UnitFinding } from '../unit-finding.js'
import type { Expanded, Expanding, Expansion, RenderedFile } from './expansion.js'
import { taskName } from './task-name.js'

const NOTHING: Expanded = { files: [], findings: [] }

export const phaseDraftExpansion: Expansion<PhaseDraftValue> = {
  expand(value, context) {
    const { phase, draft } = context
    if (phase === null) return NOTHING
    const { plans } = readPhaseDraft(draft)
    const parts = [contextFile(value, context, phase), ...plans.map((placed) => planFile(placed, context, phase))]
    return {
      files: parts.flatMap(({ files }) => files),
      findings: parts.flatMap(({ findings }) => findings),
    }
  },
}

const refusal = ({ draft }: Expanding, line: number, code: string, message: string, fix: string): Expanded => ({
  files: [],
  findings: [{ code, message, path: draft.path, line, fix } satisfies UnitFinding],
})

/** Below the planning base. */
const below = ({ view }: Expanding, path: string): string => path.slice(view.base.length + 1)

// Plans -------------------------------------------------------------------

function planFile(placed: PlacedPlan, context: Expanding, phase: PhaseFacts): Expanded {
  const { view, draft, derivation } = context
  const { plan } = placed
  const line = lineAt(draft, placed.start)
  const id = parsePlanStem(`${phase.id}-${plan.number}`, phase.id)
  const path =
    phase.plans.find((other) => samePlan(other.id, id))?.file.path ??
    `${phaseDirectoryPath(derivation.facts, phase)}/${phase.id}-${plan.number}-PLAN.md`
  const anchors = placed.tasks.map((start, index) => ({ words: `task ${index + 1}`, line: lineAt(draft, start) }))
  const done = (text: string): Expanded => ({
    files: [{ path: below(context, path), schema: 'plan', text, line, anchors }],
    findings: [],
  })
  if (plan.superseded) {
    const source = view.source(path)
    const value = view.parse('plan', path)?.value
    return source === null || value === undefined
      ? refusal(context, line, 'PLAN_UNKNOWN', `there is no plan ${plan.number} that could be superseded`, 'remove it')
      : done(renderInto(view, 'plan', { ...value, status: 'superseded' }, path, source))
  }
  const odd = plan.tasks.findIndex(({ checkpoint }) => checkpoint !== null && checkpointOf(checkpoint) === null)
  if (odd >= 0)
    return refusal(
      context,
      anchors[odd]?.line ?? line,
      'TASK_CHECKPOINT',
      `task ${odd + 1} of plan ${plan.number} waits for "${plan.tasks[odd]?.checkpoint}", which is no kind of checkpoint`,
      `write "checkpoint: ${CHECKPOINTS.join('", "checkpoint: ')}"`,
    )
  const text = renderInto(view, 'plan', planValue(plan, context, phase), path)
  const notes = plan.notes.map((note) => `- ${note}`).join('\n')
  return done(notes === '' ? text : `${text}\n## Notes for the checker\n\n${notes}\n`)
}

const CHECKPOINTS = ['decision', 'human-action', 'human-verify'] as const

function checkpointOf(words: string): (typeof CHECKPOINTS)[number] | null {
  const word = words
    .toLowerCase()
    .replace(/^checkpoint:/, '')
    .trim()
  return CHECKPOINTS.find((kind) => kind === word) ?? null
}

const unique = (items: readonly string[]): readonly string[] => [...new Set(items)]

function planValue(plan: DraftPlan, { claim, derivation }: Expanding, phase: PhaseFacts): PlanFacts['plan'] {
  const directory = phaseDirectoryPath(derivation.facts, phase)
  const common = projectChecks(derivation.facts).checks.map(({ argv, expect }) => ({ argv, expect }))
  const proof = (plan.verify[0] ?? common[0]) || null
  return {
    phase: baseName(directory),
    plan: plan.number,
    type: plan.tasks.every(({ tdd }) => tdd) ? 'tdd' : 'execute',
    // Computed from what it depends on when the plans are placed.
    wave: 1,
    dependsOn: plan.after.map((ref) => (/^\d{1,3}$/.test(ref) ? `${phase.id}-${ref}` : ref)),
    filesModified: unique([...plan.files, ...plan.tasks.flatMap(({ files }) => files)]),
    autonomous: plan.tasks.every(({ checkpoint }) => checkpoint === null),
    requirements: plan.requirements,
    userSetup: [],
    gapClosure: claim.mode === 'gaps',
    handles: plan.handles,
    status: null,
    verify: plan.verify,
    mustHaves: {
      truths: plan.truths,
      artifacts: [],
      keyLinks: plan.links.map((link) => ({ ...link, pattern: null })),
      prohibitions: [],
    },
    extra: {},
    objective: plan.objective,
    contextRefs: plan.read,
    tasks: plan.tasks.map((task) => planTask(task, plan, proof === null ? null : commandOf(proof))),
    verification: null,
    successCriteria: null,
    output: null,
    threatModel: null,
  }
}

interface Proof {
  readonly command: string
  readonly ends: string
}

function commandOf(check: { readonly argv: readonly string[]; readonly expect: number }): Proof {
  const command = commandLine({ argv: check.argv, expect: 0 }).replace(/^`|`$/g, '')
  return { command, ends: check.expect === 0 ? 'succeeds' : `ends with ${check.expect}` }
}

/** A task without a check of its own is shown by that of its plan. */
function planTask(task: DraftTask, plan: DraftPlan, proof: Proof | null): PlanTask {
  const checkpoint = task.checkpoint === null ? null : checkpointOf(task.checkpoint)
  const shown = task.check === null ? proof : { command: task.check, ends: 'succeeds' }
  const waits = checkpoint !== null
  return {
    type: checkpoint === null ? 'auto' : `checkpoint:${checkpoint}`,
    tdd: task.tdd,
    gate: task.gate,
    name: task.name ?? taskName(task.text),
    files: filesOf(task, plan),
    readFirst: task.read,
    action: task.text,
    behavior: task.behavior,
    verify: null,
    automated: waits && task.check === null ? null : (shown?.command ?? null),
    humanCheck: task.person,
    acceptanceCriteria: [],
    done: task.done ?? (waits || shown === null ? null : `\`${shown.command}\` ${shown.ends}`),
  }
}

/** `lib/pot.mjs` names no `pot.mjs`, nor `pot.mjs.map`. */
function namesWhole(words: string, path: string): boolean {
  for (let at = words.indexOf(path); at >= 0; at = words.indexOf(path, at + 1))
    if (!/[\w./@-]/.test(words[at - 1] ?? ' ') && !/^(?:[\w/@-]|\.\w)/.test(words.slice(at + path.length))) return true
  return false
}

/** Those it names; else the files of the plan that its words name; the only task changes all of them. */
function filesOf({ files, text, behavior }: DraftTask, plan: DraftPlan): readonly string[] {
  if (files.length > 0) return files
  if (plan.tasks.length === 1) return plan.files
  const words = `${text}\n${behavior ?? ''}`.replace(/(?<![\w.])\.\//g, '')
  return plan.files.filter((path) => namesWhole(words, path))
}

// Context -----------------------------------------------------------------

const said = ({ question, answer, whose }: OpenQuestion): readonly DraftDecision[] =>
  answer === null ? [] : [{ id: null, whose, text: `${question} ${answer}` }]

const numberOf = (id: string): number => Number(/^D-(\d{1,6})$/.exec(id)?.[1] ?? 0)
const folded = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase()

function contextFile(value: PhaseDraftValue, context: Expanding, phase: PhaseFacts): Expanded {
  const { view, derivation, draft } = context
  const path = phase.files?.context ?? null
  const source = path === null ? null : view.source(path)
  const before = path === null ? null : (view.parse('context', path)?.value ?? null)
  const known = before?.decisions ?? []
  const fresh = [...value.decisions, ...value.questions.flatMap(said)].filter(
    ({ id, text }) =>
      !known.some((one) => folded(one.text) === folded(text) && (id === null || one.id.toUpperCase() === id)),
  )
  const clash = fresh.find(({ id }) => id !== null && known.some((one) => one.id.toUpperCase() === id))
  if (clash !== undefined)
    return refusal(
      context,
      lineOfText(draft.text ?? '', clash.id ?? ''),
      'DECISION_CLASH',
      `${clash.id} is decided already, and says something else`,
      `leave the id away, so that it gets the next free one, and name what it replaces; or change ${path} by hand`,
    )
  if (fresh.length === 0) return NOTHING
  const used = [...decidedBefore(derivation.facts), ...known, ...fresh].map(({ id }) => numberOf(id ?? ''))
  let next = Math.max(lastDecision(view), ...used)
  const added = fresh.map(({ id, whose, text }): ContextDecision => {
    const category = source === null ? 'Decided' : LATER
    const tags = whose === null ? [] : [whose]
    return { id: id ?? decisionId(++next), text, category, tags, trackable: true }
  })
  const at = path ?? `${phaseDirectoryPath(derivation.facts, phase)}/${phase.id}-CONTEXT.md`
  const file = (text: string): RenderedFile => ({
    path: below(context, at),
    // What others wrote in a file that is there is not this draft's to answer for.
    schema: source === null ? 'context' : 'other',
    text,
    line: 1,
    anchors: [],
  })
  const text =
    source === null || before === null
      ? renderInto(view, 'context', freshContext(added, phase, view.clock.today()), at)
      : withDecisions(source, added)
  return { files: [file(text)], findings: [] }
}

function withDecisions(source: Source, added: readonly ContextDecision[]): string {
  const doc = new Doc(source)
  addDecisions(doc, added)
  return doc.whole()
}

/** Decisions of every phase: a number that two of them had would name neither. */
const decidedBefore = ({ view, phases }: ProjectFacts) =>
  phases.flatMap(({ files }) =>
    files?.context == null ? [] : (view.parse('context', files.context)?.value.decisions ?? []),
  )

const lineOfText = (text: string, words: string): number =>
  text.split(/\r\n?|\n/).findIndex((line) => line.includes(words)) + 1

const freshContext = (
  decisions: readonly ContextDecision[],
  { id, title, section }: PhaseFacts,
  day: string,
): ContextValue => ({
  phase: null,
  status: null,
  gathered: day,
  extra: {},
  title: `Phase ${displayPhaseId(id)}: ${title}, context`,
  // What a context would read as a template's words is said by the title.
  domain: realText(section.goal ?? '') ?? title,
  decisions,
  discretion: [],
  canonicalRefs: [],
  deferred: [],
  openQuestions: [],
})
