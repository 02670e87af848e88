// Verbs that judge planning text and files: the structure of a plan, the completeness of a phase, the paths a document names.
import type { PlanTask, PlanValue } from '../../artifacts/plan/plan.js'
import { vacuousReason } from '../../artifacts/plan/vacuous-checks.js'
import { gatherPlans, isComplete } from '../../core/derivation/facts.js'
import { locatePhase } from '../../core/phases/locate.js'
import { readSettings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'
import { readFrontMatter } from '../../markdown/frontmatter.js'
import { elementsOf, fencesOf, spansOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { bool, int, listOf, record, text } from '../../std/shape.js'
import { positionOf } from '../../std/text.js'
import { type Finding, findingOf, findingsShape } from '../findings.js'
import { fileMissing, REQUIRED_KEYS, readText } from '../frontmatter/frontmatter.js'
import { query } from '../verb.js'

export const verifyPlanStructure = query({
  name: 'verify.plan-structure',
  about: 'Whether a plan holds what an executor needs',
  args: { file: { type: 'path', positional: true, required: true, about: 'PLAN file' } },
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
  reads: ['plan', 'config'],
  run({ file }, view) {
    const empty = { valid: false, errors: [], warnings: [], task_count: 0, tasks: [], frontmatter_fields: [] }
    const found = readText(view, file)
    if ('error' in found) return { result: empty, error: found.error }
    const parsed = view.parse('plan', file)
    if (parsed === null) return { result: empty, error: fileMissing(file) }
    const { value: plan, issues } = parsed
    const fields = Object.keys(readFrontMatter(found.source).data)
    const tasks = taskFindings(plan, found.source)
    const errors = [
      ...issues.filter(({ severity }) => severity === 'error').map(findingOf),
      ...missingKeys(file, fields),
      ...contentErrors(file, plan, readSettings(view).get('verification.commands')),
      ...tasks.errors,
    ]
    const valid = errors.length === 0
    return {
      result: {
        valid,
        errors,
        warnings: [...issues.filter(({ severity }) => severity === 'notice').map(findingOf), ...tasks.warnings],
        task_count: plan.tasks.length,
        tasks: plan.tasks.map(taskRow),
        frontmatter_fields: fields,
      },
      exit: valid ? 0 : 1,
    }
  },
})

const hasVerify = (task: PlanTask) => task.verify !== null || task.automated !== null || task.humanCheck !== null

const taskRow = (task: PlanTask) => ({
  name: task.name ?? '',
  type: task.type,
  hasFiles: task.files.length > 0,
  hasAction: task.action !== null,
  hasVerify: hasVerify(task),
  hasDone: task.done !== null,
})

const missingKeys = (path: string, fields: readonly string[]): readonly Finding[] =>
  (REQUIRED_KEYS.plan ?? [])
    .filter((spellings) => !spellings.some((key) => fields.includes(key)))
    .map(([key]) => ({
      code: 'KEY_MISSING',
      path,
      message: `the front matter has no "${key}"`,
      fix: `add ${key}: to the front matter`,
    }))

const isCheckpoint = ({ type }: PlanTask) => type.startsWith('checkpoint')

function contentErrors(path: string, plan: PlanValue, commands: unknown): readonly Finding[] {
  const noCheck = plan.verify.length === 0 && (!Array.isArray(commands) || commands.length === 0)
  return [
    ...(plan.tasks.length > 0
      ? []
      : [{ code: 'NO_TASKS', path, message: 'the plan has no task', fix: 'add a <task> inside <tasks>' }]),
    ...(plan.autonomous && plan.tasks.some(isCheckpoint)
      ? [
          {
            code: 'AUTONOMOUS_CHECKPOINT',
            path,
            message: 'a task waits for a person, but the plan says autonomous: true',
            fix: 'set autonomous: false',
          },
        ]
      : []),
    ...vacuousChecks(path, plan),
    ...(noCheck
      ? [
          {
            code: 'NO_CHECK',
            path,
            message:
              'nothing would prove this plan: it has no verify list and the settings have no verification.commands',
            fix: 'add verify: with at least one {run: [program, argument]} to the front matter',
          },
        ]
      : []),
  ]
}

const vacuousChecks = (path: string, { verify }: PlanValue): readonly Finding[] =>
  verify.flatMap(({ argv }) => {
    const reason = vacuousReason(argv)
    return reason === null
      ? []
      : [
          {
            code: 'PLAN_VERIFY_VACUOUS',
            path,
            message: `the check "${argv.join(' ')}" proves nothing: ${reason}`,
            fix: 'name a program that fails while the work is not done: a test of it',
          },
        ]
  })

/** Lines of the `<task>` tags, in order. */
const taskLines = (source: Source): readonly number[] =>
  elementsOf(source)
    .filter(({ name }) => name === 'task')
    .map(({ start }) => positionOf(source.text ?? '', start).line)

function taskFindings(plan: PlanValue, source: Source) {
  const lines = taskLines(source)
  const errors: Finding[] = []
  const warnings: Finding[] = []
  plan.tasks.forEach((task, index) => {
    const line = lines.length === plan.tasks.length ? lines[index] : undefined
    const said = `task ${index + 1}${task.name === null ? '' : ` (${task.name})`}`
    const finding = (code: string, what: string, tag: string): Finding => ({
      code,
      path: source.path,
      ...(line === undefined ? {} : { line }),
      message: `${said} has no ${what}`,
      fix: `add <${tag}> to it`,
    })
    if (task.name === null) errors.push(finding('TASK_NAME', 'name', 'name'))
    if (isCheckpoint(task)) return
    if (task.action === null) errors.push(finding('TASK_ACTION', 'action', 'action'))
    if (!hasVerify(task)) warnings.push(finding('TASK_VERIFY', 'way to verify it', 'verify'))
    if (task.files.length === 0) warnings.push(finding('TASK_FILES', 'files', 'files'))
    if (task.done === null && task.acceptanceCriteria.length === 0)
      warnings.push(finding('TASK_DONE', 'criterion for done', 'done'))
  })
  return { errors, warnings }
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

export const verifyPhaseCompleteness = query({
  name: 'verify.phase-completeness',
  about: 'Whether every plan of a phase is complete by evidence',
  args: { phase: { type: 'text', positional: true, required: true, about: 'Phase, e.g. 3 or 2.1' } },
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
    return {
      result: {
        complete,
        phase: directory.id,
        plan_count: rows.length,
        summary_count: files.plans.filter(({ summary }) => summary !== null).length,
        incomplete_plans: open.map((row) => row.id),
        orphan_summaries: files.orphanSummaries.map(({ path }) => nameOf(path)),
        errors: [
          ...(rows.length === 0 ? [noPlans(directory.id)] : []),
          ...open.map((row) => openPlan(row.id, row.evidence, row.path)),
        ],
        warnings: files.orphanSummaries.map(({ path }) => ({
          code: 'ORPHAN_SUMMARY',
          path,
          message: `${nameOf(path)} belongs to no plan of the phase`,
          fix: 'rename it after its plan, or remove it',
        })),
      },
      exit: complete ? 0 : 1,
    }
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
  claimed: [
    'has a SUMMARY that was not finished through the CLI',
    'gsd-tools adopt, or finish it again with unit finish',
  ],
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

export const verifyReferences = query({
  name: 'verify.references',
  about: 'Whether the files a document names are there',
  args: { file: { type: 'path', positional: true, required: true, about: 'Markdown file' } },
  result: record({ valid: bool(), found: int(), missing: listOf(text()), total: int() }),
  reads: ['other'],
  run({ file }, view) {
    const found = readText(view, file)
    if ('error' in found) return { result: { valid: false, found: 0, missing: [], total: 0 }, error: found.error }
    const names = namedPaths(found.source)
    const missing = names.filter((path) => !isThere(view, path))
    const valid = missing.length === 0
    return {
      result: { valid, found: names.length - missing.length, missing, total: names.length },
      exit: valid ? 0 : 1,
    }
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
