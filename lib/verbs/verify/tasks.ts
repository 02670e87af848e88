// Verbs over the tasks of one plan: their structure, whether one adds behaviour, and the text of one.

import type { PlanTask, PlanValue } from '../../artifacts/plan/plan.js'
import { readTasks } from '../../artifacts/plan/plan-tasks.js'
import { type PlanId, parsePlanStem, phaseOfPlan } from '../../core/ids.js'
import { isCheckpoint } from '../../core/judging/plan-structure.js'
import type { View } from '../../core/view.js'
import { memorySource } from '../../core/writing/staging.js'
import type { ErrorBody } from '../../errors.js'
import { elementsOf } from '../../markdown/reader.js'
import { baseName } from '../../std/paths.js'
import { bool, int, listOf, orNull, record, text, texts } from '../../std/shape.js'
import { fileMissing } from '../frontmatter/frontmatter.js'
import { query } from '../verb.js'

const idOf = (path: string): PlanId => parsePlanStem(baseName(path).replace(/-?PLAN\.md$/, ''))

export const planTaskStructure = query({
  name: 'plan.task-structure',
  about: 'Tasks of a plan with their kinds, and where a person is needed',
  args: { plan: { type: 'path', positional: true, required: true, about: 'PLAN file' } },
  result: record({
    path: text(),
    plan: text(),
    phase: text(),
    wave: orNull(int('As the file says it; phase plan-index computes it')),
    depends_on: texts(),
    autonomous: bool(),
    task_count: int(),
    checkpoint_count: int(),
    tasks: listOf(record({ index: int('1-based'), type: text(), name: text(), is_checkpoint: bool() })),
    checkpoints: listOf(record({ index: int(), type: text(), name: text() })),
  }),
  reads: ['plan'],
  run({ plan: path }, view) {
    const parsed = view.parse('plan', path)
    if (parsed === null) return { result: NO_STRUCTURE(path), error: fileMissing(path) }
    const plan: PlanValue = parsed.value
    const id = idOf(path)
    const tasks = plan.tasks.map((task, index) => ({
      index: index + 1,
      type: task.type,
      name: task.name ?? '',
      is_checkpoint: isCheckpoint(task),
    }))
    const checkpoints = tasks.filter((task) => task.is_checkpoint)
    return {
      result: {
        path,
        plan: id,
        phase: phaseOfPlan(id),
        wave: plan.wave,
        depends_on: [...plan.dependsOn],
        autonomous: plan.autonomous,
        task_count: tasks.length,
        checkpoint_count: checkpoints.length,
        tasks,
        checkpoints: checkpoints.map(({ index, type, name }) => ({ index, type, name })),
      },
    }
  },
})

const NO_STRUCTURE = (path: string) => ({
  path,
  plan: '',
  phase: '',
  wave: null,
  depends_on: [],
  autonomous: false,
  task_count: 0,
  checkpoint_count: 0,
  tasks: [],
  checkpoints: [],
})

/** Files whose change is no behaviour of the program. */
const NO_SOURCE =
  /(?:^|\/)(?:README|CHANGELOG|LICENSE)[^/]*$|\.(?:md|mdx|txt|json|ya?ml|toml|lock|ini|cfg|env|svg|png|jpe?g|gif|css|scss)$|(?:^|\/)\.[^/]+$|\.(?:test|spec)\.\w+$|(?:^|\/)(?:tests?|__tests__|docs?|fixtures)\//i

export const taskIsBehaviorAdding = query({
  name: 'task.is-behavior-adding',
  about: 'Whether a task of a plan adds behaviour that a test can show first',
  args: {
    plan: { type: 'path', positional: true, about: 'PLAN file' },
    'task-id': { type: 'text', about: 'Number or name of one task of it' },
    'task-content': { type: 'text', about: 'The text of a task instead of a file' },
  },
  result: record({
    is_behavior_adding: bool(),
    checks: record({ tdd_true: bool(), has_behavior_block: bool(), has_source_files: bool() }),
    reason: text(),
  }),
  reads: ['plan'],
  run({ plan: path, 'task-id': id, 'task-content': content }, view) {
    const found = tasksOf(view, path, id, content)
    const no = {
      is_behavior_adding: false,
      checks: { tdd_true: false, has_behavior_block: false, has_source_files: false },
      reason: 'there is no task',
    }
    if ('error' in found) return { result: no, error: found.error }
    const judged = found.tasks.map(behaviorOf)
    return { result: judged.find((one) => one.is_behavior_adding) ?? judged[0] ?? no }
  },
})

