// todo complete: what people kept for later is done.
import { COMPLETED, PENDING, readTodos, stageTodo, type Todo } from '../../core/captures/captures.js'
import { Staging } from '../../core/writing/staging.js'
import { refreshWaiting } from '../../core/writing/waiting-todos.js'
import type { ErrorBody } from '../../errors.js'
import { baseName } from '../../std/paths.js'
import { bool, type Infer, orNull, record, text, texts } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { arg, mutation } from '../verb.js'

export const TODO = record({
  file: text('File name'),
  created: text('As written; unknown where it does not say'),
  title: text(),
  area: text('general where it does not say'),
  path: text('Relative to the project root'),
})

export const todoRow = ({ file, created, title, area, path }: Todo): Infer<typeof TODO> => ({
  file,
  created,
  title,
  area,
  path,
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
    fix: near === null ? 'gsd-tools capture triage --all shows them' : `did you mean ${near}?`,
  }
}

/** The day a todo was completed, in either form: inside the front matter or on a line above it. */
const completedOn = ({ front }: Todo): string | null => {
  const day = front['completed']
  return typeof day === 'string' && day !== '' ? day : null
}

export const complete = mutation('todo.complete', {
  about: 'Todos are done or dropped: each gets its date and moves to the completed ones; all or none',
  args: {
    files: arg.list('File names of the todos', { positional: true, required: true }),
    as: arg.text('What became of them, as dropped, or the phase that does it'),
  },
  result: record({
    completed: bool(),
    file: text('The first one'),
    date: orNull(text('Day it was completed')),
    files: texts('All of them'),
  }),
  reads: ['capture', 'state'],
  writes: ['capture', 'state'],
  run({ files, as }, view) {
    const names = [...new Set(files.map(nameOf))]
    const answer = (completed: boolean, date: string | null) => ({
      completed,
      file: names[0] ?? '',
      date,
      files: names,
    })
    const refuse = (error: ErrorBody) => ({ result: answer(false, null), error })
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
      stageTodo(
        staging,
        todo.path,
        { status: as === 'dropped' ? as : 'completed', resolution: as ?? null, completed: today },
        COMPLETED,
      )
    }
    if (staging.edits().length > 0) refreshWaiting(staging)
    const earlier = pending.some((one) => one.file === names[0]) ? undefined : done.find((one) => one.file === names[0])
    return { result: answer(true, earlier === undefined ? today : completedOn(earlier)), edits: staging.edits() }
  },
})
