// Verbs that judge planning text and files: the structure of a plan, the completeness of a phase, the paths a document names.
import type { PlanTask } from '../artifacts/plan/plan.js'
import { FACT_READS, gatherFacts } from '../core/derivation/facts.js'
import { gatherPlans, isComplete } from '../core/derivation/plan-facts.js'
import { isPlaced } from '../core/judging/lint.js'
import { hasVerify, type PlanStage, planStructure, stageOfPlan } from '../core/judging/plan-structure.js'
import { locatePhase } from '../core/phases/locate.js'
import { readSettings } from '../core/project/settings.js'
import type { View } from '../core/view.js'
import { readFrontMatter } from '../markdown/frontmatter.js'
import { fencesOf, spansOf } from '../markdown/reader.js'
import type { Source } from '../ports.js'
import { baseName } from '../std/paths.js'
import { bool, int, listOf, record, text } from '../std/shape.js'
import { PHASE } from '../verbs/arguments.js'
import { type Finding, findingOf, findingsShape, verdict } from '../verbs/findings.js'
import { fileMissing, readText } from '../verbs/frontmatter/frontmatter.js'
import { arg, query } from '../verbs/verb.js'

export const verifyPlanStructure = query('verify.plan-structure', {
  about: 'Whether a plan holds what an executor needs',
  args: { file: arg.file('PLAN file') },
  result: record({
    valid: bool(),
    errors: findingsShape,
    warnings: findingsShape,
    task_count: int(),
    tasks: listOf(
      record({ name: text(), type: text(), hasFiles: bool(), hasAction: bool(), hasVerify: bool(), hasDone: bool() }),
    ),
    frontmatter_fields: listOf(text()),
  }),
  reads: FACT_READS,
  run({ file }, view) {
    const empty = { valid: false, errors: [], warnings: [], task_count: 0, tasks: [], frontmatter_fields: [] }
    const found = readText(view, file)
    if ('error' in found) return { result: empty, error: found.error }
    const parsed = view.parse('plan', file)
    if (parsed === null) return { result: empty, error: fileMissing(file) }
    const { value: plan, issues } = parsed
    const fields = Object.keys(readFrontMatter(found.source).data)
    const all = [
      ...issues,
      ...planStructure(found.source, plan, readSettings(view).get('verification.commands'), stageIn(view, file)),
    ]
    const of = (wanted: string) => all.filter(({ severity }) => severity === wanted).map(findingOf)
    const valid = all.every(({ severity }) => severity !== 'error')
    return verdict('valid', {
      valid,
      errors: of('error'),
      warnings: of('notice'),
      task_count: plan.tasks.length,
      tasks: plan.tasks.map(taskRow),
      frontmatter_fields: fields,
    })
  },
})

/** A text that lies at no place of a plan is one that somebody is about to hand in. */
const stageIn = (view: View, path: string): PlanStage =>
  isPlaced(view, path) ? stageOfPlan(gatherFacts(view), path) : 'draft'

const taskRow = (task: PlanTask) => ({
  name: task.name ?? '',
  type: task.type,
  hasFiles: task.files.length > 0,
  hasAction: task.action !== null,
  hasVerify: hasVerify(task),
  hasDone: task.done !== null,
})

