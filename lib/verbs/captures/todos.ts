// list-todos, todo complete, todo match-phase, list-seeds: what people keep for later.

import { COMPLETED, PENDING, readTodos, stageTodo, type Todo } from '../../core/captures/captures.js'
import { readSeeds } from '../../core/captures/seeds.js'
import { matchTodo } from '../../core/captures/todo-match.js'
import { FACT_READS, gatherPlans } from '../../core/derivation/facts.js'
import { parsePhaseId, samePhase } from '../../core/ids.js'
import { locatePhase, phaseMissing } from '../../core/phases/locate.js'
import type { View } from '../../core/view.js'
import { Staging } from '../../core/writing/staging.js'
import { refreshWaiting } from '../../core/writing/waiting-todos.js'
import type { ErrorBody } from '../../errors.js'
import { baseName } from '../../std/paths.js'
import { bool, int, listOf, mapOf, number, orNull, record, text, texts } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { mutation, query } from '../verb.js'

export const listTodos = query({
  name: 'list-todos',
  about: 'Pending todos, also those that older tools wrote',
  args: { area: { type: 'text', positional: true, about: 'Only those of this area' } },
  result: record({
    count: int(),
    todos: listOf(
      record({
        file: text('File name'),
        created: text('As written; unknown where it does not say'),
        title: text(),
        area: text('general where it does not say'),
        path: text('Relative to the project root'),
      }),
    ),
  }),
  reads: ['capture'],
  run({ area }, view) {
    const todos = readTodos(view, PENDING)
      .filter((todo) => area === undefined || todo.area.toLowerCase() === area.toLowerCase())
      .map(({ file, created, title, area: own, path }) => ({ file, created, title, area: own, path }))
    return { result: { count: todos.length, todos } }
  },
})

const nameOf = (file: string): string => {
  const name = baseName(file)
  return name.endsWith('.md') ? name : `${name}.md`
}

const todoMissing = (name: string, known: readonly string[]): ErrorBody => {
  const near = nearest(name, known)
  return {
    code: 'NOT_FOUND',
    message: `there is no todo "${name}"`,
    fix: near === null ? 'gsd-tools list-todos shows them' : `did you mean ${near}?`,
  }
}

/** The day a todo was completed, in either form: inside the front matter or on a line above it. */
const completedOn = ({ front }: Todo): string | null => {
  const day = front['completed']
  return typeof day === 'string' && day !== '' ? day : null
}

export const complete = mutation({
  name: 'todo.complete',
  about: 'Todos are done: each gets its date and moves to the completed ones; all or none',
  args: { files: { type: 'list', positional: true, required: true, about: 'File names of the todos' } },
  result: record({
    completed: bool(),
    file: text('The first one'),
    date: orNull(text('Day it was completed')),
    files: texts('All of them'),
  }),
  reads: ['capture', 'state'],
  writes: ['capture', 'state'],
  run({ files }, view) {
    const names = [...new Set(files.map(nameOf))]
    const answer = (completed: boolean, date: string | null) => ({
      completed,
      file: names[0] ?? '',
      date,
      files: names,
    })
    const refuse = (error: ErrorBody) => ({ result: answer(false, null), error, edits: [] })
    const pending = readTodos(view, PENDING)
    const done = [COMPLETED, 'todos/done'].flatMap((folder) => readTodos(view, folder))
    const staging = new Staging(view)
    const today = view.clock.today()
    for (const name of names) {
      const todo = pending.find((one) => one.file === name)
      const before = done.find((one) => one.file === name)
      if (todo === undefined && before === undefined)
        return refuse(
          todoMissing(
            name,
            pending.map((one) => one.file),
          ),
        )
      if (todo === undefined) continue
      if (before !== undefined)
        return refuse({
          code: 'EXISTS',
          message: `${before.path} already exists`,
          fix: `rename ${todo.path}, then complete it under its new name`,
        })
      stageTodo(staging, todo.path, { status: 'completed', completed: today }, COMPLETED)
    }
    if (staging.edits().length > 0) refreshWaiting(staging)
    const earlier = pending.some((one) => one.file === names[0]) ? undefined : done.find((one) => one.file === names[0])
    return { result: answer(true, earlier === undefined ? today : completedOn(earlier)), edits: staging.edits() }
  },
})

/** What the phase says about itself, and which files its plans touch. */
function subjectOf(view: View, named: string) {
  const id = parsePhaseId(named)
  const sections = view.parse('roadmap', view.at('ROADMAP.md'))?.value.phases ?? []
  const section = sections.find((one) => {
    const other = parsePhaseId(one.id)
    return id !== null && other !== null && samePhase(other, id)
  })
  const located = locatePhase(view, named)
  if (section === undefined && 'error' in located)
    return {
      error:
        located.error.code === 'PHASE_AMBIGUOUS'
          ? located.error
          : phaseMissing(
              named,
              sections.map((one) => one.id),
            ),
    }
  const plans = 'error' in located ? [] : gatherPlans(view, located.directory).plans
  return {
    id: id ?? named,
    text:
      section === undefined
        ? ''
        : [
            section.title,
            section.goal ?? '',
            ...section.successCriteria,
            ...section.plans.map((line) => line.text),
            ...Object.values(section.fields),
          ].join(' '),
    files: plans.flatMap(({ plan }) => plan.filesModified),
  }
}

export const matchPhase = query({
  name: 'todo.match-phase',
  about: 'Pending todos that fit a phase, best first',
  args: { phase: { type: 'text', positional: true, required: true, names: 'phase', about: 'Phase' } },
  result: record({
    phase: text(),
    matches: listOf(record({ file: text(), title: text(), area: text(), score: number('0 to 1.3'), reasons: texts() })),
    todo_count: int('Pending todos in all'),
  }),
  reads: [...FACT_READS, 'capture'],
  run({ phase }, view) {
    const todos = readTodos(view, PENDING)
    const subject = subjectOf(view, phase)
    if ('error' in subject)
      return { result: { phase, matches: [], todo_count: todos.length }, error: subject.error as ErrorBody }
    const matches = todos
      .map((todo) => ({ file: todo.file, title: todo.title, area: todo.area, ...matchTodo(todo, subject) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || (a.file < b.file ? -1 : 1))
    return { result: { phase: subject.id, matches, todo_count: todos.length } }
  },
})

const seedShape = record({
  seed_id: text(),
  slug: text(),
  status: text(),
  scope: text(),
  trigger_when: text(),
  planted: text(),
  title: text(),
  path: text(),
})

export const listSeeds = query({
  name: 'list-seeds',
  about: 'Ideas waiting for their moment, with what would wake them',
  args: { status: { type: 'text', positional: true, about: 'Only those of this status' } },
  result: record({ count: int(), seeds: listOf(seedShape), summary: mapOf(int(), 'How many by status, of all seeds') }),
  reads: ['seed'],
  run({ status }, view) {
    const all = readSeeds(view)
    const summary: Record<string, number> = {}
    for (const seed of all) summary[seed.status] = (summary[seed.status] ?? 0) + 1
    const seeds = all.filter((seed) => status === undefined || seed.status === status.toLowerCase())
    return { result: { count: seeds.length, seeds, summary } }
  },
})