function behaviorOf(task: PlanTask) {
  const checks = {
    tdd_true: task.tdd || task.type === 'tdd',
    has_behavior_block: task.behavior !== null,
    has_source_files: task.files.some((file) => !NO_SOURCE.test(file)),
  }
  const lacks = [
    ...(checks.tdd_true ? [] : ['it is not marked tdd']),
    ...(checks.has_behavior_block ? [] : ['it has no <behavior>']),
    ...(checks.has_source_files ? [] : ['it names no source file']),
  ]
  const said = task.name ?? 'the task'
  return {
    is_behavior_adding: lacks.length === 0,
    checks,
    reason: lacks.length === 0 ? `${said}: marked, described and about source files` : `${said}: ${lacks.join(', ')}`,
  }
}

function tasksOf(
  view: View,
  path: string | undefined,
  id: string | undefined,
  content: string | undefined,
): { readonly tasks: readonly PlanTask[] } | { readonly error: ErrorBody } {
  if (content !== undefined) {
    const text = content.includes('<task') ? content : `<task>\n${content}\n</task>`
    return { tasks: readTasks(memorySource('task.md', text, view.digest)).tasks.map(({ task }) => task) }
  }
  if (path === undefined)
    return {
      error: {
        code: 'USAGE',
        message: 'expected a plan or --task-content',
        fix: 'task is-behavior-adding <PLAN file>',
      },
    }
  const parsed = view.parse('plan', path)
  if (parsed === null) return { error: fileMissing(path) }
  if (id === undefined) return { tasks: parsed.value.tasks }
  const index = indexOf(parsed.value.tasks, id)
  return index === null
    ? { error: taskMissing(path, id, parsed.value.tasks) }
    : { tasks: parsed.value.tasks.slice(index, index + 1) }
}

/** By number (`2`, `task-2`, `01-02-T2`), or by name. */
function indexOf(tasks: readonly PlanTask[], id: string): number | null {
  const byName = tasks.findIndex(({ name }) => name !== null && name.toLowerCase() === id.trim().toLowerCase())
  if (byName >= 0) return byName
  const number = /^(?:task[\s-]*|.*-?t)?(\d{1,4})$/i.exec(id.trim())?.[1]
  const index = number === undefined ? -1 : Number(number) - 1
  return index >= 0 && index < tasks.length ? index : null
}

const taskMissing = (path: string, id: string, tasks: readonly PlanTask[]): ErrorBody => ({
  code: 'NOT_FOUND',
  message: `${path} has no task "${id}"`,
  fix:
    tasks.length === 0
      ? 'the plan has no task at all'
      : `name one by its number: ${tasks.map(({ name }, index) => `${index + 1} ${name ?? ''}`.trim()).join(', ')}`,
})

export const taskResolveContent = query({
  name: 'task.resolve-content',
  about: 'Text of one task of a plan as it stands in the file',
  args: {
    plan: { type: 'path', required: true, about: 'PLAN file' },
    'task-id': { type: 'text', required: true, about: 'Number or name of the task' },
  },
  result: record({ plan: text(), task_id: text(), content: text() }),
  reads: ['plan'],
  run({ plan: path, 'task-id': id }, view) {
    const none = { plan: path, task_id: id, content: '' }
    const source = view.source(path)
    const parsed = view.parse('plan', path)
    if (parsed === null || source === null) return { result: none, error: fileMissing(path) }
    const index = indexOf(parsed.value.tasks, id)
    const located = readTasks(source).tasks
    const start = index === null ? undefined : located[index]?.start
    if (index === null || start === undefined) return { result: none, error: taskMissing(path, id, parsed.value.tasks) }
    const whole = source.text ?? ''
    const element = elementsOf(source).find((candidate) => candidate.name === 'task' && candidate.start === start)
    const end = element?.closed === true ? element.end : (located[index + 1]?.start ?? whole.length)
    return { result: { plan: path, task_id: String(index + 1), content: whole.slice(start, end).trim() } }
  },
})