export const verifyPhaseCompleteness = query('verify.phase-completeness', {
  about: 'Whether every plan of a phase is complete by evidence',
  args: { phase: PHASE },
  result: record({
    complete: bool(),
    phase: text(),
    plan_count: int(),
    summary_count: int(),
    incomplete_plans: listOf(text()),
    orphan_summaries: listOf(text(), 'Summaries that no plan pairs with'),
    errors: findingsShape,
    warnings: findingsShape,
  }),
  reads: ['roadmap', 'plan', 'summary', 'ledger'],
  run({ phase: given }, view) {
    const located = locatePhase(view, given)
    if ('error' in located) return { result: nothing(given), error: located.error }
    const { directory } = located
    const { files, plans } = gatherPlans(view, directory)
    const rows = plans.map((plan) => ({
      id: plan.id,
      evidence: plan.evidence,
      // What an archive holds is history: its summaries are not asked for evidence.
      done: isComplete(plan) || (directory.archive !== null && plan.file.summary !== null),
      path: plan.file.path,
    }))
    const open = rows.filter(({ done }) => !done)
    const complete = rows.length > 0 && open.length === 0
    return verdict('complete', {
      complete,
      phase: directory.id,
      plan_count: rows.length,
      summary_count: files.plans.filter(({ summary }) => summary !== null).length,
      incomplete_plans: open.map((row) => row.id),
      orphan_summaries: files.orphanSummaries.map(({ path }) => baseName(path)),
      errors: [
        ...(rows.length === 0 ? [noPlans(directory.id)] : []),
        ...open.map((row) => openPlan(row.id, row.evidence, row.path)),
      ],
      warnings: files.orphanSummaries.map(({ path }) => ({
        code: 'ORPHAN_SUMMARY',
        path,
        message: `${baseName(path)} belongs to no plan of the phase`,
        fix: 'rename it after its plan, or remove it',
      })),
    })
  },
})

const nothing = (phase: string) => ({
  complete: false,
  phase,
  plan_count: 0,
  summary_count: 0,
  incomplete_plans: [],
  orphan_summaries: [],
  errors: [],
  warnings: [],
})

const noPlans = (phase: string): Finding => ({
  code: 'NO_PLANS',
  message: `phase ${phase} has no plan`,
  fix: 'plan it first',
})

const WHY: Readonly<Record<string, readonly [string, string]>> = {
  open: ['has no SUMMARY', 'execute it'],
  claimed: ['has a SUMMARY that was not finished through the CLI', 'finish it again with unit finish'],
  halted: ['stopped before its end', 'plan the phase again for what is missing'],
}

function openPlan(id: string, evidence: string, path: string): Finding {
  const [said, fix] = WHY[evidence] ?? ['is not complete', 'execute it']
  return { code: 'PLAN_INCOMPLETE', path, message: `plan ${id} ${said}`, fix }
}

/** Words in backticks that look like a file of the project. */
const FILE_WORD = /^(?:[\w.@-]+\/)+[\w.@-]+\.\w{1,8}$/
const AT_WORD = /(?:^|[\s(])@((?:[\w.-]+\/)*[\w.-]+\.\w{1,8})\b/g
const TICKED = /`([^`\n]+)`/g

export const verifyReferences = query('verify.references', {
  about: 'Whether the files a document names are there',
  args: { file: arg.file('Markdown file') },
  result: record({ valid: bool(), found: int(), missing: listOf(text()), total: int() }),
  reads: ['other'],
  run({ file }, view) {
    const found = readText(view, file)
    if ('error' in found) return { result: { valid: false, found: 0, missing: [], total: 0 }, error: found.error }
    const names = namedPaths(found.source)
    const missing = names.filter((path) => !isThere(view, path))
    const valid = missing.length === 0
    return verdict('valid', { valid, found: names.length - missing.length, missing, total: names.length })
  },
})

/** Paths outside fences, comments and front matter, each once. */
function namedPaths(source: Source): readonly string[] {
  const body = readFrontMatter(source).bodyStart
  const hidden = [...fencesOf(source), ...spansOf(source, 'comment')]
  const names = new Set<string>()
  let at = body
  const take = (end: number) => {
    const words = (source.text ?? '').slice(at, Math.max(at, end))
    for (const [, path] of words.matchAll(AT_WORD)) names.add(path as string)
    for (const [, word] of words.matchAll(TICKED)) {
      const path = (word as string).replace(/^@/, '').replace(/:\d+(?:-\d+)?$/, '')
      if (FILE_WORD.test(path)) names.add(path)
    }
  }
  for (const { start, end } of hidden.sort((a, b) => a.start - b.start)) {
    take(start)
    at = Math.max(at, end)
  }
  take((source.text ?? '').length)
  return [...names]
}

function isThere(view: View, path: string): boolean {
  if (path.split('/').includes('..')) return false
  const slash = path.lastIndexOf('/')
  const name = path.slice(slash + 1)
  return view.list(slash < 0 ? '.' : path.slice(0, slash)).some((entry) => entry.name === name)
}
