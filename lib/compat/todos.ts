// list-todos, todo match-phase: pending todos, all of them or those that fit a phase.
import { PENDING, readTodos } from '../core/captures/captures.js'
import { matchTodo } from '../core/captures/todo-match.js'
import { FACT_READS } from '../core/derivation/facts.js'
import { gatherPlans } from '../core/derivation/plan-facts.js'
import { parsePhaseId, samePhase } from '../core/ids.js'
import { locatePhase, phaseMissing } from '../core/phases/locate.js'
import type { View } from '../core/view.js'
import type { ErrorBody } from '../errors.js'
import { int, listOf, number, record, text, texts } from '../std/shape.js'
import { TODO, todoRow } from '../verbs/captures/todos.js'
import { arg, query } from '../verbs/verb.js'

export const listTodos = query('list-todos', {
  about: 'Pending todos, also those that older tools wrote',
  args: { area: arg.text('Only those of this area', { positional: true }) },
  result: record({ count: int(), todos: listOf(TODO) }),
  reads: ['capture'],
  run({ area }, view) {
    const todos = readTodos(view, PENDING)
      .filter((todo) => area === undefined || todo.area.toLowerCase() === area.toLowerCase())
      .map(todoRow)
    return { result: { count: todos.length, todos } }
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

export const matchPhase = query('todo.match-phase', {
  about: 'Pending todos that fit a phase, best first',
  args: { phase: arg.word('Phase', { names: 'phase' }) },
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
